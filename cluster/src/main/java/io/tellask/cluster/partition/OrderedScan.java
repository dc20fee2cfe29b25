package io.tellask.cluster.partition;

import io.tellask.actor.Emitter;
import io.tellask.actor.StreamItems;
import io.tellask.actor.Streams;
import io.tellask.cluster.ClusterException;
import io.tellask.remote.RemotingException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Flow;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One stream, in the order of keys, of what members of all groups give in that order: the least of what is next at each comes next. Where slots move, or a
 * member ends, those that have its slots then are asked for what follows the last key that was given.
 *
 * @param <P> what members give
 * @param <T> what is made of it
 */
final class OrderedScan<P, T> {
    private static final int ITEMS_AHEAD = 256;

    private final Partitions partitions;
    private final Duration patience;
    private final int partsAhead;
    private final Asking<P> asking;
    private final Unpacking<P, T> unpacking;

    /** Asks a member for what it has of slots, with keys that are not less than a first one. */
    interface Asking<P> {
        Flow.Publisher<P> ask(PartitionService service, byte[] slots, byte[] from);
    }

    /** Hands on what is in a part: by key, all that belongs to it at once. */
    interface Unpacking<P, T> {
        void unpack(P part, BiConsumer<byte[], List<T>> items);
    }

    private record Item<T>(byte[] key, List<T> values) {}

    OrderedScan(Partitions partitions, Duration patience, int partsAhead, Asking<P> asking, Unpacking<P, T> unpacking) {
        this.partitions = partitions;
        this.patience = patience;
        this.partsAhead = partsAhead;
        this.asking = asking;
        this.unpacking = unpacking;
    }

    /** Of these slots, from the first key on that is not less than this one. */
    Flow.Publisher<T> stream(BitSet slots, byte[] from) {
        return ThreadStream.of(ITEMS_AHEAD, emitter -> {
            try (Merge merge = new Merge((BitSet) slots.clone(), from)) {
                merge.run(emitter);
            }
        });
    }

    /** What a member gives, as far as it is here. */
    private final class Source implements AutoCloseable {
        private final BitSet slots;
        private final Group.Leader leader;
        private final StreamItems<P> parts;
        private final Iterator<P> iterator;
        private final Queue<Item<T>> items = new ArrayDeque<>();

        Source(BitSet slots, Group.Leader leader, StreamItems<P> parts) {
            this.slots = slots;
            this.leader = leader;
            this.parts = parts;
            iterator = parts.iterator();
        }

        /** Waits until something is here; false if nothing comes any more. */
        boolean isFilled() {
            while (items.isEmpty() && iterator.hasNext()) {
                unpacking.unpack(iterator.next(), (key, values) -> items.add(new Item<>(key, values)));
            }
            return !items.isEmpty();
        }

        byte[] key() {
            return items.element().key();
        }

        @Override
        public void close() {
            parts.close();
            leader.close();
        }
    }

    /** Belongs to the thread of the stream. */
    private final class Merge implements AutoCloseable {
        private final PriorityQueue<Source> sources =
                new PriorityQueue<>(Comparator.comparing(Source::key, Arrays::compareUnsigned));
        private final BitSet uncovered; // slots that no source has, nor has ended with
        private byte[] from;
        private @Nullable RuntimeException last; // why a source failed

        Merge(BitSet slots, byte[] from) {
            uncovered = slots;
            this.from = from;
        }

        void run(Emitter<T> emitter) {
            cover();
            while (!sources.isEmpty()) {
                Source next = sources.element();
                Item<T> item = next.items.element();
                item.values().forEach(each -> ThreadStream.emit(emitter, each));
                from = OrderedLots.after(item.key());
                sources.remove();
                next.items.remove();
                goOn(next);
                cover();
            }
        }

        private void goOn(Source source) {
            try {
                keep(source, source.isFilled());
            } catch (RuntimeException | Error failure) {
                source.close();
                uncovered.or(source.slots);
                failed(failure);
            }
        }

        /** Where it has something, or else has ended. */
        private void keep(Source source, boolean isFilled) {
            if (isFilled) {
                sources.add(source);
            } else {
                source.close();
            }
        }

        private void failed(Throwable failure) {
            switch (Lane.cause(failure)) {
                case RemotingException passing -> last = passing;
                case ClusterException passing -> last = passing;
                case RuntimeException other -> throw other;
                case Throwable other -> throw new CompletionException(other);
            }
        }

        /** Until each slot has a source, or nothing more to give. */
        private void cover() {
            long deadline = System.nanoTime() + patience.toNanos();
            while (!uncovered.isEmpty()) {
                List<CompletableFuture<Source>> opening = new ArrayList<>();
                partitions
                        .owners(uncovered)
                        .forEach((group, slots) -> opening.add(
                                CompletableFuture.supplyAsync(() -> open(group, slots), PartitionScan.THREADS)));
                List<Throwable> failures = new ArrayList<>();
                opening.forEach(each -> take(each, failures));
                failures.forEach(this::failed);
                if (!uncovered.isEmpty() && failures.size() == opening.size()) {
                    PartitionScan.pause(deadline, uncovered, last);
                }
            }
        }

        private Source open(Group group, BitSet slots) {
            Group.Leader leader = group.leader();
            try {
                byte[] wanted = slots.toByteArray();
                StreamItems<P> parts = Streams.iterate(asking.ask(leader.service(), wanted, from), partsAhead);
                Source source = new Source(slots, leader, parts);
                source.isFilled();
                return source;
            } catch (RuntimeException | Error failure) {
                leader.close();
                throw failure;
            }
        }

        private void take(CompletableFuture<Source> opening, List<Throwable> failures) {
            try {
                Source source = opening.join();
                uncovered.andNot(source.slots);
                keep(source, !source.items.isEmpty());
            } catch (CompletionException failure) {
                failures.add(failure);
            }
        }

        @Override
        public void close() {
            sources.forEach(Source::close);
        }
    }
}
