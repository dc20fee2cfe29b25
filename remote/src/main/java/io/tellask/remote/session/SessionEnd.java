package io.tellask.remote.session;

import io.tellask.remote.OutcomeUnknownException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The end of a session, which comes once and settles everything: calls under way fail as {@link OutcomeUnknownException}, streams as
 * disconnected ones, then listeners are told. {@link #end} on the loop, the rest on any thread.
 */
final class SessionEnd {
    private static final int STEPS = 14;

    private final Endpoint endpoint;
    private final List<Consumer<@Nullable RuntimeException>> listeners = new ArrayList<>(); // guarded by itself
    private volatile @Nullable RuntimeException reason;
    private volatile boolean ended;

    SessionEnd(Endpoint endpoint) {
        this.endpoint = endpoint;
    }

    boolean isEnded() {
        return ended;
    }

    /** Why, as a part of a sentence; empty before the end, and where somebody asked for it. */
    String because() {
        RuntimeException known = reason;
        return known == null ? "" : " (" + known.getMessage() + ")";
    }

    /** Calls the listener once when the session has ended, with null for a close that somebody asked for; at once if it has. */
    void listen(Consumer<@Nullable RuntimeException> listener) {
        boolean now;
        synchronized (listeners) {
            now = ended;
            if (!now) {
                listeners.add(listener);
            }
        }
        if (now) {
            listener.accept(reason);
        }
    }

    /** Settles everything; a second call changes nothing. */
    void end(@Nullable RuntimeException because) {
        if (ended) {
            return;
        }
        reason = because;
        try {
            endpoint.continuity().ending();
        } catch (Throwable failure) {
            failedPartly(failure);
        }
        synchronized (listeners) {
            ended = true;
        }
        for (int step = 0; step < STEPS; step++) {
            try {
                end(step);
            } catch (Throwable failure) { // for want of memory, which the steps before gave back
                failedPartly(failure);
            }
        }
    }

    /** A part of the end failed; the others go on. */
    void failedPartly(Throwable failure) {
        endpoint.loop().failed("the end of a session failed: peer=", endpoint.peer(), failure);
    }

    private void end(int step) {
        switch (step) {
            case 0 -> endpoint.outbound().close(endpoint.disconnected());
            case 1 -> {
                endpoint.timers().end();
                endpoint.introduction().end();
            }
            case 2 -> endpoint.streams().cancelAll();
            case 3 -> {
                endpoint.inbound().clear();
                endpoint.pipelined().end();
            }
            case 4, 5 -> // again where memory was missing
                Each.of(endpoint.calls().all().toArray(PendingCall[]::new), this::settle, this::failedPartly);
            case 6 -> endpoint.answerRoom().tellWaiters();
            case 7 -> endpoint.frames().giveUpDeferred();
            case 8 -> endpoint.endIntercepted();
            case 9 -> endpoint.exports().abandon(this::failedPartly);
            case 10 -> endpoint.watches().end();
            case 11 -> endpoint.settings().events().ended(endpoint, reason);
            case 12 -> FlightEvents.sessionEnded(endpoint, reason);
            default -> tellListeners();
        }
    }

    private void settle(PendingCall call) {
        call.fail(
                switch (call) {
                    case RemotePromise promise ->
                        new OutcomeUnknownException("call: " + promise.describe()
                                + " was under way when the session with " + endpoint.peer() + " ended" + because()
                                + "; it may have been executed or not");
                    case StreamReceiver _ -> endpoint.disconnected();
                });
    }

    private void tellListeners() {
        endpoint.continuity().ended(reason);
        List<Consumer<@Nullable RuntimeException>> told;
        synchronized (listeners) {
            told = List.copyOf(listeners);
            listeners.clear();
        }
        for (Consumer<@Nullable RuntimeException> listener : told) {
            try {
                listener.accept(reason);
            } catch (Throwable failure) {
                endpoint.loop().failed("a listener to the end of a session failed: peer=", endpoint.peer(), failure);
            }
        }
    }
}
