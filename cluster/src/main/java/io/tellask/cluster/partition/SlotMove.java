package io.tellask.cluster.partition;

import io.tellask.actor.Promise;
import io.tellask.actor.StreamItems;
import io.tellask.actor.Streams;
import io.tellask.cluster.ClusterException;
import io.tellask.cluster.ClusterException.Problem;
import io.tellask.cluster.ReplicatedMap;
import io.tellask.cluster.ReplicatedMap.Versioned;
import io.tellask.cluster.partition.MoveEvent.Kind;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The move of slots from one group to another while both serve. It has no state of its own that must survive: what groups say of a slot is
 * enough for {@link MoveRecovery} to end it. Used by one thread, which waits, so not by actors.
 *
 * <pre>
 *             source   target
 * 1           OWNED    RECEIVING    by this mover; entries of earlier moves are removed first
 * 2           OWNED    RECEIVING    entries are copied, then what changes, until little is left
 * 3           STOPPED  RECEIVING    nobody serves; the last changes are copied
 * 4           STOPPED  OWNED        the step that decides; versions of the target go on above those of the source
 * 5           GIVEN    OWNED        clients that ask the source are sent on
 * 6           AWAY     OWNED        the source has removed its entries
 * </pre>
 *
 * The mover knows that it has the last change since the stream of changes has the entry that says {@code STOPPED}, too, and in its place.
 */
final class SlotMove {
    private static final int PARTS_AHEAD = 4;
    private static final int BATCHES_AHEAD = 4;
    private static final int BATCH_STEPS = 256;
    private static final int BATCH_BYTES = 64 << 10;

    /** So many changes between two looks are few enough to stop; after so many looks it is stopped in any case. */
    private static final int FEW_CHANGES = 256;

    private static final int MOST_LOOKS = 32;

    private final Group source;
    private final Group target;
    private final BitSet slots;
    private final Consumer<MoveEvent> events;
    private final String mover = UUID.randomUUID().toString();
    private final ArrayDeque<Promise<ReplicatedMap.Outcome>> given =
            new ArrayDeque<>(); // to the target, without an answer
    private final Set<Integer> stoppedSlots = new HashSet<>(); // that the stream of changes has said to be stopped
    private Map<Integer, Place> atSource = Map.of();
    private Map<Integer, Place> atTarget = Map.of();
    private ReplicatedMap<byte[], byte[]>.@Nullable Batch batch;
    private Set<Integer> batchSlots = new HashSet<>();
    private int batchSteps;
    private int batchBytes;
    private long entries;
    private long entriesAtLook;
    private int looks;
    private boolean isCopied;
    private boolean isStopped;

    SlotMove(Group source, Group target, BitSet slots, Consumer<MoveEvent> events) {
        this.source = source;
        this.target = target;
        this.slots = slots;
        this.events = events;
    }

    /**
     * Moves the slots.
     *
     * @return whether the target has them by this move; if not, it was undone, and what kept it from moving them is thrown unless it was that somebody
     *     else moves them
     */
    boolean run() {
        try {
            return attempt();
        } finally {
            if (isStopped || !atTarget.isEmpty()) {
                leave();
            }
        }
    }

    /** As {@link #run}, and leaves all as it is where it fails. */
    boolean attempt() {
        return begin() && copy() && take();
    }

    private void tell(Kind kind) {
        events.accept(new MoveEvent(kind, source.name(), target.name(), slots.cardinality(), entries));
    }

    private boolean begin() {
        atSource = source.places(slots).join();
        if (atSource.values().stream().anyMatch(place -> place.kind() != Place.Kind.OWNED)) {
            return false;
        }
        Map<Integer, Place> before = target.places(slots).join();
        boolean isReceiving = target.replace(before, this::receiving).join();
        atTarget = isReceiving ? target.places(slots).join() : Map.of();
        if (!isReceiving
                || !atTarget.values().stream().allMatch(place -> place.mover().equals(mover))) {
            return false;
        }
        BitSet leftovers = new BitSet();
        before.forEach((slot, place) -> leftovers.set(slot, hasEntries(place)));
        if (!leftovers.isEmpty()) {
            new SlotClearing(target, leftovers, atTarget).run();
        }
        tell(Kind.BEGUN);
        return true;
    }

    private static boolean hasEntries(Place place) {
        return place.kind() == Place.Kind.GIVEN || place.kind() == Place.Kind.RECEIVING;
    }

    private Place receiving(Place was) {
        return was.with(Place.Kind.RECEIVING, epoch() + 1, source.name(), mover);
    }

    /** The greatest epoch of the slots at the source: those of a move go on from there together. */
    private long epoch() {
        return atSource.values().stream().mapToLong(Place::epoch).max().orElse(0);
    }

    private boolean copy() {
        try (Group.Leader leader = source.leader();
                StreamItems<byte[]> parts =
                        Streams.iterate(leader.service().follow(slots.toByteArray()), PARTS_AHEAD)) {
            for (byte[] part : parts) {
                if (part.length > 0) {
                    EntryPart.read(part, this::take);
                } else if (!look()) {
                    return false;
                }
                if (stoppedSlots.size() == slots.cardinality()) {
                    flush();
                    return drain(0);
                }
            }
        }
        throw new ClusterException(
                Problem.CLOSED, "cluster: the member of group=" + source.name() + " that sent entries has ended");
    }

    /** Takes an entry, a change, or what the source says of a slot. */
    private void take(byte[] key, @Nullable Versioned<byte[]> value) {
        if (Place.isPlace(key)) {
            Place place = Place.of(value);
            if (place.kind() == Place.Kind.STOPPED && place.mover().equals(mover)) {
                stoppedSlots.add(Place.slot(key));
            }
            return;
        }
        int slot = Place.slot(key);
        int bytes = key.length + (value == null ? 0 : value.value().length);
        if (batchSteps == BATCH_STEPS || batchBytes + bytes > BATCH_BYTES) {
            flush();
        }
        ReplicatedMap<byte[], byte[]>.Batch now = batch == null ? target.map().batch() : batch;
        batch = now;
        if (batchSlots.add(slot)) {
            now.bind(Place.key(slot), at(slot).version());
        }
        if (value == null) {
            now.remove(key);
        } else {
            now.restore(key, value);
        }
        entries++;
        batchBytes += bytes;
        batchSteps++;
    }

    private Place at(int slot) {
        Place place = atTarget.get(slot);
        if (place == null) {
            throw new IllegalStateException("cluster: slot=" + slot + " was sent, which was not asked for");
        }
        return place;
    }

    private void flush() {
        ReplicatedMap<byte[], byte[]>.Batch now = batch;
        if (now != null) {
            given.add(now.outcome());
            batch = null;
            batchSlots = new HashSet<>();
            batchSteps = 0;
            batchBytes = 0;
            if (!drain(BATCHES_AHEAD)) {
                throw superseded();
            }
        }
    }

    /** Waits until no more batches than these are without an answer; whether the target has taken all that were answered. */
    private boolean drain(int most) {
        boolean taken = true;
        while (given.size() > most) {
            taken &= given.remove().join().applied();
        }
        return taken;
    }

    private ClusterException superseded() {
        return new ClusterException(
                Problem.MOVED,
                "cluster: group=" + target.name()
                        + " takes entries of these slots no more, since another move has begun");
    }

    /** The source had nothing more to tell: stops it, once little comes between two of these moments. */
    private boolean look() {
        flush();
        if (!drain(0)) {
            return false;
        }
        if (!isCopied) {
            isCopied = true;
            tell(Kind.COPIED);
        }
        boolean isDue = entries - entriesAtLook <= FEW_CHANGES || ++looks >= MOST_LOOKS;
        entriesAtLook = entries;
        return isStopped || !isDue || stop();
    }

    private boolean stop() {
        isStopped = true; // or may be, where the answer is lost
        boolean done = source.replace(atSource, this::stopped).join();
        if (done) {
            tell(Kind.STOPPED);
        }
        return done;
    }

    private Place stopped(Place was) {
        return was.with(Place.Kind.STOPPED, epoch(), target.name(), mover);
    }

    /** Has the target serve the slots, and the source send clients on. */
    private boolean take() {
        atSource = source.places(slots).join();
        long newest = 0;
        for (Place each : atSource.values()) {
            if (each.kind() != Place.Kind.STOPPED || !each.mover().equals(mover)) {
                return false;
            }
            newest = Math.max(newest, each.version());
        }
        ReplicatedMap<byte[], byte[]>.Batch taking =
                target.map().batch().restore(Place.FLOOR, new Versioned<>(Place.FLOOR, newest, null));
        if (!Group.replace(taking, atTarget, was -> Place.owned(was.epoch())).join()) {
            return false;
        }
        atTarget = Map.of();
        source.replace(atSource, was -> was.with(Place.Kind.GIVEN, was.epoch() + 1, target.name(), ""))
                .join();
        isStopped = false;
        tell(Kind.MOVED);
        entries = 0;
        Map<Integer, Place> left = source.places(slots).join();
        entries = new SlotClearing(source, slots, left).run();
        tell(Kind.CLEARED);
        return true;
    }

    /** Has the source serve again what it stopped serving, unless the target has it; and the target take no more. */
    private void leave() {
        Map<Integer, Place> left = source.places(slots).join();
        left.forEach((slot, place) -> {
            if (place.kind() == Place.Kind.STOPPED && place.mover().equals(mover)) {
                MoveRecovery.end(slot, source, place, target).join();
            }
        });
        Map<Integer, Place> received = target.places(slots).join();
        boolean isTaken = received.values().stream().allMatch(place -> place.kind() == Place.Kind.OWNED);
        received.values()
                .removeIf(place ->
                        place.kind() != Place.Kind.RECEIVING || !place.mover().equals(mover));
        if (!received.isEmpty()) {
            Map<Integer, Place> mine = new TreeMap<>(received);
            target.replace(mine, was -> was.with(Place.Kind.GIVEN, was.epoch() - 1, source.name(), ""))
                    .join();
        }
        tell(isTaken ? Kind.MOVED : Kind.UNDONE);
    }
}
