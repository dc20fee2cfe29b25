package io.tellask.cluster.partition;

import io.tellask.actor.Emitter;
import io.tellask.actor.StreamItems;
import io.tellask.actor.Streams;
import io.tellask.cluster.ClusterException;
import io.tellask.cluster.ClusterException.Problem;
import io.tellask.remote.RemotingException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * One stream of what members of all groups give, each for the slots of its group, side by side. A slot that moves before its group has begun is asked
 * for at the group that has it then; so each is asked for once.
 *
 * @param <P> what members give
 * @param <T> what is made of it
 */
final class PartitionScan<P, T> {
    private static final int ITEMS_AHEAD = 256;
    private static final int PARTS_AHEAD = 4;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    static final Executor THREADS =
            task -> Thread.ofVirtual().name("tellask-partition").start(task);

    private final Partitions partitions;
    private final Duration patience;
    private final BiFunction<PartitionService, byte[], Flow.Publisher<P>> asked;
    private final Unpacking<P, T> unpacking;

    /** Hands on what is in a part. */
    interface Unpacking<P, T> {
        void unpack(P part, Emitter<T> emitter);
    }

    PartitionScan(
            Partitions partitions,
            Duration patience,
            BiFunction<PartitionService, byte[], Flow.Publisher<P>> asked,
            Unpacking<P, T> unpacking) {
        this.partitions = partitions;
        this.patience = patience;
        this.asked = asked;
        this.unpacking = unpacking;
    }

    Flow.Publisher<T> stream() {
        return ThreadStream.of(ITEMS_AHEAD, this::run);
    }

    private void run(Emitter<T> emitter) {
        long deadline = System.nanoTime() + patience.toNanos();
        BitSet left = SlotPlan.all();
        while (!left.isEmpty()) {
            Map<Group, BitSet> owners = partitions.owners(left);
            List<CompletableFuture<BitSet>> running = new ArrayList<>();
            owners.forEach((group, slots) ->
                    running.add(CompletableFuture.supplyAsync(() -> ask(group, slots, emitter), THREADS)));
            boolean isFurther = false;
            for (CompletableFuture<BitSet> each : running) {
                BitSet done = each.join();
                isFurther |= !done.isEmpty();
                left.andNot(done);
            }
            if (!isFurther) {
                pause(deadline, left, null);
            }
        }
    }

    /** Waits a little for somebody who serves slots, but not beyond a deadline. */
    static void pause(long deadline, BitSet slots, @Nullable RuntimeException last) {
        if (System.nanoTime() - deadline > 0) {
            throw new ClusterException(
                    Problem.MOVED,
                    "cluster: slots=" + slots.cardinality()
                            + " were served by no group that could be reached; look whether all groups run",
                    last);
        }
        LockSupport.parkNanos(PAUSE_NANOS);
    }

    /** All that a group has of slots; the slots, or none of them where it had not begun and could not. */
    private BitSet ask(Group group, BitSet slots, Emitter<T> emitter) {
        boolean begun = false;
        try (Group.Leader leader = group.leader();
                StreamItems<P> parts =
                        Streams.iterate(asked.apply(leader.service(), slots.toByteArray()), PARTS_AHEAD)) {
            for (P part : parts) {
                begun = true;
                unpacking.unpack(part, emitter);
            }
            return slots;
        } catch (RemotingException | ClusterException | CompletionException failure) {
            if (begun || emitter.isCancelled() || !isPassing(failure)) {
                throw failure;
            }
            return new BitSet();
        }
    }

    /** Whether the member did not lead any more, or its group had given slots away. */
    private static boolean isPassing(RuntimeException failure) {
        return String.valueOf(failure.getMessage()).contains(ClusterException.class.getName())
                || Lane.cause(failure) instanceof ClusterException;
    }
}
