package io.tellask.cluster.actors;

import io.tellask.actor.ActorStoppedException;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.contract.Forwarding;
import io.tellask.actor.contract.Routee;
import io.tellask.actor.runtime.CallMessage;
import io.tellask.cluster.ClusterException;
import io.tellask.cluster.ClusterException.Problem;
import io.tellask.remote.CreditExhaustedException;
import io.tellask.remote.DisconnectedException;
import io.tellask.remote.Remote;
import io.tellask.text.SafeLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one reference: they go to the actor where it was found last, and wait, in their order, while it is looked for. Thread-safe; while the actor
 * is where it was a call takes no lock.
 */
final class KeyedForwarding implements Forwarding {
    /** Calls of a reference that wait until its actor is found. */
    static final int MOST_WAITING = 1_024;

    private static final Logger LOG = System.getLogger("io.tellask.cluster");

    private final ActorId id;
    private final Class<?> contract;
    private final ActorSystem system;
    private final LocationCalls locations;
    private final long patienceNanos;
    private volatile @Nullable Object target; // written under this
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>(); // guarded by this
    private boolean isSought; // guarded by this

    KeyedForwarding(ActorId id, Class<?> contract, ActorSystem system, LocationCalls locations, long patienceNanos) {
        this.id = id;
        this.contract = contract;
        this.system = system;
        this.locations = locations;
        this.patienceNanos = patienceNanos;
    }

    ActorId id() {
        return id;
    }

    Class<?> contract() {
        return contract;
    }

    /** Where calls go now; null: the actor is to be found. */
    private @Nullable Object reached() {
        Object now = target;
        return now == null || ((Routee) now).isGone(Routee.Asker.ROUTER) ? null : now;
    }

    @Override
    public void tell(CallMessage call) {
        Object now = reached();
        if (now == null) {
            await(new Tell(call), null);
            return;
        }
        try {
            call.repeat(now);
        } catch (DisconnectedException | ActorStoppedException notMade) {
            await(new Tell(call), now);
        } catch (Throwable refused) {
            throw KeyedForwarding.<RuntimeException>unchanged(refused);
        }
    }

    @Override
    public Promise<Object> ask(CallMessage call) {
        RepeatedAsk ask = new RepeatedAsk(this, call);
        Object now = reached();
        if (now == null) {
            await(ask, null);
            return ask;
        }
        try {
            ask.makeNow(now);
        } catch (Throwable refused) {
            throw KeyedForwarding.<RuntimeException>unchanged(refused);
        }
        return ask;
    }

    @Override
    public Flow.Publisher<Object> stream(CallMessage call) {
        return subscriber -> {
            Objects.requireNonNull(subscriber, "subscriber");
            Object now = reached();
            if (now != null) {
                subscribe(call, now, subscriber);
                return;
            }
            Promise<Object> found = new Promise<>(); // of the actor that subscribes, which is signalled as itself
            found.whenComplete((reference, failure) -> {
                if (failure == null) {
                    subscribe(call, reference, subscriber);
                } else {
                    refuse(subscriber, failure);
                }
            });
            await(new Subscription(call, found), null);
        };
    }

    @SuppressWarnings("unchecked")
    private static void subscribe(CallMessage call, Object reference, Flow.Subscriber<? super Object> subscriber) {
        try {
            ((Flow.Publisher<Object>) Objects.requireNonNull(call.repeat(reference))).subscribe(subscriber);
        } catch (Throwable refused) {
            refuse(subscriber, refused);
        }
    }

    private static void refuse(Flow.Subscriber<? super Object> subscriber, Throwable reason) {
        subscriber.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long items) {
                // nothing comes
            }

            @Override
            public void cancel() {
                // nothing is under way
            }
        });
        subscriber.onError(reason);
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> T unchanged(Throwable failure) throws T {
        throw (T) failure;
    }

    /** An ask was not executed, since the actor is not there any more. */
    void again(RepeatedAsk ask, Object gone) {
        await(ask, gone);
    }

    /** Has a call made when the actor is found; at once if it has been found elsewhere than where the call was made in vain. */
    private void await(Waiting call, @Nullable Object inVain) {
        Object other;
        synchronized (this) {
            if (target == inVain) {
                target = null;
            }
            other = waiting.isEmpty() && !isSought ? reached() : null;
            if (other == null && hasRoom(call)) {
                call.waitsSince(System.nanoTime());
                waiting.add(call);
                seek();
            }
        }
        if (other != null) {
            call.make(other);
        }
    }

    private boolean hasRoom(Waiting call) {
        if (waiting.size() < MOST_WAITING) {
            return true;
        }
        call.fail(new ClusterException(
                Problem.LIMIT,
                "cluster: calls of actor=" + id + " that wait until it is found=" + MOST_WAITING
                        + ", the limit; wait for answers"));
        return false;
    }

    private void seek() {
        if (!isSought) {
            isSought = true;
            target = null;
            locations.find(this).whenComplete((done, failure) -> {
                if (failure != null) {
                    notFound(Outcomes.notSought(failure), true);
                }
            });
        }
    }

    /** The actor has stopped, or its host is not reached any more. */
    synchronized void lost(Object reference) {
        if (target == reference) {
            target = null;
        }
    }

    /** The actor was found; those who wait are called as the actor that looks for them. */
    void found(Object reference) {
        system.watch(reference).whenComplete((reason, failure) -> lost(reference));
        make(reference);
    }

    private void make(Object reference) {
        boolean isFull = false;
        synchronized (this) {
            for (int left = waiting.size(); left > 0 && !isFull; left--) { // what comes back meanwhile is sought anew
                Waiting next = waiting.remove();
                if (!Remote.offer(reference, next::make)) {
                    waiting.addFirst(next);
                    isFull = true;
                }
            }
            if (!isFull) {
                isSought = false;
                if (waiting.isEmpty()) {
                    target = reference;
                } else {
                    seek();
                }
            }
        }
        if (isFull) {
            Remote.whenWritable(reference).whenComplete((done, ended) -> {
                if (ended == null) {
                    make(reference);
                } else {
                    seekAnew();
                }
            });
        }
    }

    /** The actor was found and is not reached any more, while calls still wait. */
    private synchronized void seekAnew() {
        isSought = false;
        seek();
    }

    /** The actor was not found; those who wait long enough are told. Whether others go on waiting. */
    boolean notFound(RuntimeException reason, boolean isFinal) {
        synchronized (this) {
            long now = System.nanoTime();
            waiting.removeIf(each -> {
                boolean isOver = isFinal || now - each.waitsSince(now) >= patienceNanos;
                if (isOver) {
                    each.fail(reason);
                }
                return isOver;
            });
            isSought = !waiting.isEmpty();
            return isSought;
        }
    }

    /** A tell that waits. */
    private final class Tell implements Waiting {
        private final CallMessage call;
        private long since;

        Tell(CallMessage call) {
            this.call = call;
        }

        @Override
        public String method() {
            return call.method();
        }

        @Override
        public long waitsSince(long now) {
            since = since == 0 ? now : since;
            return since;
        }

        @Override
        public void make(Object reference) {
            try {
                call.repeat(reference);
            } catch (CreditExhaustedException full) {
                throw full; // it is made later
            } catch (Throwable refused) {
                SafeLog.log(LOG, Level.WARNING, "cluster: a tell was not made, method=", method(), refused);
            }
        }

        @Override
        public void fail(RuntimeException reason) {
            SafeLog.log(LOG, Level.WARNING, "cluster: a tell was not made, method=", method(), reason);
        }
    }

    /** A subscription that waits. */
    private static final class Subscription implements Waiting {
        private final CallMessage call;
        private final Promise<Object> found;
        private long since;

        Subscription(CallMessage call, Promise<Object> found) {
            this.call = call;
            this.found = found;
        }

        @Override
        public String method() {
            return call.method();
        }

        @Override
        public long waitsSince(long now) {
            since = since == 0 ? now : since;
            return since;
        }

        @Override
        public void make(Object reference) {
            found.complete(reference);
        }

        @Override
        public void fail(RuntimeException reason) {
            found.completeExceptionally(reason);
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof KeyedForwarding same && same.locations.equals(locations) && same.id.equals(id);
    }

    @Override
    public int hashCode() {
        return id.hashCode();
    }

    @Override
    public String toString() {
        return "actor " + id;
    }
}
