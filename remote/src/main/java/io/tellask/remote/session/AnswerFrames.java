package io.tellask.remote.session;

import io.tellask.codec.ByteReader;
import io.tellask.remote.CallRefusedException;
import io.tellask.remote.DeadlineExceededException;
import io.tellask.remote.LookupException;
import io.tellask.remote.ProtocolException;
import io.tellask.remote.RemoteException;
import io.tellask.remote.frame.FailureFrames;
import org.jspecify.annotations.Nullable;

/** Acts on the frames that settle calls of this side: answers, failures, the ends of streams. On the loop. */
final class AnswerFrames {
    private final Endpoint endpoint;

    AnswerFrames(Endpoint endpoint) {
        this.endpoint = endpoint;
    }

    void answer(ByteReader body) {
        int callId = body.readInt32();
        if (endpoint.calls().find(callId) instanceof RemotePromise promise) {
            ResultCodec result = promise.result();
            if (result.isReference()) {
                promise.settling(null);
            }
            removed(callId);
            Object value;
            try {
                value = result.read(body, endpoint);
            } catch (Throwable undecodable) { // classes of the application take part
                promise.completeExceptionally(undecodable);
                return;
            }
            promise.complete(value);
        } else {
            throw unexpected("answer", callId);
        }
    }

    static ProtocolException unexpected(String what, int callId) {
        return new ProtocolException(what + ": call id=" + Integer.toUnsignedString(callId)
                + " is not waiting for it; the peer is damaged or hostile");
    }

    /** A call has settled without a value. */
    void answerNull(ByteReader body) {
        settle(body.readInt32(), null);
    }

    private void settle(int callId, @Nullable Object value) {
        if (endpoint.calls().find(callId) instanceof RemotePromise promise) {
            promise.settling(null);
            removed(callId);
            promise.complete(value);
        } else {
            throw unexpected("answer", callId);
        }
    }

    /** A call has settled. */
    void removed(int callId) {
        if (endpoint.calls().remove(callId)) {
            releaseCalls();
        }
    }

    void answerReference(ByteReader body) {
        int callId = body.readInt32();
        if (!(endpoint.calls().find(callId) instanceof RemotePromise promise) || promise.contract() == null) {
            throw unexpected("reference", callId);
        }
        Object reference;
        try {
            reference = endpoint.imports().received(body.readVarInt(), body.readVarInt(), promise.contract());
        } catch (LookupException | CallRefusedException unusable) {
            promise.settling(null);
            removed(callId);
            promise.completeExceptionally(unusable);
            return;
        } catch (Throwable broken) { // which ends the session, and that call is no more among those that wait
            removed(callId);
            promise.completeExceptionally(broken);
            throw broken;
        }
        promise.settling(reference);
        removed(callId);
        promise.complete(reference);
    }

    void failure(ByteReader body) {
        int callId = body.readInt32();
        PendingCall call = endpoint.calls().find(callId);
        if (call == null) {
            throw unexpected("failure", callId);
        }
        if (call instanceof RemotePromise promise) {
            promise.settling(null);
        }
        removed(callId);
        Throwable failure;
        try {
            failure = FailureFrames.read(body, call.method(), endpoint.values()::readFailure, callId);
        } catch (Throwable undecodable) {
            failure = undecodable;
        }
        call.fail(
                call instanceof RemotePromise promise
                                && isPassedOnDeadline(failure)
                                && endpoint.timers().isLate(promise)
                        ? endpoint.timers().late(promise) // it had handed on its own
                        : failure);
        if (call instanceof StreamReceiver stream) {
            stream.settled();
        }
    }

    private static boolean isPassedOnDeadline(Throwable failure) {
        return failure instanceof RemoteException remote
                && remote.typeName().equals(DeadlineExceededException.class.getName());
    }

    /** A stream has ended, or the peer confirms that it has forgotten an ask that was given up here. */
    void end(ByteReader body) {
        int callId = body.readInt32();
        PendingCall call = endpoint.calls().find(callId);
        if (call instanceof StreamReceiver stream) {
            removed(callId);
            stream.complete();
            stream.settled();
        } else if (call instanceof RemotePromise promise && promise.givenUp) {
            promise.settling(null);
            removed(callId);
        } else {
            throw unexpected("end", callId);
        }
    }

    /** Frees the slots of settled calls, and wakes who waits for one. */
    void releaseCalls() {
        Calls calls = endpoint.calls();
        if (calls.hasRemoved()) {
            endpoint.outbound().lock();
            try {
                calls.release();
            } catch (Throwable failure) {
                endpoint.outbound().unlock();
                throw failure;
            }
            endpoint.outbound().unlockAndWake();
        }
    }
}
