package io.tellask.cluster;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorStoppedException;
import io.tellask.actor.Cancellable;
import io.tellask.actor.Promise;
import io.tellask.actor.StopReason;
import io.tellask.cluster.ReplicatedMap.Versioned;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Waits for a lease, and holds it: reads its entry, takes it when it is free or has not changed for its time, and writes it again while it is held.
 *
 * <p>The holder counts its time from before a write, others from after they have seen it: so it knows of its end before anybody else may begin.
 */
final class LeaseActor extends Actor implements LeaseCalls {
    private static final int BEATS = 3; // in the time of a lease
    private static final int LOOKS = 4; // of who waits, in that time
    private static final int TRIES = 10; // after failures, in that time

    private final ReplicatedMap<String, String> map;
    private final String name;
    private final String holder;
    private final Duration time;
    private final Promise<Lease> granted = new Promise<>();
    private final CompletableFuture<Lease.End> ended =
            new CompletableFuture<>(); // whose functions run after this actor has stopped, too
    private long seenVersion = -1;
    private long seenAt;
    private @Nullable Held held;
    private @Nullable Cancellable next;
    private @Nullable Cancellable expiry;

    LeaseActor(ReplicatedMap<String, String> map, String name, String holder, Duration time) {
        this.map = map;
        this.name = name;
        this.holder = holder;
        this.time = time;
    }

    private String key() {
        return Leases.PREFIX + name;
    }

    @Override
    public Promise<Lease> acquire() {
        granted.onCancel(this::giveUp);
        look();
        return granted;
    }

    private void giveUp() {
        if (held == null) {
            end(Lease.End.RELEASED);
            free();
        }
    }

    /** Reads the entry, and goes on with what it finds; after a failure a little later. */
    private void read(BiConsumer<Long, @Nullable LeaseEntry> found) {
        map.versioned(key()).whenComplete((entry, failure) -> {
            if (ended.isDone()) {
                return;
            }
            if (failure != null) {
                later(TRIES);
            } else {
                found.accept(entry == null ? 0L : entry.version(), parsed(entry));
            }
        });
    }

    private static @Nullable LeaseEntry parsed(@Nullable Versioned<String> entry) {
        return entry == null ? null : LeaseEntry.parse(entry.value());
    }

    private void look() {
        read(this::found);
    }

    private void found(long version, @Nullable LeaseEntry entry) {
        long now = timers().nanoTime();
        boolean isMine = entry != null && entry.holder().equals(holder); // by a write whose answer was lost
        if (entry == null || entry.isFree() || isMine) {
            take(version, entry);
        } else if (version != seenVersion) {
            seenVersion = version;
            seenAt = now;
            later(LOOKS);
        } else if (now - seenAt >= Duration.ofMillis(entry.millis()).toNanos()) {
            take(version, entry);
        } else {
            later(LOOKS);
        }
    }

    private void later(int timesInTime) {
        Runnable again = held == null ? this::look : this::beat;
        next = timers().after(time.dividedBy(timesInTime), again);
    }

    private void take(long version, @Nullable LeaseEntry before) {
        long writes = timers().nanoTime();
        LeaseEntry mine = new LeaseEntry(holder, time.toMillis(), before == null ? 0 : before.beat() + 1);
        long token = version + 1; // who takes it later expects the version of this write, or a greater one
        map.compareAndSet(key(), version, mine.toString()).whenComplete((done, failure) -> {
            if (ended.isDone()) {
                free();
            } else if (failure != null) {
                later(TRIES);
            } else if (done) {
                hold(token, writes);
            } else {
                look();
            }
        });
    }

    private void hold(long token, long writes) {
        Held lease = new Held(self(LeaseCalls.class), name, token, ended);
        held = lease;
        confirm(lease, writes);
        if (!granted.complete(lease)) {
            giveBack();
        }
    }

    /** A write that was begun then was carried out. */
    private void confirm(Held lease, long writes) {
        long left = writes + time.toNanos() / TRIES * (TRIES - 1) - timers().nanoTime();
        lease.goOnFor(left);
        if (expiry != null) {
            expiry.cancel();
        }
        expiry = timers().after(Duration.ofNanos(Math.max(0, left)), () -> end(Lease.End.EXPIRED));
        later(BEATS);
    }

    /** Writes the entry once more, so that others see that this one is here. */
    private void beat() {
        read((version, entry) -> {
            if (entry == null || !entry.holder().equals(holder)) {
                end(Lease.End.EXPIRED);
                return;
            }
            long writes = timers().nanoTime();
            map.compareAndSet(key(), version, entry.next().toString())
                    .whenComplete((done, failure) -> beaten(writes, done, failure));
        });
    }

    private void beaten(long writes, @Nullable Boolean done, @Nullable Throwable failure) {
        Held lease = held;
        if (lease == null || ended.isDone()) {
            return;
        }
        if (failure == null && Boolean.TRUE.equals(done)) {
            confirm(lease, writes);
        } else {
            later(TRIES);
        }
    }

    @Override
    public Promise<Void> release() {
        return giveBack();
    }

    private Promise<Void> giveBack() {
        end(Lease.End.RELEASED);
        return free();
    }

    /** Says in the entry that nobody has it, if this one has; and ends. */
    private Promise<Void> free() {
        return freed().whenComplete((done, failure) -> system().stop(self(LeaseCalls.class)));
    }

    private Promise<Void> freed() {
        return map.versioned(key()).thenCompose(found -> {
            LeaseEntry entry = parsed(found);
            if (found == null || entry == null || !entry.holder().equals(holder)) {
                return Promise.of(null);
            }
            LeaseEntry free = new LeaseEntry(LeaseEntry.NOBODY, entry.millis(), entry.beat() + 1);
            return map.compareAndSet(key(), found.version(), free.toString())
                    .thenCompose(done -> done ? Promise.<Void>of(null) : freed()); // a write was under way
        });
    }

    private void end(Lease.End how) {
        if (ended.isDone()) {
            return;
        }
        if (next != null) {
            next.cancel();
        }
        if (expiry != null) {
            expiry.cancel();
        }
        Held lease = held;
        if (lease != null) {
            lease.end();
        }
        ended.complete(how);
        if (how == Lease.End.EXPIRED) {
            system().stop(self(LeaseCalls.class));
        }
    }

    @Override
    protected void onStop(StopReason reason) {
        end(Lease.End.EXPIRED);
    }

    /** What the holder has. */
    private static final class Held implements Lease {
        private final LeaseCalls actor;
        private final String name;
        private final long token;
        private final CompletableFuture<End> ended;
        private volatile long until;
        private volatile boolean isOver;

        Held(LeaseCalls actor, String name, long token, CompletableFuture<End> ended) {
            this.actor = actor;
            this.name = name;
            this.token = token;
            this.ended = ended;
        }

        void goOnFor(long nanos) {
            until = System.nanoTime() + nanos;
        }

        void end() {
            isOver = true;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public long token() {
            return token;
        }

        @Override
        public boolean isHeld() {
            return !isOver && System.nanoTime() - until < 0;
        }

        @Override
        public Promise<End> ended() {
            return Promise.from(ended);
        }

        @Override
        public Promise<Void> release() {
            return isOver ? Promise.of(null) : actor.release().exceptionally(Held::unlessOver);
        }

        /** It may have ended before the call came. */
        private static @Nullable Void unlessOver(Throwable failure) {
            Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
            if (cause instanceof ActorStoppedException) {
                return null;
            }
            throw failure instanceof CompletionException wrapped ? wrapped : new CompletionException(failure);
        }

        @Override
        public String toString() {
            return "Lease[name=" + name + ", token=" + token + "]";
        }
    }
}
