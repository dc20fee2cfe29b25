package io.tellask.cluster.partition;

import io.tellask.actor.StreamItems;
import io.tellask.actor.Streams;
import io.tellask.cluster.ReplicatedMap;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Removes the entries of slots that a group has no more, a few at a time, so that what it serves goes on. It changes nothing where the group has
 * become something else to the slot meanwhile. Used by one thread, which waits, so not by actors.
 */
final class SlotClearing {
    private static final int PARTS_AHEAD = 1;
    private static final int BATCH_KEYS = 128;

    private final Group group;
    private final BitSet slots;
    private final Map<Integer, Place> places;

    /** What the group is to the slots is neither that it serves them nor that it stopped to. */
    SlotClearing(Group group, BitSet slots, Map<Integer, Place> places) {
        this.group = group;
        this.slots = (BitSet) slots.clone();
        this.places = places;
        this.slots.stream().filter(slot -> !mayBeCleared(place(slot))).forEach(this.slots::clear);
    }

    private static boolean mayBeCleared(Place place) {
        return place.kind() == Place.Kind.GIVEN || place.kind() == Place.Kind.RECEIVING;
    }

    private Place place(int slot) {
        return Objects.requireNonNull(places.get(slot));
    }

    /** Removes them, and says of slots that were given away that nothing is left; how many there were. */
    long run() {
        if (slots.isEmpty()) {
            return 0;
        }
        long removed = 0;
        List<byte[]> keys = new ArrayList<>();
        try (Group.Leader leader = group.leader();
                StreamItems<byte[]> parts =
                        Streams.iterate(leader.service().follow(slots.toByteArray()), PARTS_AHEAD)) {
            for (byte[] part : parts) {
                if (part.length == 0) {
                    break;
                }
                EntryPart.read(part, (key, value) -> {
                    if (value != null && Place.isEntry(key)) {
                        keys.add(key);
                    }
                });
                removed += keys.size();
                remove(keys);
                keys.clear();
            }
        }
        sayCleared();
        return removed;
    }

    private void remove(List<byte[]> keys) {
        for (int from = 0; from < keys.size(); from += BATCH_KEYS) {
            ReplicatedMap<byte[], byte[]>.Batch batch = group.map().batch();
            BitSet bound = new BitSet();
            for (byte[] key : keys.subList(from, Math.min(keys.size(), from + BATCH_KEYS))) {
                int slot = Place.slot(key);
                if (!bound.get(slot)) {
                    bound.set(slot);
                    batch.bind(Place.key(slot), place(slot).version());
                }
                batch.remove(key);
            }
            batch.commit().join();
        }
    }

    private void sayCleared() {
        Map<Integer, Place> given = new TreeMap<>();
        slots.stream()
                .filter(slot -> place(slot).kind() == Place.Kind.GIVEN)
                .forEach(slot -> given.put(slot, place(slot)));
        if (!given.isEmpty()) {
            group.replace(given, was -> was.with(Place.Kind.AWAY, was.epoch(), was.other(), ""))
                    .join();
        }
    }
}
