package io.tellask.actor.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The actors of one system, in no order: arrays in which each cell knows its place, so that a million of them cost about six bytes each.
 *
 * <p>Cells with successive numbers are in different arrays, each with its lock, so that threads which spawn rarely wait for one another. No
 * lock is held for longer than an array takes to be copied. Thread-safe.
 */
public final class ActorRegistry {
    /** The place of a cell that is in no registry. */
    static final int NO_PLACE = -1;

    private static final int PARTS = 16; // a power of two

    private final Part[] parts = new Part[PARTS];

    public ActorRegistry() {
        Arrays.setAll(parts, each -> new Part());
    }

    /** Adds a cell that is in no registry. */
    public void add(ActorCell<?> cell) {
        partOf(cell).add(cell);
    }

    /** Takes a cell out; nothing happens if it is not here. */
    public void remove(ActorCell<?> cell) {
        partOf(cell).remove(cell);
    }

    private Part partOf(ActorCell<?> cell) {
        return parts[cell.number & PARTS - 1];
    }

    /** How many there are; an estimate while others spawn and stop. */
    public int size() {
        int size = 0;
        for (Part part : parts) {
            size += part.size;
        }
        return size;
    }

    /** Those that are here now, up to a number; the list is the caller's. */
    public List<ActorCell<?>> all(int most) {
        List<ActorCell<?>> all = new ArrayList<>();
        for (Part part : parts) {
            part.copyTo(all, most);
        }
        return all;
    }

    private static final class Part {
        private static final int FIRST_LENGTH = 4;

        private @Nullable ActorCell<?>[] cells = new ActorCell<?>[FIRST_LENGTH];
        private volatile int size;

        synchronized void add(ActorCell<?> cell) {
            int place = size;
            if (place == cells.length) {
                cells = Arrays.copyOf(cells, place + (place >> 1));
            }
            cells[place] = cell;
            cell.place = place;
            size = place + 1;
        }

        synchronized void remove(ActorCell<?> cell) {
            int place = cell.place;
            if (place == NO_PLACE) {
                return;
            }
            int end = size - 1;
            ActorCell<?> last = cells[end];
            cells[place] = last;
            last.place = place;
            cells[end] = null;
            cell.place = NO_PLACE; // after the last one's, which may be this one
            size = end;
            if (end >= FIRST_LENGTH && end <= cells.length >> 2) {
                cells = Arrays.copyOf(cells, cells.length >> 1);
            }
        }

        synchronized void copyTo(List<ActorCell<?>> all, int most) {
            int count = Math.min(size, most - all.size());
            for (int i = 0; i < count; i++) {
                all.add(cells[i]);
            }
        }
    }
}
