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
    private static final int ANSWERED_LATER_BYTES = 120;

    /** What a tell takes that waits for its actor, beside the call itself. */
    private static final int WAITING_TELL_BYTES = 88;

    private final Endpoint endpoint;
    private final @Nullable Interceptor interceptor;
    private boolean hasBegun; // the loop's, which hands the calls on
    private final Map<Integer, IncomingCall> unanswered = new ConcurrentHashMap<>();

    InterceptedCalls(Endpoint endpoint, @Nullable Interceptor interceptor) {
        this.endpoint = endpoint;
        this.interceptor = interceptor;
    }

    /** Whether somebody wants to see calls now: an interceptor, or a flight recording; on the loop. */
    boolean seesCalls() {
        return interceptor != null || FlightEvents.wantCalls();
    }

    /** Whether any call was seen, so that ends of calls are looked for. */
    boolean hasBegun() {
        return hasBegun;
    }

    /** What a tell takes that waits for its actor, beside the call itself. */
    int waitingTellBytes() {
        return WAITING_TELL_BYTES + (FlightEvents.wantCalls() ? FlightEvents.CALL_BYTES : 0);
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
        hasBegun = true;
        ask(call, method);
        boolean recorded = FlightEvents.wantCalls();
        if (recorded) {
            FlightEvents.began(call);
        }
        if (callId != 0) {
            unanswered.put(callId, call);
            endpoint.memory().add(heldBytes(call, recorded));
        }
        return call;
    }

    private void ask(IncomingCall call, ContractMethod method) {
        if (interceptor == null) {
            return;
        }
        try {
            interceptor.before(call);
        } catch (AccessDeniedException | CallRefusedException refusal) {
            throw refusal;
        } catch (Throwable failure) { // the application's own
            endpoint.loop().failed("an interceptor failed: peer=", endpoint.peer(), failure);
            throw new CallRefusedException("call: method=" + method.name()
                    + " was refused, what checks calls there failed; see the log of the other side");
        }
    }

    private static int heldBytes(IncomingCall call, boolean recorded) {
        return ANSWERED_LATER_BYTES
                + TraceFrames.heapBytes(call.trace().orElse(null))
                + (recorded ? FlightEvents.CALL_BYTES : 0);
    }

    /** A call has ended that was to be answered; the first end counts. */
    void ended(int callId, @Nullable Throwable failure) {
        IncomingCall call = unanswered.remove(callId);
        if (call != null) {
            endpoint.memory().add(-heldBytes(call, ended(call, failure)));
        }
    }

    /** A call has ended; whether a flight recording saw it. */
    boolean ended(IncomingCall call, @Nullable Throwable failure) {
        if (interceptor != null) {
            tell(interceptor, call, failure);
        }
        return FlightEvents.ended(call, failure == null ? null : OwnFailure.unmarked(failure));
    }

    private void tell(Interceptor told, IncomingCall call, @Nullable Throwable failure) {
        try {
            told.after(call, failure == null ? null : OwnFailure.unmarked(failure));
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
