package io.tellask.cluster.actors;

import io.tellask.actor.ActorStoppedException;
import io.tellask.actor.Promise;
import io.tellask.actor.contract.Forwarding;
import io.tellask.actor.contract.Routee;
import io.tellask.actor.runtime.CallMessage;
import io.tellask.cluster.ClusterException;
import io.tellask.cluster.ClusterException.Problem;
import io.tellask.remote.CallRefusedException;
import io.tellask.remote.DisconnectedException;
import io.tellask.remote.Remote;
import io.tellask.remote.RemotingException;
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

    private final ActorId id;
    private final Class<?> contract;
    private final ClusterActors actors;
    private volatile @Nullable Object target; // written under this
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>(); // guarded by this
    private boolean isSought; // guarded by this; while it is not, nobody waits
    private @Nullable Ahead ahead; // guarded by this

    KeyedForwarding(ActorId id, Class<?> contract, ClusterActors actors) {
        this.id = id;
        this.contract = contract;
        this.actors = actors;
    }

    /** The ask that was sent right behind the look-up that may bring its actor. Guarded by the forwarding. */
    private static final class Ahead {
        final RepeatedAsk ask;
        final Promise<Object> lookup;
        final Object reference;

        @Nullable
        Object found; // the actor, by a later look-up: its calls begin with this ask

        @Nullable
        RuntimeException reason; // why the actor is looked for no longer

        Ahead(RepeatedAsk ask, Promise<Object> lookup, Object reference) {
            this.ask = ask;
            this.lookup = lookup;
            this.reference = reference;
        }
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
            await(new WaitingCall.Tell(call), null);
            return;
        }
        try {
            call.repeat(now);
        } catch (DisconnectedException | ActorStoppedException notMade) {
            await(new WaitingCall.Tell(call), now);
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
            await(new WaitingCall.Subscription(call, found), null);
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
    void again(RepeatedAsk ask, @Nullable Object gone) {
        await(ask, gone);
    }

    /** Has a call made when the actor is found; at once if it has been found elsewhere than where the call was made in vain. */
    private void await(Waiting call, @Nullable Object inVain) {
        Object other;
        Ahead first = null;
        synchronized (this) {
            if (target == inVain) {
                target = null;
            }
            other = isSought ? null : reached();
            if (other == null && hasRoom(call)) {
                call.waitsSince(System.nanoTime());
                waiting.add(call);
                first = isSought ? null : seek(call);
            }
        }
        if (other != null) {
            call.make(other);
        } else if (first != null) {
            make(first);
        }
    }

    private void make(Ahead first) {
        RepeatedAsk ask = first.ask;
        boolean isMade = Remote.offer(first.reference, ask::make);
        if ((!isMade || ask.isDone()) && !comesBack(ask) && !ask.isDone()) {
            await(ask, null);
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

    /** Has the actor looked for; returns the only call that waits if it is to be made ahead, since it is an ask that the look-up can be followed by. */
    private @Nullable Ahead seek(@Nullable Waiting only) {
        isSought = true;
        target = null;
        Promise<Object> begun = actors.lookup(id, contract);
        Ahead first = null;
        if (begun != null
                && ahead == null
                && only instanceof RepeatedAsk ask
                && pipelined(begun) instanceof Object reference) {
            waiting.remove();
            first = new Ahead(ask, begun, reference);
            ahead = first;
        }
        actors.locations().find(this, begun).whenComplete((done, failure) -> {
            if (failure != null) {
                notFound(Outcomes.notSought(failure), true);
            }
        });
        return first;
    }

    private static @Nullable Object pipelined(Promise<Object> lookup) {
        try {
            return lookup.pipelined();
        } catch (IllegalStateException
                | RemotingException notAhead) { // a client that reconnects, or a peer that takes no such calls
            return null;
        }
    }

    /** Whether an ask that was made ahead surely was not executed, since its look-up brought no actor. */
    synchronized boolean wasRefusedAhead(RepeatedAsk ask, Throwable failure) {
        return failure instanceof CallRefusedException && isAhead(ask) && isInVain(ahead);
    }

    private boolean isAhead(RepeatedAsk ask) {
        return ahead != null && ahead.ask == ask;
    }

    private static boolean isInVain(@Nullable Ahead made) {
        return made != null && made.lookup.isCompletedExceptionally();
    }

    /**
     * An ask was not executed, or is over. If it was the one made ahead it is the first to be made again, and those behind it go on.
     *
     * @return false if it was another one
     */
    boolean comesBack(RepeatedAsk ask) {
        Ahead its;
        synchronized (this) {
            its = ahead;
            if (its == null || its.ask != ask) {
                return false;
            }
            ahead = null;
            if (!ask.isDone() && its.reason == null) {
                waiting.addFirst(ask);
            }
            if (!isSought && !waiting.isEmpty()) {
                seek(null);
            }
        }
        if (its.reason != null) {
            ask.fail(its.reason);
        }
        if (its.found != null) {
            make(its.found);
        }
        return true;
    }

    /** The actor has stopped, or its host is not reached any more. */
    synchronized void lost(Object reference) {
        if (target == reference) {
            target = null;
        }
    }

    /** The actor was found; those who wait are called as the actor that looks for them. */
    void found(Object reference) {
        actors.system().watch(reference).whenComplete((reason, failure) -> lost(reference));
        make(reference);
    }

    private void make(Object reference) {
        boolean isFull = false;
        synchronized (this) {
            Ahead first = ahead;
            if (first != null && isInVain(first)) {
                first.found = reference;
                return;
            }
            ahead = null; // it is sent, or comes back and waits
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
                    seek(null);
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
        seek(null);
    }

    /** The actor was not found; those who wait long enough are told. Whether others go on waiting. */
    boolean notFound(RuntimeException reason, boolean isFinal) {
        synchronized (this) {
            long now = System.nanoTime();
            waiting.removeIf(each -> {
                boolean isOver = isFinal || isLate(each, now);
                if (isOver) {
                    each.fail(reason);
                }
                return isOver;
            });
            Ahead first = ahead;
            if (first != null && (isFinal || isLate(first.ask, now))) {
                first.reason = reason;
            }
            isSought = !waiting.isEmpty() || first != null && first.reason == null;
            return isSought;
        }
    }

    private boolean isLate(Waiting call, long now) {
        return now - call.waitsSince(now) >= actors.patienceNanos();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof KeyedForwarding same && same.actors == actors && same.id.equals(id);
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
