package io.tellask.remote.session;

import io.tellask.actor.Promise;
import io.tellask.codec.ByteWriter;
import io.tellask.remote.CallRefusedException;
import io.tellask.text.SafeText;
import org.jspecify.annotations.Nullable;

/**
 * An actor of the peer's that an ask will bring: calls name that ask until its answer has come, and the actor itself from then on.
 *
 * <p>The ask is {@linkplain RemotePromise#settling settled} before its slot is free for another, and a slot becomes free with the lock of the
 * session's {@link Outbound}, which every call holds while it is written: so a call that finds the ask open then may name it. Until the actor
 * is here the methods are numbered as this side does, whose contract the peer is told of.
 */
final class PipelinedTarget extends RemoteTarget {
    private final RemotePromise promise;
    private final int contractId;
    private Credit begun; // what the call that was begun spends; under the lock

    private PipelinedTarget(RemotePromise promise, RemoteContract<?> contract, int contractId, int[] methods) {
        super(promise.endpoint(), contract, 0, methods, promise.endpoint().pipelineCredit(), new Handed());
        this.promise = promise;
        this.contractId = contractId;
        begun = credit();
    }

    /** Made before the ask's answer is looked at, by {@link RemotePromise#pipelined}. */
    static PipelinedTarget of(RemotePromise promise, RemoteContract<?> contract) {
        int[] methods = new int[contract.methodCount()];
        for (int i = 0; i < methods.length; i++) {
            methods[i] = i;
        }
        return new PipelinedTarget(
                promise, contract, promise.endpoint().exports().contractId(contract), methods);
    }

    /** Whether a call that was begun must name the actor after all, or fail: decided with the lock held. */
    private boolean isSettled() {
        return promise.callId == 0 || promise.isSettled();
    }

    /** The actor, if it is here. */
    @Override
    @Nullable
    RemoteTarget actor() {
        RemoteReference brought = promise.brought();
        return brought == null ? null : brought.target();
    }

    /** Who takes a call now: the actor, or this while it is not here; null if it will never be. */
    private @Nullable RemoteTarget callee() {
        boolean settled = isSettled(); // read first: what it brought is there then
        RemoteTarget known = actor();
        return known != null ? known : settled ? null : this;
    }

    private CallRefusedException refusal() {
        return new CallRefusedException(
                "call: its actor was to be the result of " + promise.describe() + ", which brought none" + because());
    }

    /** What the ask that was to bring the actor failed with, in words. */
    String because() {
        return switch (promise.state()) {
            case CANCELLED -> ": it was cancelled";
            case FAILED -> ": " + SafeText.message(String.valueOf(promise.exceptionNow()));
            case SUCCESS, RUNNING -> "";
        };
    }

    @Override
    ByteWriter beginTell(int method, int mostBytes, int argumentBytes) {
        while (true) {
            RemoteTarget callee = callee();
            if (callee == null) {
                throw refusal();
            }
            ByteWriter out = callee == this
                    ? super.beginTell(method, mostBytes, argumentBytes)
                    : callee.beginTell(method, mostBytes, argumentBytes);
            if (hasBegun(callee)) {
                return out;
            }
            takeBack(null);
        }
    }

    @Override
    @Nullable
    ByteWriter beginAsk(int method, RemotePromise ask, int mostBytes, int argumentBytes) {
        while (true) {
            RemoteTarget callee = callee();
            if (callee == null) {
                ask.completeExceptionally(refusal());
                return null;
            }
            ByteWriter out = callee == this
                    ? super.beginAsk(method, ask, mostBytes, argumentBytes)
                    : callee.beginAsk(method, ask, mostBytes, argumentBytes);
            if (out == null || hasBegun(callee)) {
                return out;
            }
            takeBack(ask);
        }
    }

    @Override
    @Nullable
    ByteWriter beginOpen(int method, StreamReceiver stream, int mostBytes) {
        while (true) {
            RemoteTarget callee = callee();
            if (callee == null) {
                stream.fail(refusal());
                return null;
            }
            ByteWriter out = callee == this
                    ? super.beginOpen(method, stream, mostBytes)
                    : callee.beginOpen(method, stream, mostBytes);
            if (out == null || hasBegun(callee)) {
                return out;
            }
            endpoint().calls().takeBack(stream.callId());
            takeBack(null);
        }
    }

    /** Whether a call was begun as it must be, with the lock held: not if the ask that it names was settled before it had the lock. */
    private boolean hasBegun(RemoteTarget callee) {
        begun = callee.credit();
        return callee != this || !isSettled();
    }

    @Override
    Credit begunCredit() {
        return begun;
    }

    /**
     * The actor itself: the last fragment of a call may leave long after its first one, when the ask that it would name is settled. A thread
     * that may wait does so until that is.
     */
    @Override
    RemoteTarget forLarge(int method) {
        if (!isSettled() && WaitingCallers.mayPark()) {
            promise.awaitSettled();
        }
        RemoteTarget callee = callee();
        if (callee == null) {
            throw refusal();
        }
        if (callee == this) {
            throw new CallRefusedException("call: " + describe(method)
                    + " is longer than a frame, and its actor is not here yet; call it when the promise is settled");
        }
        return callee;
    }

    @Override
    void writeReference(ByteWriter out) {
        out.writeVarInt(0);
        out.writeInt32(promise.callId);
        out.writeVarInt(contractId);
    }

    @Override
    boolean isWritable() {
        RemoteTarget known = actor();
        return known != null ? known.isWritable() : super.isWritable();
    }

    @Override
    Promise<Void> whenWritable(Promise<Void> writable) {
        RemoteTarget known = actor();
        return known != null ? known.whenWritable(writable) : super.whenWritable(writable);
    }

    @Override
    int referenceId() {
        RemoteTarget known = actor();
        return known != null ? known.referenceId() : 0;
    }

    @Override
    RemoteTarget withDeadline(int millis, RemoteReference origin) {
        RemoteTarget known = actor();
        if (known == null) {
            throw new IllegalStateException("deadline: the result of " + promise.describe()
                    + " is not here yet; set the deadline on the reference when it has come");
        }
        return known.withDeadline(millis, origin);
    }
}
