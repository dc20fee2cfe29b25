package io.tellask.cluster.partition;

import io.tellask.actor.Actor;
import io.tellask.actor.Emitter;
import io.tellask.cluster.ClusterException;
import io.tellask.cluster.ClusterException.Problem;
import io.tellask.cluster.MapFeed;
import io.tellask.cluster.MapMachine;
import io.tellask.cluster.MapScan;
import io.tellask.cluster.Replica;
import io.tellask.cluster.ReplicatedMap.Versioned;
import io.tellask.remote.Spore;
import io.tellask.remote.SporeRun;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The entries of a member; streams are made on virtual threads beside the actor. */
final class PartitionMember extends Actor implements PartitionService {
    private static final int PARTS_AHEAD = 4;
    private static final long LOOK_NANOS = TimeUnit.MICROSECONDS.toNanos(500); // for changes

    /** A mover that found too much between two moments at which all was told waits for one more. */
    private static final long TELL_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final long MOST_BYTES = 256 << 10; // of a store that are gone over in one turn

    private static final byte[] NOTHING = {};

    private final Replica replica;
    private final MapMachine machine;
    private final Semaphore ordered = new Semaphore(Partitions.MOST_ORDERED); // streams

    PartitionMember(Replica replica, MapMachine machine) {
        this.replica = replica;
        this.machine = machine;
    }

    @Override
    public Flow.Publisher<byte[]> entries(byte[] slots) {
        BitSet wanted = Slots.read(slots);
        return ThreadStream.of(PARTS_AHEAD, emitter -> {
            try (MapScan scan = scan(wanted)) {
                EntryPart part = new EntryPart();
                while (!scan.hasEnded()) {
                    byte[] stored = scan.nextWithin(MOST_BYTES) ? scan.key() : NOTHING;
                    if (isWanted(stored, wanted)) {
                        part.add(stored, new Versioned<>(scan.value(), scan.version(), scan.expiry()));
                        send(emitter, part, part.isFull());
                    }
                }
                send(emitter, part, !part.isEmpty());
            }
        });
    }

    private static boolean isWanted(byte[] stored, BitSet slots) {
        return Place.isEntry(stored) && slots.get(Place.slot(stored));
    }

    private static void send(Emitter<byte[]> emitter, EntryPart part, boolean isDue) {
        if (isDue) {
            ThreadStream.emit(emitter, part.take());
        }
    }

    /** The entries as of a moment at which the group had the slots. */
    private MapScan scan(BitSet slots) {
        replica.newest().join();
        List<Place> before = places(slots);
        if (before.stream().anyMatch(place -> place.kind() != Place.Kind.OWNED)) {
            throw moved();
        }
        MapScan scan = machine.scan(prefix(slots));
        if (!places(slots).equals(before)) {
            scan.close();
            throw moved();
        }
        return scan;
    }

    private List<Place> places(BitSet slots) {
        return slots.stream()
                .mapToObj(slot -> Place.of(machine.value(Place.key(slot))))
                .toList();
    }

    private static byte[] prefix(BitSet slots) {
        byte[] first = Place.entryKey(Math.max(0, slots.nextSetBit(0)), new byte[0]);
        return slots.cardinality() == 1 ? first : new byte[] {first[0]};
    }

    private static ClusterException moved() {
        return new ClusterException(
                Problem.MOVED, "cluster: the group does not have all of these slots; ask who has them, and again");
    }

    @Override
    public Flow.Publisher<byte[]> follow(byte[] slots) {
        BitSet wanted = Slots.read(slots);
        return ThreadStream.of(PARTS_AHEAD, emitter -> {
            replica.newest().join();
            try (MapFeed feed = machine.follow()) {
                follow(feed, wanted, emitter);
            }
        });
    }

    private static void follow(MapFeed feed, BitSet wanted, Emitter<byte[]> emitter) {
        EntryPart part = new EntryPart();
        boolean toldAll = false;
        long toldNanos = 0; // when
        while (!emitter.isCancelled()) {
            if (feed.next()) {
                byte[] key = feed.key();
                if ((Place.isEntry(key) || Place.isPlace(key)) && wanted.get(Place.slot(key))) {
                    toldAll = false;
                    part.add(key, feed.value());
                    send(emitter, part, part.isFull());
                }
            } else if (toldAll && System.nanoTime() - toldNanos < TELL_AGAIN_NANOS) {
                LockSupport.parkNanos(LOOK_NANOS);
            } else {
                send(emitter, part, !part.isEmpty());
                ThreadStream.emit(emitter, part.take());
                toldAll = true;
                toldNanos = System.nanoTime();
            }
        }
    }

    @Override
    public <R> Flow.Publisher<R> process(byte[] slots, Spore<StoredEntry, R> spore) {
        BitSet wanted = Slots.read(slots);
        return SporeRun.start(spore, run -> {
            try (MapScan scan = scan(wanted)) {
                boolean goesOn = true;
                while (goesOn && !scan.hasEnded()) {
                    StoredEntry entry = scan.nextWithin(MOST_BYTES) ? entry(scan, wanted) : null;
                    goesOn = entry == null ? run.giveWay() : run.accept(entry);
                }
            }
        });
    }

    private static @Nullable StoredEntry entry(MapScan scan, BitSet wanted) {
        byte[] stored = scan.key();
        return isWanted(stored, wanted) ? new StoredEntry(key(stored), scan.value(), scan.version()) : null;
    }

    @Override
    public Flow.Publisher<byte[]> entriesInOrder(byte[] slots, byte[] from) {
        BitSet wanted = Slots.read(slots);
        return ThreadStream.of(PARTS_AHEAD, emitter -> {
            EntryPart part = new EntryPart();
            inOrder(wanted, from, (stored, value) -> {
                part.add(stored, value);
                send(emitter, part, part.isFull());
                return true;
            });
            send(emitter, part, !part.isEmpty());
        });
    }

    @Override
    public <R> Flow.Publisher<KeyedResults<R>> processInOrder(byte[] slots, byte[] from, Spore<StoredEntry, R> spore) {
        BitSet wanted = Slots.read(slots);
        return SporeRun.start(
                KeyedResults.of(spore),
                run -> inOrder(
                        wanted,
                        from,
                        (stored, value) -> run.accept(new StoredEntry(key(stored), value.value(), value.version()))));
    }

    private void inOrder(BitSet wanted, byte[] from, OrderedLots.Taker taker) {
        if (!ordered.tryAcquire()) {
            throw new ClusterException(
                    Problem.LIMIT,
                    "cluster: streams in the order of keys=" + (Partitions.MOST_ORDERED + 1) + ", limit="
                            + Partitions.MOST_ORDERED + "; wait for one to end");
        }
        try {
            new OrderedLots(() -> scan(wanted), wanted, from, OrderedLots.LOT_BYTES).forEach(taker);
        } finally {
            ordered.release();
        }
    }

    /** A key as its map has it. */
    static byte[] key(byte[] stored) {
        return Arrays.copyOfRange(stored, Place.KEY_BYTES, stored.length);
    }
}
