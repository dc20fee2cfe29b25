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
 * The peer's calls that somebody sees and that have not ended: an interceptor, a flight recording, those who watch the traffic. All are told of
 * each end. Without an interceptor only calls are seen that come while there is a recording, or somebody watches. Thread-safe.
 *
 * <p>Those that wait for an answer are found by their call ids, which do not come again while a call is remembered.
 */
final class InterceptedCalls {
    /** What a call takes that waits for its answer, beside the call itself: what the interceptor sees, and its place in the map. */
    private static final int ANSWERED_LATER_BYTES = 160;

    /** What a tell takes that waits for its actor, beside the call itself. */
    private static final int WAITING_TELL_BYTES = 88;

    private final Endpoint endpoint;
    private final @Nullable Interceptor interceptor;
    private final @Nullable Traffic traffic;
    private boolean hasBegun; // written by the loop before it hands the call on
    private final Map<Integer, OpenCall> unanswered = new ConcurrentHashMap<>();

    InterceptedCalls(Endpoint endpoint, @Nullable Interceptor interceptor, @Nullable Traffic traffic) {
        this.endpoint = endpoint;
        this.interceptor = interceptor;
        this.traffic = traffic;
    }

    /** One that has not ended, and what was sent for it: written by its actor. */
    private static final class OpenCall {
        private final IncomingCall call;
        private final int heldBytes;
        private long items;
        private long sentBytes;

        OpenCall(IncomingCall call, int heldBytes) {
            this.call = call;
            this.heldBytes = heldBytes;
        }
    }

    /** Whether somebody wants to see calls now: an interceptor, a flight recording, or one who watches; on the loop. */
    boolean seesCalls() {
        return interceptor != null || isWatched() || FlightEvents.wantCalls();
    }

    private boolean isWatched() {
        return traffic != null && traffic.isWatched();
    }

    /** Whether any call was seen, so that ends of calls are looked for. */
    boolean hasBegun() {
        return hasBegun;
    }

    /** What a tell takes that waits for its actor, beside the call itself. */
    int waitingTellBytes() {
        return WAITING_TELL_BYTES + (FlightEvents.wantCalls() ? FlightEvents.CALL_BYTES : 0);
    }

    /** Sees a call, and asks whether it may go on; {@code callId} is 0 for one that is not answered. Throws the refusal that its caller is told. */
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
        ask(call);
        boolean recorded = FlightEvents.wantCalls();
        if (recorded) {
            FlightEvents.began(call);
        }
        if (callId != 0) {
            OpenCall open = new OpenCall(call, heldBytes(call, recorded));
            unanswered.put(callId, open);
            endpoint.memory().add(open.heldBytes);
        }
        return call;
    }

    private void ask(IncomingCall call) {
        if (interceptor != null) {
            try {
                ask(interceptor, call);
            } catch (AccessDeniedException | CallRefusedException refusal) {
                watched(call, refusal, 0, 0);
                throw refusal;
            }
        }
    }

    private static int heldBytes(IncomingCall call, boolean recorded) {
        return ANSWERED_LATER_BYTES
                + TraceFrames.heapBytes(call.trace().orElse(null))
                + (recorded ? FlightEvents.CALL_BYTES : 0);
    }

    private void ask(Interceptor by, IncomingCall call) {
        try {
            by.before(call);
        } catch (AccessDeniedException | CallRefusedException refusal) {
            throw refusal;
        } catch (Throwable failure) { // the application's own
            endpoint.loop().failed("an interceptor failed: peer=", endpoint.peer(), failure);
            throw new CallRefusedException("call: method=" + call.method()
                    + " was refused, what checks calls there failed; see the log of the other side");
        }
    }

    /** An answer was sent. */
    void sent(int callId, int bytes) {
        OpenCall open = unanswered.get(callId);
        if (open != null) {
            open.sentBytes += bytes;
        }
    }

    /** An item of a stream was sent. */
    void sentItem(int callId, int bytes) {
        OpenCall open = unanswered.get(callId);
        if (open != null) {
            open.items++;
            open.sentBytes += bytes;
        }
    }

    /** A call has ended that was to be answered; the first end counts. */
    void ended(int callId, @Nullable Throwable failure) {
        OpenCall open = unanswered.remove(callId);
        if (open != null) {
            endpoint.memory().add(-open.heldBytes);
            ended(open.call, failure, open.items, open.sentBytes);
        }
    }

    /** A tell has ended. */
    void ended(IncomingCall call, @Nullable Throwable failure) {
        ended(call, failure, 0, 0);
    }

    private void ended(IncomingCall call, @Nullable Throwable marked, long items, long sentBytes) {
        Throwable failure = marked == null ? null : OwnFailure.unmarked(marked);
        if (interceptor != null) {
            try {
                interceptor.after(call, failure);
            } catch (Throwable failed) { // the application's own
                endpoint.loop().failed("an interceptor failed: peer=", endpoint.peer(), failed);
            }
        }
        FlightEvents.ended(call, failure);
        watched(call, failure, items, sentBytes);
    }

    private void watched(IncomingCall call, @Nullable Throwable failure, long items, long sentBytes) {
        if (traffic != null && traffic.isWatched()) {
            traffic.ended(call, failure, items, sentBytes);
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
    private record WaitingTell(InterceptedCalls all, Export export, IncomingCall tell) implements SessionCaller {
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
            if (!(export instanceof RelayedExport relayed && relayed.retries(call, failure))) {
                export.fail(call, failure);
                all.ended(tell, failure);
            }
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
