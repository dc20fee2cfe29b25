package io.tellask.persistence;

import io.tellask.actor.Promise;
import io.tellask.store.Durability;
import io.tellask.text.SafeText;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Promises of what was written: settled at once, or, with {@link Durability#FORCED}, in the order of the writes once the disk was forced. One
 * force is under way at a time; what is written meanwhile shares the next one. Belongs to the actor.
 */
final class PendingWrites {
    private record Pending(
            long number, Promise<Object> promise, @Nullable Object value) {}

    private final Ownership ownership;
    private final @Nullable Supplier<CompletableFuture<Void>> force; // null: a write that returned is safe enough
    private final int most;
    private final ArrayDeque<Pending> waiting = new ArrayDeque<>();
    private Runnable onDurable = () -> {};
    private long written;
    private long durable;
    private boolean forcing;

    PendingWrites(Ownership ownership, @Nullable Supplier<CompletableFuture<Void>> force, int most) {
        this.ownership = ownership;
        this.force = force;
        this.most = most;
    }

    /**
     * Recovery found the writes up to this one. What a process wrote before it was killed may not be on the disk yet, so that is forced first.
     */
    void recovered(long number, Runnable whenMoreAreDurable) {
        onDurable = whenMoreAreDurable;
        written = number;
        if (force == null) {
            durable = number;
        } else if (number > 0) {
            forceOnce(force);
        }
    }

    /** The last write that is as safe as it will be. */
    long durable() {
        return durable;
    }

    void requireRoom(String name) {
        if (waiting.size() >= most) {
            throw new PersistenceLimitException("persistence: name=" + SafeText.of(name) + ", pendingWrites="
                    + waiting.size() + ", limit=" + most
                    + "; wait for promises of earlier ones, or raise PersistenceLimits.pendingWrites");
        }
    }

    /** Write {@code number} was made: the promise of its outcome. */
    <T> Promise<T> written(long number, @Nullable T value) {
        written = number;
        if (force == null) {
            durable = number;
            onDurable.run();
            return Promise.of(value);
        }
        return whenDurable(value);
    }

    /** Settles when all that was written is durable. */
    @SuppressWarnings("unchecked")
    <T> Promise<T> whenDurable(@Nullable T value) {
        if (durable == written || force == null) {
            return Promise.of(value);
        }
        Promise<Object> promise = new OwnWrite();
        waiting.add(new Pending(written, promise, value));
        if (!forcing) {
            forceOnce(force);
        }
        return (Promise<T>) promise;
    }

    private void forceOnce(Supplier<CompletableFuture<Void>> forceNow) {
        forcing = true;
        long target = written;
        Promise<Void> _ = Promise.from(forceNow.get()).whenComplete((_, failure) -> {
            forcing = false;
            if (failure == null) {
                settleUpTo(target);
                if (!waiting.isEmpty() && !forcing) {
                    forceOnce(forceNow);
                }
            } else {
                fail(failure);
            }
        });
    }

    private void settleUpTo(long target) {
        durable = target;
        while (!waiting.isEmpty() && waiting.getFirst().number <= target) {
            Pending next = waiting.removeFirst();
            next.promise.complete(next.value);
        }
        onDurable.run();
    }

    /** The actor stops, so nothing runs as it any more: whoever waits is told by the thread that forces the disk. */
    void actorStops() {
        if (force != null && !waiting.isEmpty()) {
            CompletableFuture<Void> _ = force.get().whenComplete((_, failure) -> {
                if (failure == null) {
                    waiting.forEach(write -> write.promise.complete(write.value));
                } else {
                    waiting.forEach(write -> write.promise.completeExceptionally(failure));
                }
            });
        }
    }

    /** Settled by a later message of the actor that writes, which therefore does not wait for it. */
    private static final class OwnWrite extends Promise<Object> {
        @Override
        protected boolean waitsForMaker() {
            return true;
        }
    }

    /** The disk refused: what is in memory may not be there after a restart. */
    private void fail(Throwable failure) {
        ownership.end("a force of the disk failed", failure);
        while (!waiting.isEmpty()) {
            waiting.removeFirst().promise.completeExceptionally(failure);
        }
    }
}
