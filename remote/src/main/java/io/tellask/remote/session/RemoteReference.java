package io.tellask.remote.session;

import io.tellask.actor.BlockingCallException;
import io.tellask.actor.ContractException;
import io.tellask.actor.Promise;
import io.tellask.actor.contract.BlockingCalls;
import io.tellask.actor.contract.ContractMethod;
import io.tellask.actor.contract.Routee;
import io.tellask.actor.contract.StopWatch;
import io.tellask.actor.runtime.Progress;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.CodecException;
import io.tellask.codec.DecodeException;
import io.tellask.codec.EncodeException;
import io.tellask.codec.NotInPlaceException;
import io.tellask.remote.CallRefusedException;
import io.tellask.remote.DisconnectedException;
import io.tellask.remote.frame.FrameType;
import io.tellask.text.DataInterface;
import io.tellask.text.PassedByReference;
import io.tellask.text.SafeText;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * The base of generated proxies to actors of another process. Two references are equal if they stand for the same actor of one session.
 *
 * <p>Thread-safe. Between {@code begin…} and {@code end…} the batch's lock is held: generated code only writes numbers there. Between
 * {@code open…} and {@code close…} it may be held, and nothing is written then that calls code of the application.
 *
 * <p>What is called by generated code, or from outside, is static where its parameters and result could be those of a method of a contract, which proxies have as well.
 */
public abstract class RemoteReference implements PassedByReference, Routee {
    private final RemoteTarget target;

    protected RemoteReference(RemoteTarget target) {
        this.target = target;
    }

    /** What this reference stands for. */
    public final RemoteTarget target() {
        return target;
    }

    @Override
    public final long load(Asker asker) {
        Endpoint endpoint = target.endpoint();
        return isGone(asker) || !endpoint.isConnected()
                ? Long.MAX_VALUE
                : endpoint.calls().waiting();
    }

    @Override
    public final boolean isGone(Asker asker) {
        return target.endpoint().isEnded() || target.handed().isReleased();
    }

    @Override
    public final void watch(StopWatch watch) {
        target.endpoint().watches().add(this, watch);
    }

    /** Lets go of the actor at once, and of that of each copy with another deadline: {@link io.tellask.remote.Remote#release}. */
    public static void release(RemoteReference reference) {
        RemoteTarget actor = reference.target.actor();
        if (actor == null) {
            throw new IllegalStateException(
                    "release: " + reference + " is not here yet; release it when its promise is settled");
        }
        actor.release();
    }

    /** What takes no calls, and stands for this reference where one that others use too was released. */
    final RemoteReference releasedCopy() {
        return (RemoteReference) target.contract().newProxy(target.releasedCopy());
    }

    /** Whether the peer has a method of this name, as far as is known; throws where the contract has none. */
    public static boolean hasMethod(RemoteReference reference, String name) {
        RemoteTarget target = reference.target;
        List<ContractMethod> named = target.contract().contract().methods().stream()
                .filter(method -> method.name().equals(name))
                .toList();
        if (named.isEmpty()) {
            throw new IllegalArgumentException("method: name=" + SafeText.of(name) + " is none of contract="
                    + target.contract().name());
        }
        RemoteTarget actor = target.actor();
        return actor == null || named.stream().anyMatch(method -> !actor.lacks(method.index()));
    }

    protected static ByteWriter beginTell(RemoteReference self, int method, int mostBytes) {
        return self.target.beginTell(method, mostBytes);
    }

    protected static void endTell(RemoteReference self) {
        self.target.endCall(FrameType.TELL);
    }

    protected static RemotePromise newAsk(RemoteReference self, int method) {
        return new RemotePromise(self, method);
    }

    protected static @Nullable ByteWriter beginAsk(
            RemoteReference self, int method, RemotePromise promise, int mostBytes) {
        return self.target.beginAsk(method, promise, mostBytes);
    }

    protected static void endAsk(RemoteReference self) {
        self.target.endAsk();
    }

    /** A buffer for arguments that user code may take part in encoding. */
    protected static ByteWriter scratch(RemoteReference self) {
        return self.target.endpoint().scratch().take();
    }

    /**
     * Where the arguments of a tell are written: the open batch, in place and with its lock held, or a scratch buffer. {@link #elsewhere}
     * follows where writing them fails, else {@link #closeTell}.
     */
    protected static ByteWriter openTell(RemoteReference self, int method) {
        if (!self.target.contract().tries(method).isWorthIt()) {
            return scratch(self);
        }
        return self.inPlace(self.target.beginTell(method, InPlaceTries.LEAST_ROOM));
    }

    /** As {@link #openTell} for an ask; null if it cannot be made, and its promise has failed. */
    protected static @Nullable ByteWriter openAsk(RemoteReference self, int method, RemotePromise promise) {
        if (!self.target.contract().tries(method).isWorthIt()) {
            return scratch(self);
        }
        ByteWriter out = self.target.beginAsk(method, promise, InPlaceTries.LEAST_ROOM);
        return out == null ? null : self.inPlace(out);
    }

    private ByteWriter inPlace(ByteWriter out) {
        Outbound outbound = target.outbound();
        out.beginInPlace(target.endpoint().frames().inPlaceBytes() - outbound.traceBytesBegun);
        return out;
    }

    /**
     * The arguments could not be written: gives where they are written again, from the first one on, if that was the batch, which is then as
     * it was before. A failure elsewhere is the caller's.
     */
    protected static ByteWriter elsewhere(
            RemoteReference self, int method, @Nullable RemotePromise promise, ByteWriter out, Throwable failure) {
        if (!out.isInPlace()) {
            throw RemoteReference.<RuntimeException>unchanged(failure);
        }
        self.target.takeBack(promise);
        self.target.contract().tries(method).failed(failure);
        return scratch(self);
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> T unchanged(Throwable failure) throws T {
        throw (T) failure;
    }

    protected static void closeTell(RemoteReference self, int method, ByteWriter out) {
        if (out.isInPlace()) {
            out.endInPlace();
            self.target.endCall(FrameType.TELL);
        } else {
            self.sendTell(method, out);
        }
    }

    protected static void closeAsk(RemoteReference self, int method, RemotePromise promise, ByteWriter out) {
        if (out.isInPlace()) {
            out.endInPlace();
            self.target.endAsk();
        } else {
            self.sendAsk(method, promise, out);
        }
    }

    /** An argument: a flag for null, then the value by its declared type. */
    protected static void writeObject(
            RemoteReference self, ByteWriter out, @Nullable Object value, int method, int parameter) {
        if (value == null) {
            out.writeByte(0);
            return;
        }
        RemoteContract<?> contract = self.target.contract();
        boolean handed = PassedReferences.isHanded(value, self.target.endpoint());
        if (handed) {
            if (out.isInPlace()) {
                throw NotInPlaceException.CODE;
            }
            PassedReferences.declare(out, contract.parameterContract(method, parameter));
        }
        out.writeByte(1);
        try {
            self.target.endpoint().frames().encoder().encode(value, contract.parameterType(method, parameter), out);
            if (handed) {
                PassedReferences.declare(out, null);
            }
        } catch (CodecException failure) {
            throw self.notWritten(failure, value, method, parameter);
        }
    }

    private static boolean isData(@Nullable Object value) {
        return value != null && DataInterface.of(value.getClass()) != null;
    }

    private CodecException notWritten(CodecException failure, @Nullable Object value, int method, int parameter) {
        RemoteContract<?> contract = target.contract();
        RemoteContract<?> callback = contract.parameterContract(method, parameter);
        return CallPlaces.ofParameter(
                callback == null || value instanceof PassedByReference || isData(value)
                        ? failure
                        : adviceOn(failure, callback),
                contract.method(method),
                parameter);
    }

    /** Any argument, where the values of the session are JSON or CBOR. */
    protected static void writeText(
            RemoteReference self, ByteWriter out, @Nullable Object value, int method, int parameter) {
        RemoteContract<?> contract = self.target.contract();
        TextValues texts =
                Objects.requireNonNull(self.target.endpoint().values().texts());
        try {
            if (value instanceof Flow.Publisher<?> publisher && contract.isStream(method, parameter)) {
                ResultCodec items = contract.streamItems(method, parameter);
                texts.writeStream(PassedReferences.placeOf(out, self.target.endpoint(), publisher, items), out);
                return;
            }
            PassedReferences.declare(
                    out, value instanceof PassedByReference ? contract.parameterContract(method, parameter) : null);
            texts.writeArgument(value, contract.parameterType(method, parameter), out);
            PassedReferences.declare(out, null);
        } catch (CodecException failure) {
            throw self.notWritten(failure, value, method, parameter);
        }
    }

    /** An argument that is a publisher: a flag for null, then its place among the references of the call. */
    protected static void writeStream(
            RemoteReference self, ByteWriter out, Flow.@Nullable Publisher<?> publisher, int method, int parameter) {
        if (publisher == null) {
            out.writeByte(0);
            return;
        }
        if (out.isInPlace()) {
            throw NotInPlaceException.CODE;
        }
        RemoteContract<?> contract = self.target.contract();
        out.writeByte(1);
        try {
            out.writeVarInt(PassedReferences.placeOf(
                    out, self.target.endpoint(), publisher, contract.streamItems(method, parameter)));
        } catch (CodecException failure) {
            throw CallPlaces.ofParameter(failure, contract.method(method), parameter);
        }
    }

    private static CodecException adviceOn(CodecException failure, RemoteContract<?> callback) {
        return new EncodeException(
                failure.getMessage() + "; to be called back, pass an actor: ActorSystem.spawn("
                        + callback.contract().type().getSimpleName() + ".class, ...)",
                failure,
                failure.path(),
                failure.className());
    }

    private void sendTell(int method, ByteWriter arguments) {
        Endpoint endpoint = target.endpoint();
        PassedReferences passed = PassedReferences.take(arguments);
        byte[] list = PassedReferences.handAll(passed);
        try {
            if (endpoint.large().callFitsOneFrame(arguments.position() + list.length)) {
                ByteWriter out = target.beginTell(method, arguments.position() + list.length);
                out.writeBytes(arguments.array(), 0, arguments.position());
                target.endCall(FrameType.TELL, list);
            } else {
                endpoint.large().sendTell(target, method, list, arguments);
            }
        } catch (Throwable notSent) {
            PassedReferences.takeAllBack(passed);
            throw notSent;
        }
        PassedReferences.allLeft(passed);
        endpoint.scratch().giveBack(arguments);
    }

    private void sendAsk(int method, RemotePromise promise, ByteWriter arguments) {
        Endpoint endpoint = target.endpoint();
        PassedReferences passed = PassedReferences.take(arguments);
        byte[] list;
        try {
            list = PassedReferences.handAll(passed);
        } catch (CallRefusedException | DisconnectedException refused) {
            promise.completeExceptionally(refused);
            return;
        }
        boolean sent = false;
        try {
            if (endpoint.large().callFitsOneFrame(arguments.position() + list.length)) {
                ByteWriter out = target.beginAsk(method, promise, arguments.position() + list.length);
                if (out != null) {
                    out.writeBytes(arguments.array(), 0, arguments.position());
                    target.endAsk(list);
                    sent = true;
                }
            } else {
                sent = endpoint.large().sendAsk(target, method, promise, list, arguments);
            }
        } finally {
            if (sent) {
                PassedReferences.allLeft(passed);
            } else {
                PassedReferences.takeAllBack(passed);
            }
        }
        endpoint.scratch().giveBack(arguments);
    }

    protected static Flow.Publisher<Object> openStream(RemoteReference self, int method, ByteWriter arguments) {
        byte[] encoded = Arrays.copyOf(arguments.array(), arguments.position());
        PassedReferences passed = PassedReferences.take(arguments);
        self.target.endpoint().scratch().giveBack(arguments);
        return new StreamReceiver(self, method, self.target.contract().result(method), encoded, passed);
    }

    protected static void mayBlock(RemoteReference self, int method) {
        if (!WaitingCallers.mayPark() && !Relay.isCurrent()) {
            throw new BlockingCallException(
                    "call: method=" + self.target.contract().method(method).name() + " blocks, thread="
                            + Thread.currentThread().getName() + " runs actors; declare the method to return Promise");
        }
        Progress.require("call", self.target.endpoint().loop());
    }

    protected static @Nullable Object await(RemotePromise promise) {
        if (Relay.isCurrent()) {
            throw new Relay.Asked(promise);
        }
        return BlockingCalls.await(promise, promise.describe());
    }

    /** As {@link #await}, of a method whose result is of a primitive type. */
    protected static Object awaitPrimitive(RemotePromise promise) {
        Object value = await(promise);
        if (value == null) {
            throw new ContractException("call: " + promise.describe()
                    + " answered null, and its result is of a primitive type here; declare it as an object (Integer for int), or have the actor"
                    + " return a value");
        }
        return value;
    }

    /** For generated skeletons. */
    public static RuntimeException unknownMethod(int method) {
        return new DecodeException(
                "call: method=" + method + " is not in the contract's table; the peer is damaged or hostile");
    }

    /** Settles when the target has credit again. */
    public static Promise<Void> whenWritable(RemoteReference reference, Promise<Void> promise) {
        return reference.target.whenWritable(promise);
    }

    public static boolean isWritable(RemoteReference reference) {
        return reference.target.isWritable();
    }

    /** A reference to the same actor whose asks have a deadline of their own; a stream, which has none, itself. */
    public static RemoteReference withDeadline(RemoteReference reference, int millis) {
        RemoteTarget target = reference.target;
        return reference instanceof RemoteStream
                ? reference
                : (RemoteReference) target.contract().newProxy(target.withDeadline(millis, reference));
    }

    @Override
    public final boolean equals(Object other) {
        return other instanceof RemoteReference reference
                && (reference.target == target || reference.target.isSameActor(target));
    }

    @Override
    public final int hashCode() {
        return target.hash();
    }

    @Override
    public final String toString() {
        return "remote " + target.contract().contract().type().getSimpleName() + "-" + target.referenceId() + " at "
                + target.endpoint().peer();
    }
}
