package io.tellask.remote.session;

import io.tellask.actor.contract.ContractMethod;
import io.tellask.actor.runtime.CallMessage;
import io.tellask.actor.runtime.CallerBacklog;
import io.tellask.actor.runtime.ReplyTo;
import io.tellask.remote.AccessDeniedException;
import io.tellask.remote.CallRefusedException;
import io.tellask.remote.IncomingCall;
import io.tellask.remote.Interceptor;
import io.tellask.remote.frame.OwnFailure;
import io.tellask.remote.frame.TraceFrames;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The peer's calls that an interceptor let through and that have not ended: it is told of each end. Thread-safe.
 *
 * <p>Those that wait for an answer are found by their call ids, which do not come again while a call is remembered.
 */
final class InterceptedCalls {
    /** What a call takes that waits for its answer, beside the call itself: what the interceptor sees, and its place in the map. */
    static final int ANSWERED_LATER_BYTES = 120;

    /** What a tell takes that waits for its actor, beside the call itself. */
    static final int WAITING_TELL_BYTES = 88;

    private final Endpoint endpoint;
    private final Interceptor interceptor;
    private final Map<Integer, IncomingCall> unanswered = new ConcurrentHashMap<>();

    InterceptedCalls(Endpoint endpoint, Interceptor interceptor) {
        this.endpoint = endpoint;
        this.interceptor = interceptor;
    }

    /** Asks whether a call may go on; {@code callId} is 0 for one that is not answered. Throws the refusal that its caller is told. */
    IncomingCall begin(RemoteContract<?> contract, int index, int callId, int bytes) {
        ContractMethod method = contract.method(index);
        IncomingCall call = new IncomingCall(
                endpoint.principal(),
                endpoint.peer(),
                contract.contract().type(),
                method.name(),
                method.signature(),
                bytes,
                endpoint.traced());
        try {
            interceptor.before(call);
        } catch (AccessDeniedException | CallRefusedException refusal) {
            throw refusal;
        } catch (Throwable failure) { // the application's own
            endpoint.loop().failed("an interceptor failed: peer=", endpoint.peer(), failure);
            throw new CallRefusedException("call: method=" + method.name()
                    + " was refused, what checks calls there failed; see the log of the other side");
        }
        if (callId != 0) {
            unanswered.put(callId, call);
            endpoint.memory().add(heldBytes(call));
        }
        return call;
    }

    private static int heldBytes(IncomingCall call) {
        return ANSWERED_LATER_BYTES + TraceFrames.heapBytes(call.trace().orElse(null));
    }

    /** A call has ended that was to be answered; the first end counts. */
    void ended(int callId, @Nullable Throwable failure) {
        IncomingCall call = unanswered.remove(callId);
        if (call != null) {
            endpoint.memory().add(-heldBytes(call));
            ended(call, failure);
        }
    }

    void ended(IncomingCall call, @Nullable Throwable failure) {
        try {
            interceptor.after(call, failure == null ? null : OwnFailure.unmarked(failure));
        } catch (Throwable failed) { // the application's own
            endpoint.loop().failed("an interceptor failed: peer=", endpoint.peer(), failed);
        }
    }

    /** The session has ended, and with it all calls. */
    void endAll() {
        for (Integer callId : unanswered.keySet()) {
            ended(callId, new CancellationException("call: its session has ended"));
        }
    }

    /** Takes the end of a tell that waits for its actor, for an export that is told, too. */
    ReplyTo telling(Export export, IncomingCall tell) {
        return new WaitingTell(this, export, tell);
    }

    /** Tells the interceptor and the export when a tell has ended. */
    private record WaitingTell(InterceptedCalls all, Export export, IncomingCall tell)
            implements ReplyTo, SessionCaller {
        @Override
        public Endpoint endpoint() {
            return export.endpoint();
        }

        @Override
        public void reply(CallMessage call, @Nullable Object result) {
            export.reply(call, result);
            all.ended(tell, null);
        }

        @Override
        public void fail(CallMessage call, Throwable failure) {
            export.fail(call, failure);
            all.ended(tell, failure);
        }

        @Override
        public void refuse(CallMessage call, RuntimeException reason) {
            export.refuse(call, reason);
            all.ended(tell, reason);
        }

        @Override
        public @Nullable CallerBacklog backlog() {
            return export.backlog();
        }

        @Override
        public boolean admits(CallMessage call) {
            return export.admits(call);
        }
    }
}
