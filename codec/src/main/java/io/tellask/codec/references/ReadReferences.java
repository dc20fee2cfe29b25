package io.tellask.codec.references;

import io.tellask.codec.ByteReader;
import io.tellask.codec.DecodeException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The objects of one message by the numbers that they got when their heads were read: the reader's counterpart of
 * {@link WriteReferences}. Not thread-safe.
 */
public final class ReadReferences {
    /** Stands for every object that is not built yet, until one is referred to. */
    public static final Placeholder UNFINISHED = new Placeholder();

    /** In the place of an object that nothing may refer to. */
    private static final Object UNSHARED = new Object();

    private static final int RETAINED = 4_096;

    private @Nullable Object[] objects = new Object[64];
    private int count;
    private int messages;

    public int count() {
        return count;
    }

    /** Gives the next number. */
    public int add(Object value) {
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
    public Object at(int number, ByteReader in) {
        if (Integer.compareUnsigned(number, count) >= 0) {
            throw damaged("back reference=" + Integer.toUnsignedString(number) + " > known=" + count, in);
        }
        Object value = objects[number];
        if (value == UNSHARED) {
            throw damaged("back reference=" + number + " to an object that is shared with nobody", in);
        }
        return value;
    }

    private static DecodeException damaged(String what, ByteReader in) {
        return new DecodeException("decode: " + what + ", offset=" + in.offset() + "; the stream is damaged");
    }

    /** Lets nothing refer to {@code value}, if it got {@code number}. */
    public void unshare(int number, @Nullable Object value) {
        if (count > number && objects[number] == value) {
            objects[number] = UNSHARED;
        }
    }

    public void fill(int number, @Nullable Object value) {
        if (number >= 0) {
            objects[number] = value;
        }
    }

    /** The hole of an object that is not built yet, in a message that is read with holes. */
    public Placeholder hole(int number) {
        if (objects[number] instanceof Placeholder hole) {
            return hole;
        }
        throw new IllegalStateException("object number=" + number + " is built");
    }

    /** The same, or null where the object is built or has no hole of its own. */
    @Nullable
    public Placeholder openHole(int number) {
        return objects[number] instanceof Placeholder hole && hole != UNFINISHED ? hole : null;
    }

    public void clear() {
        if (count > 0 && (++messages & WriteReferences.RENEWAL - 1) == 0) {
            objects = new Object[Math.min(objects.length, RETAINED)]; // young again, as in WriteReferences
        } else if (objects.length > RETAINED) {
            objects = new Object[64];
        } else if (count > 0) {
            Arrays.fill(objects, 0, count, null);
        }
        count = 0;
    }
}
