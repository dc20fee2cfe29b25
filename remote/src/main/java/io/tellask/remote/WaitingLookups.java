package io.tellask.remote;

import io.tellask.actor.Cancellable;
import io.tellask.actor.Dispatcher;
import io.tellask.actor.Promise;
import io.tellask.remote.session.Endpoint;
import io.tellask.text.SafeText;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Lookups that a reconnecting client was asked for while it had no session: they are made in the next one, if that comes in time. Everything on
 * the client's loop.
 */
final class WaitingLookups {
    /** So many wait at most. */
    static final int MOST = 1_024;

    private final Dispatcher loop;
    private final Duration callTime;
    private final Set<Waiting> waiting = new LinkedHashSet<>();

    private static final class Waiting {
        private final Function<Endpoint, Promise<?>> lookup;
        private final Promise<Object> outcome;
        private Cancellable timer = () -> false;

        Waiting(Function<Endpoint, Promise<?>> lookup, Promise<Object> outcome) {
            this.lookup = lookup;
            this.outcome = outcome;
        }
    }

    WaitingLookups(Dispatcher loop, Duration callTime) {
        this.loop = loop;
        this.callTime = callTime;
    }

    /** Makes a lookup in the next session, or fails it: at its time, or where as many wait as may. */
    void add(String name, Function<Endpoint, Promise<?>> lookup, Promise<Object> outcome) {
        waiting.removeIf(WaitingLookups::isGivenUp);
        if (waiting.size() >= MOST) {
            outcome.completeExceptionally(new CallRefusedException("lookup: name=" + SafeText.of(name)
                    + ", lookups that wait for a session=" + waiting.size() + " >= limit=" + MOST
                    + "; look up less until the server is back"));
            return;
        }
        Waiting one = new Waiting(lookup, outcome);
        waiting.add(one);
        one.timer = loop.schedule(() -> late(one, name), callTime.toNanos());
    }

    /** Whoever asked has given up; then no timer keeps the lookup either. */
    private static boolean isGivenUp(Waiting one) {
        if (one.outcome.isDone()) {
            one.timer.cancel();
            return true;
        }
        return false;
    }

    private void late(Waiting one, String name) {
        if (waiting.remove(one)) {
            one.outcome.completeExceptionally(new DeadlineExceededException("lookup: name=" + SafeText.of(name)
                    + " was not sent in time, callTime=" + callTime
                    + ", there was no session; see what keeps the server away, or raise Limits.callTime"));
        }
    }

    /** There is a session. */
    void makeAll(Endpoint session) {
        for (Waiting one : takeAll()) {
            make(() -> one.lookup.apply(session), one.outcome);
        }
    }

    /** Makes a lookup, and hands on what becomes of it. */
    static void make(Supplier<Promise<?>> lookup, Promise<Object> outcome) {
        try {
            lookup.get().whenComplete((found, failure) -> {
                if (failure == null) {
                    outcome.complete(found);
                } else {
                    outcome.completeExceptionally(failure);
                }
            });
        } catch (RuntimeException
                | Error refused) { // such as values of another form; the lookups behind it are still made
            outcome.completeExceptionally(refused);
        }
    }

    /** There will be no session any more. */
    void failAll() {
        for (Waiting one : takeAll()) {
            one.outcome.completeExceptionally(closed());
        }
    }

    static DisconnectedException closed() {
        return new DisconnectedException("lookup: the client has closed; connect again");
    }

    private List<Waiting> takeAll() {
        List<Waiting> all = List.copyOf(waiting);
        waiting.clear();
        all.forEach(one -> one.timer.cancel());
        return all;
    }
}
