package io.tellask.remote.session;

import io.tellask.actor.Dispatcher;
import io.tellask.actor.runtime.ActorCell;
import io.tellask.actor.runtime.LocalReference;
import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.EncodeException;
import io.tellask.codec.ScopedDecoder;
import io.tellask.remote.CreditExhaustedException;
import io.tellask.remote.DisconnectedException;
import io.tellask.remote.Limits;
import io.tellask.remote.LookupException;
import io.tellask.remote.OutcomeUnknownException;
import io.tellask.remote.Receiver;
import io.tellask.remote.Wire;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One side of a session: what both ends of a connection have in common. It owns the outbound batch, the calls that wait, the references
 * handed out and held, and the end of it all.
 *
 * <p>States: introducing (until the peer's hello), open, ended. An ended endpoint settles everything once: calls under way fail as
 * {@link OutcomeUnknownException}, streams and parked callers with {@link DisconnectedException}.
 *
 * <p>Thread-safety: what the wire calls and {@link #end} on the loop; the rest says where it belongs. What is sent goes through
 * {@link FrameSender} and {@link RemoteTarget}, from any thread.
 */
public final class Endpoint implements ArgumentReader {
    /** So many bytes may wait for the peer before its further asks wait too. */
    static final int HIGH_WATER_BYTES = 1024 * 1024;

    private static final Logger LOG = System.getLogger("io.tellask.remote");
    private static final int MOST_NAME_CHARS = 256;
    private static final int KEPT_SCRATCH_BYTES = 64 * 1024;

    private final Wire wire;
    private final SessionSettings settings;
    private final Outbound outbound;
    private final Calls calls;
    private final Exports exports = new Exports(this);
    private final Imports imports = new Imports(this);
    private final OpenStreams streams = new OpenStreams(this);
    private final LargeMessages large;
    private final FrameSender frames;
    private final ScopedDecoder decoder;
    private final Inbound inbound;
    private final Timekeeper timekeeper;
    private final AtomicReference<ByteWriter> scratch = new AtomicReference<>();
    private final Set<Export> waitingForRoom = ConcurrentHashMap.newKeySet();
    private final List<Consumer<@Nullable RuntimeException>> endListeners = new ArrayList<>();
    private @Nullable Object attachment;
    private volatile Hello peerLimits;
    private volatile @Nullable RuntimeException endedWith;
    private volatile boolean ended;

    public Endpoint(Wire wire, SessionSettings settings) {
        this.wire = wire;
        this.settings = settings;
        outbound = new Outbound(wire, this::answersLeft);
        peerLimits = Hello.of(settings.limits());
        calls = new Calls(settings.limits().callsInFlight());
        large = new LargeMessages(this);
        frames = new FrameSender(this);
        decoder = settings.codec().newScopedDecoder();
        inbound = new Inbound(this);
        timekeeper = new Timekeeper(this);
    }

    /** What the wire calls. */
    public Receiver receiver() {
        return inbound;
    }

    /** Introduces this side, if it is the one that opened the connection, and starts the clock; on the loop. */
    public void begin(boolean opener) {
        timekeeper.begin();
        if (opener) {
            sendHello(Kind.HELLO);
        }
    }

    Wire wire() {
        return wire;
    }

    SessionSettings settings() {
        return settings;
    }

    Limits limits() {
        return settings.limits();
    }

    Hello peerLimits() {
        return peerLimits;
    }

    Outbound outbound() {
        return outbound;
    }

    Calls calls() {
        return calls;
    }

    Exports exports() {
        return exports;
    }

    Imports imports() {
        return imports;
    }

    FrameSender frames() {
        return frames;
    }

    OpenStreams streams() {
        return streams;
    }

    LargeMessages large() {
        return large;
    }

    ScopedDecoder decoder() {
        return decoder;
    }

    Timekeeper timekeeper() {
        return timekeeper;
    }

    public Dispatcher loop() {
        return wire.loop();
    }

    public String peer() {
        return wire.peer();
    }

    public boolean isEnded() {
        return ended;
    }

    void runOnLoop(Runnable task) {
        try {
            wire.loop().execute(task);
        } catch (RejectedExecutionException loopEnded) {
            end(null);
        }
    }

    /** The peer introduced itself. */
    void introduced(Hello hello, boolean welcome) {
        peerLimits = hello;
        outbound.lock();
        calls.lowerLimit(hello.callsInFlight());
        outbound.unlock();
        if (!welcome) {
            sendHello(Kind.WELCOME);
        }
        timekeeper.introduced();
        settings.opened().accept(this);
    }

    private void sendHello(int kind) {
        ByteWriter out = new ByteWriter(64);
        Hello.of(limits()).write(out);
        frames.message(kind, out);
    }

    /** When an ask made now is given up, with a deadline of its own or the session's. */
    long deadline(int ownMillis) {
        return timekeeper.deadline(ownMillis);
    }

    ByteWriter takeScratch() {
        ByteWriter writer = scratch.getAndSet(null);
        return writer != null ? writer : new ByteWriter(256);
    }

    void returnScratch(ByteWriter writer) {
        if (writer.array().length <= KEPT_SCRATCH_BYTES) {
            writer.clear();
            scratch.set(writer);
        }
    }

    boolean fitsOneFrame(ByteWriter arguments) {
        return fitsOneFrame(arguments.position());
    }

    boolean fitsOneFrame(int bodyBytes) {
        return bodyBytes <= peerLimits.frameBytes() - LargeMessages.ENVELOPE_BYTES;
    }

    /** An argument: a flag for null, then the value by its declared type. */
    void writeObject(ByteWriter out, @Nullable Object value, RemoteContract<?> contract, int method, int parameter) {
        if (value instanceof LocalReference || value instanceof RemoteReference) {
            throw new EncodeException(
                    "call: method=" + contract.contract().type().getSimpleName() + "."
                            + contract.method(method).name() + ", parameter=" + parameter + ", argument=" + value
                            + " is a reference, and references travel only as results;"
                            + " have a method return it, or publish it and pass its name");
        }
        if (value == null) {
            out.writeByte(0);
        } else {
            out.writeByte(1);
            frames.encoder().encode(value, contract.parameterType(method, parameter), out);
        }
    }

    void failNow(String reason) {
        inbound.failWith(reason);
    }

    /** Runs a task on the loop without waiting; the outbound's lock may be held. */
    void runOnLoopLater(Runnable task) {
        try {
            wire.loop().execute(task);
        } catch (RejectedExecutionException loopEnded) {
            // the wire has ended with its loop, and has told this session, which settles its calls
            LOG.log(Level.DEBUG, "the loop of the session with {0} has ended", peer());
        }
    }

    /** Gives memory back that a burst took: the connection has fallen silent; on the loop. */
    void shrink() {
        inbound.shrink();
        outbound.shrink();
        scratch.set(null);
    }

    /** Asks of the peer's that wait for an answer; on the loop. */
    public long unanswered() {
        return inbound.unanswered();
    }

    /** Whether so much waits for a peer that does not read that its further asks must wait. */
    boolean answersWait() {
        return outbound.pendingBytes() > HIGH_WATER_BYTES && !ended;
    }

    /** Tells the export once answers have left. */
    void whenAnswersLeft(Export export) {
        waitingForRoom.add(export);
        outbound.lock(); // a batch that leaves meanwhile is seen here, or its flush sees the export
        boolean wait = answersWait();
        outbound.unlock();
        if (!wait) {
            answersLeft();
        }
    }

    /** A batch has left, or the session has ended. */
    private void answersLeft() {
        if (!waitingForRoom.isEmpty() && !answersWait()) {
            for (Export export : waitingForRoom) {
                if (waitingForRoom.remove(export)) {
                    export.answersLeft();
                }
            }
        }
    }

    DisconnectedException disconnected() {
        return new DisconnectedException(
                "call: the session with " + peer() + " has ended" + endedBecause() + "; connect again");
    }

    String endedBecause() {
        RuntimeException reason = endedWith;
        return reason == null ? "" : " (" + reason.getMessage() + ")";
    }

    /** Asks nicely: tells the peer, lets what was sent leave, then closes. From any thread. */
    public void close(String reason) {
        runOnLoop(() -> {
            if (!ended) {
                inbound.sendClose(0, reason);
                outbound.flushAll();
                wire.close();
                end(null);
            }
        });
    }

    /** Turns a new connection away: tells the peer why, and closes. From any thread. */
    public void refuse(String reason) {
        runOnLoop(() -> inbound.failWith(reason));
    }

    /** Whether the calling thread runs actors and must not wait. */
    public static boolean onActorThread() {
        return !Outbound.mayPark();
    }

    /** Runs a task on the loop, at once if this is the loop. */
    public void onLoop(Runnable task) {
        if (loop().isCurrent()) {
            task.run();
        } else {
            runOnLoop(task);
        }
    }

    /** Calls the listener once when the session has ended, with null for a close that somebody asked for; at once if it has. */
    public void onEnd(Consumer<@Nullable RuntimeException> listener) {
        boolean now;
        synchronized (endListeners) {
            now = ended;
            if (!now) {
                endListeners.add(listener);
            }
        }
        if (now) {
            listener.accept(endedWith);
        }
    }

    /** Told when the peer holds no reference to an actor any more. */
    public void onReleased(Consumer<ActorCell<?>> listener) {
        exports.onReleased(listener);
    }

    /** The one object of a class that belongs to this session. */
    public synchronized <T> T attachment(Class<T> type, Supplier<T> factory) {
        if (attachment == null) {
            attachment = factory.get();
        }
        return type.cast(attachment);
    }

    private void tellEnded() {
        List<Consumer<@Nullable RuntimeException>> listeners;
        synchronized (endListeners) {
            listeners = List.copyOf(endListeners);
            endListeners.clear();
        }
        listeners.forEach(listener -> listener.accept(endedWith));
    }

    /** The session is over: settles everything. On the loop; a second call changes nothing. */
    void end(@Nullable RuntimeException reason) {
        if (ended) {
            return;
        }
        endedWith = reason;
        synchronized (endListeners) {
            ended = true;
        }
        outbound.close(disconnected());
        timekeeper.end();
        streams.cancelAll();
        settleCalls();
        answersLeft();
        settings.ended().accept(this, reason);
        tellEnded();
    }

    private void settleCalls() {
        for (Object call : calls.all()) {
            if (call instanceof RemotePromise promise) {
                promise.completeExceptionally(new OutcomeUnknownException("call: " + promise.describe()
                        + " was under way when the session with " + peer() + " ended" + endedBecause()
                        + "; it may have been executed or not"));
            } else {
                ((StreamReceiver) call).fail(disconnected());
            }
        }
    }

    @Override
    public @Nullable Object readObject(ByteReader in, RemoteContract<?> contract, int method, int parameter) {
        return in.readByte() == 0 ? null : decoder.decode(in, contract.parameterType(method, parameter));
    }

    /** Finds what the peer has published under a name. */
    public RemotePromise lookup(String name, RemoteContract<?> contract) {
        RemotePromise promise = new RemotePromise.OfLookup(contract);
        outbound.lock();
        RuntimeException refused = lookupRefused(name);
        if (refused != null) {
            outbound.unlock();
            promise.completeExceptionally(refused);
            return promise;
        }
        promise.deadlineNanos = deadline(0);
        promise.callId = calls.nextId();
        calls.place(promise.callId, promise);
        ByteWriter out = outbound.beginFrame(3 * name.length() + 16);
        out.writeInt32(promise.callId);
        out.writeUtf8(name);
        frames.finish(Kind.LOOKUP);
        return promise;
    }

    private @Nullable RuntimeException lookupRefused(String name) {
        if (outbound.closed) {
            return disconnected();
        }
        if (name.length() > MOST_NAME_CHARS) {
            return new LookupException(
                    "lookup: name length=" + name.length() + " > limit=" + MOST_NAME_CHARS + "; check the name");
        }
        return calls.hasRoom()
                ? null
                : new CreditExhaustedException("lookup: unanswered asks of the session >= callsInFlight="
                        + calls.limit() + "; wait for some to be answered");
    }
}
