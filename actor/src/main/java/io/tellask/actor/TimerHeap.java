package io.tellask.actor;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Timers by the instant when they are due; of those with the same one, by the order in which they were added. Not thread-safe.
 *
 * <p>A binary heap in an array. Each timer knows its place there, so one that is called off is taken out at once: at its place comes the last one, which
 * moves by one step on average, and by log2 of their number at most. The array shrinks when three quarters of it are empty.
 */
final class TimerHeap<T extends TimerHeap.Entry> {
    /** One timer: what the heap needs of it, 16 bytes beside the object's head. */
    abstract static class Entry {
        static final int NOWHERE = -1;

        /** When it is due; not changed while it is in the heap. Two of one heap are less than 292 years apart. */
        long dueNanos;

        int order;
        int place = NOWHERE;

        private boolean isBefore(Entry other) {
            long later = other.dueNanos - dueNanos;
            return later != 0 ? later > 0 : other.order - order > 0;
        }
    }

    private static final int LEAST_CAPACITY = 2;

    private @Nullable Entry[] entries = new @Nullable Entry[LEAST_CAPACITY];
    private int size;
    private int added;

    int size() {
        return size;
    }

    /** The one that is due first; null if there is none. */
    @Nullable
    T first() {
        return at(0);
    }

    @SuppressWarnings("unchecked") // nothing else is added
    private @Nullable T at(int place) {
        return (T) entries[place];
    }

    void add(T entry) {
        if (size == entries.length) {
            entries = Arrays.copyOf(entries, size + (size >> 1) + 1);
        }
        entry.order = added++;
        rise(entry, size++);
    }

    /** Takes one out; false if it is not in here. */
    boolean remove(T entry) {
        int place = entry.place;
        if (place == Entry.NOWHERE) {
            return false;
        }
        entry.place = Entry.NOWHERE;
        Entry last = entries[--size];
        entries[size] = null;
        if (last != null && last != entry) {
            sink(last, place);
            if (last.place == place) {
                rise(last, place);
            }
        }
        if (size < entries.length >> 2 && entries.length > LEAST_CAPACITY) {
            entries = Arrays.copyOf(entries, Math.max(LEAST_CAPACITY, entries.length >> 1));
        }
        return true;
    }

    /** Puts an entry at a place, or further up if it is due before those. */
    private void rise(Entry entry, int from) {
        int place = from;
        while (place > 0) {
            int above = (place - 1) >> 1;
            Entry parent = entries[above];
            if (parent == null || !entry.isBefore(parent)) {
                break;
            }
            put(parent, place);
            place = above;
        }
        put(entry, place);
    }

    /** Puts an entry at a place, or further down if others are due before it. */
    private void sink(Entry entry, int from) {
        int place = from;
        for (int below = 2 * place + 1; below < size; below = 2 * place + 1) {
            Entry child = entries[below];
            Entry other = below + 1 < size ? entries[below + 1] : null;
            if (other != null && child != null && other.isBefore(child)) {
                child = other;
                below++;
            }
            if (child == null || !child.isBefore(entry)) {
                break;
            }
            put(child, place);
            place = below;
        }
        put(entry, place);
    }

    private void put(Entry entry, int place) {
        entries[place] = entry;
        entry.place = place;
    }
}
