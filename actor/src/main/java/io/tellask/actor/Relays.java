package io.tellask.actor;

import io.tellask.actor.runtime.ActorCell;
import org.jspecify.annotations.Nullable;

/**
 * Those who wait for a promise beyond the first {@value #DIRECT_DEPENDENTS}: each behind a promise of its own, which settles as the shared
 * one does and is forgotten when its dependent leaves.
 *
 * <p>The future keeps what was attached to it until it settles, also for dependents that were cancelled, and counts by walking all of it.
 * Without relays a promise that an actor answers all its callers with would keep something of each caller that gave up, and each
 * that leaves would cost more than the one before.
 *
 * <p>Thread-safe.
 *
 * @param <T> the value
 */
final class Relays<T> {
    /** What is attached to a promise itself; the next one goes behind a relay. */
    static final int DIRECT_DEPENDENTS = 64;

    private final Relay<T> ends = new Relay<>(this, null); // of a ring
    private boolean settled;
    private int waiting;
    private volatile int made;

    /** A relay of a promise of this owner; null once that has settled. */
    synchronized @Nullable Relay<T> add(@Nullable ActorCell<?> owner) {
        if (settled) {
            return null;
        }
        Relay<T> relay = new Relay<>(this, owner);
        relay.linkBefore(ends);
        waiting++;
        made++;
        return relay;
    }

    /** How many there have been, those that left included. */
    int made() {
        return made;
    }

    synchronized int waiting() {
        return waiting;
    }

    private synchronized void remove(Relay<T> relay) {
        if (relay.unlink()) {
            waiting--;
        }
    }

    /** The shared promise has settled: so do the relays, in the order in which they were made. */
    void settle(@Nullable T value, @Nullable Throwable failure) {
        synchronized (this) {
            settled = true;
        }
        NestedSettling.run(() -> {
            for (Relay<T> relay = first(); relay != null; relay = first()) {
                remove(relay);
                relay.settleAs(value, failure); // which does not throw
            }
        });
    }

    private synchronized @Nullable Relay<T> first() {
        return ends.next == ends ? null : ends.next;
    }

    /** Stands for a shared promise towards one dependent. Links are guarded by the lock of its {@link Relays}. */
    static final class Relay<T> extends Promise<T> {
        private final Relays<T> relays;
        private Relay<T> previous = this;
        private Relay<T> next = this;

        private Relay(Relays<T> relays, @Nullable ActorCell<?> owner) {
            super(owner);
            this.relays = relays;
        }

        private void linkBefore(Relay<T> end) {
            previous = end.previous;
            next = end;
            previous.next = this;
            end.previous = this;
        }

        private boolean unlink() {
            boolean linked = next != this;
            previous.next = next;
            next.previous = previous;
            previous = this;
            next = this;
            return linked;
        }

        /** Its dependent has settled otherwise: the shared promise counts it on, and keeps nothing of it. */
        void forget() {
            relays.remove(this);
        }

        /** On whatever thread settles the shared promise. */
        @Override
        protected @Nullable Dispatcher settledOn() {
            return null;
        }

        @Override
        protected void onAbandoned() {
            forget();
        }
    }
}
