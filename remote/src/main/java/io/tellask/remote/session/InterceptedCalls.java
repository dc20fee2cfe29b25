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
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The peer's calls that an interceptor let through, or that somebody watches, and that have not ended: both are told of each end. Without an
 * interceptor only calls are seen that come while somebody watches. Thread-safe.
 *
 * <p>Those that wait for an answer are found by their call ids, which do not come again while a call is remembered.
 */
final class InterceptedCalls {
    /** What a call takes that waits for its answer, beside the call itself: what the interceptor sees, and its place in the map. */
    static final int ANSWERED_LATER_BYTES = 144;

    /** What a tell takes that waits for its actor, beside the call itself. */
    static final int WAITING_TELL_BYTES = 80;

    private final Endpoint endpoint;
    private final @Nullable Interceptor interceptor;
    private final @Nullable Traffic traffic;
    private final Map<Integer, OpenCall> unanswered = new ConcurrentHashMap<>();
    private boolean hasSeen; // a call that is answered: written by the loop before that is

    InterceptedCalls(Endpoint endpoint, @Nullable Interceptor interceptor, @Nullable Traffic traffic) {
        this.endpoint = endpoint;
        this.interceptor = interceptor;
        this.traffic = traffic;
    }

    /** One that has not ended, and what was sent for it: written by its actor. */
    private static final class OpenCall {
        private final IncomingCall call;
        private long items;
        private long sentBytes;

        OpenCall(IncomingCall call) {
            this.call = call;
        }
    }

    /** Whether calls that come now are to be seen. */
    boolean isActive() {
        return interceptor != null || isWatched();
    }

    private boolean isWatched() {
        return traffic != null && traffic.isWatched();
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
                bytes);
        if (interceptor != null) {
            try {
                ask(interceptor, call);
            } catch (AccessDeniedException | CallRefusedException refusal) {
                watched(call, refusal, 0, 0);
                throw refusal;
            }
        }
        if (callId != 0) {
            hasSeen = true;
            unanswered.put(callId, new OpenCall(call));
            endpoint.memory().add(ANSWERED_LATER_BYTES);
        }
        return call;
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
        OpenCall open = hasSeen ? unanswered.get(callId) : null;
        if (open != null) {
            open.sentBytes += bytes;
        }
    }

    /** An item of a stream was sent. */
    void sentItem(int callId, int bytes) {
        OpenCall open = hasSeen ? unanswered.get(callId) : null;
        if (open != null) {
            open.items++;
            open.sentBytes += bytes;
        }
    }

    /** A call has ended that was to be answered; the first end counts. */
    void ended(int callId, @Nullable Throwable failure) {
        OpenCall open = hasSeen ? unanswered.remove(callId) : null;
        if (open != null) {
            endpoint.memory().add(-ANSWERED_LATER_BYTES);
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
