package io.tellask.codec;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The objects of one message by the numbers that they got when their heads were read: the reader's counterpart of
 * {@link References}. Not thread-safe.
 */
final class Numbered {
    /** Stands for every object that is not built yet, until one is referred to. */
    static final Hole UNFINISHED = new Hole();

    /** In the place of an object that nothing may refer to. */
    private static final Object UNSHARED = new Object();

    private static final int RETAINED = 4_096;

    private @Nullable Object[] objects = new Object[64];
    private int count;

    int count() {
        return count;
    }

    /** Gives the next number. */
    int add(Object value) {
        int number = count;
        if (number == objects.length) {
            objects = Arrays.copyOf(objects, 2 * number);
        }
        objects[number] = value;
        count = number + 1;
        return number;
    }

    /** The object that a back reference means, or the hole in its place. */
    @Nullable
    Object at(int number, GraphReader in) {
        if (Integer.compareUnsigned(number, count) >= 0) {
            throw in.damaged("back reference=" + Integer.toUnsignedString(number) + " > known=" + count);
        }
        Object value = objects[number];
        if (value == UNSHARED) {
            throw in.damaged("back reference=" + number + " to an object that is shared with nobody");
        }
        return value;
    }

    /** Lets nothing refer to {@code value}, if it got {@code number}. */
    void unshare(int number, @Nullable Object value) {
        if (count > number && objects[number] == value) {
            objects[number] = UNSHARED;
        }
    }

    void fill(int number, @Nullable Object value) {
        if (number >= 0) {
            objects[number] = value;
        }
    }

    /** The hole of an object that is not built yet, in a message that is read with holes. */
    Hole hole(int number) {
        if (objects[number] instanceof Hole hole) {
            return hole;
        }
        throw new IllegalStateException("object number=" + number + " is built");
    }

    /** The same, or null where the object is built or has no hole of its own. */
    @Nullable
    Hole openHole(int number) {
        return objects[number] instanceof Hole hole && hole != UNFINISHED ? hole : null;
    }

    void clear() {
        if (objects.length > RETAINED) {
            objects = new Object[64];
        } else if (count > 0) {
            Arrays.fill(objects, 0, count, null);
        }
        count = 0;
    }
}
