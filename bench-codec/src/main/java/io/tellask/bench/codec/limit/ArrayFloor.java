package io.tellask.bench.codec.limit;

import io.tellask.bench.codec.Engine.UnsupportedException;
import io.tellask.bench.codec.Subject;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * A primitive array as its elements, one copy each way.
 *
 * @param <A> the type of the array
 */
abstract class ArrayFloor<A> implements Subject {
    private final Class<A> type;
    private final byte[] buffer = new byte[1 << 17];
    private final MemorySegment target = MemorySegment.ofArray(buffer);
    private int length;

    private ArrayFloor(Class<A> type) {
        this.type = type;
    }

    /** The floor for a type of array. */
    static Subject of(Class<?> type) {
        if (type == int[].class) {
            return new Ints();
        } else if (type == long[].class) {
            return new Longs();
        } else if (type == double[].class) {
            return new Doubles();
        } else if (type == byte[].class) {
            return new Bytes();
        }
        throw new UnsupportedException("nobody wrote one by hand: class=" + type.getName());
    }

    abstract MemorySegment segment(A array);

    abstract A allocate(int bytes);

    @Override
    public final int encode(Object value) {
        MemorySegment source = segment(type.cast(value));
        long bytes = source.byteSize();
        MemorySegment.copy(source, 0, target, 0, bytes);
        length = (int) bytes;
        return length;
    }

    @Override
    public final byte[] encoded() {
        return Arrays.copyOf(buffer, length);
    }

    @Override
    public final Object decode(byte[] bytes) {
        A array = allocate(bytes.length);
        MemorySegment.copy(MemorySegment.ofArray(bytes), 0, segment(array), 0, bytes.length);
        return array;
    }

    private static final class Ints extends ArrayFloor<int[]> {
        Ints() {
            super(int[].class);
        }

        @Override
        MemorySegment segment(int[] array) {
            return MemorySegment.ofArray(array);
        }

        @Override
        int[] allocate(int bytes) {
            return new int[bytes / (int) ValueLayout.JAVA_INT.byteSize()];
        }
    }

    private static final class Longs extends ArrayFloor<long[]> {
        Longs() {
            super(long[].class);
        }

        @Override
        MemorySegment segment(long[] array) {
            return MemorySegment.ofArray(array);
        }

        @Override
        long[] allocate(int bytes) {
            return new long[bytes / (int) ValueLayout.JAVA_LONG.byteSize()];
        }
    }

    private static final class Doubles extends ArrayFloor<double[]> {
        Doubles() {
            super(double[].class);
        }

        @Override
        MemorySegment segment(double[] array) {
            return MemorySegment.ofArray(array);
        }

        @Override
        double[] allocate(int bytes) {
            return new double[bytes / (int) ValueLayout.JAVA_DOUBLE.byteSize()];
        }
    }

    private static final class Bytes extends ArrayFloor<byte[]> {
        Bytes() {
            super(byte[].class);
        }

        @Override
        MemorySegment segment(byte[] array) {
            return MemorySegment.ofArray(array);
        }

        @Override
        byte[] allocate(int bytes) {
            return new byte[bytes];
        }
    }
}
