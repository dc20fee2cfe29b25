package io.tellask.bench.codec.limit;

import io.tellask.bench.codec.Engine.UnsupportedException;
import io.tellask.bench.codec.Subject;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * A primitive array as its elements, one copy each way.
 *
 * @param <A> the type of the array
 */
final class ArrayFloor<A> implements Subject {
    private final Class<A> type;
    private final Function<A, MemorySegment> segment;
    private final IntFunction<A> allocation;
    private final byte[] buffer = new byte[1 << 17];
    private final MemorySegment target = MemorySegment.ofArray(buffer);
    private int length;

    /** @param allocation makes an array of so many bytes */
    private ArrayFloor(Class<A> type, Function<A, MemorySegment> segment, IntFunction<A> allocation) {
        this.type = type;
        this.segment = segment;
        this.allocation = allocation;
    }

    /** The floor for a type of array. */
    static Subject of(Class<?> type) {
        if (type == int[].class) {
            return new ArrayFloor<>(int[].class, MemorySegment::ofArray, bytes -> new int[bytes / Integer.BYTES]);
        } else if (type == long[].class) {
            return new ArrayFloor<>(long[].class, MemorySegment::ofArray, bytes -> new long[bytes / Long.BYTES]);
        } else if (type == double[].class) {
            return new ArrayFloor<>(double[].class, MemorySegment::ofArray, bytes -> new double[bytes / Double.BYTES]);
        } else if (type == byte[].class) {
            return new ArrayFloor<>(byte[].class, MemorySegment::ofArray, byte[]::new);
        }
        throw new UnsupportedException("nobody wrote one by hand: class=" + type.getName());
    }

    @Override
    public int encode(Object value) {
        MemorySegment source = segment.apply(type.cast(value));
        long bytes = source.byteSize();
        MemorySegment.copy(source, 0, target, 0, bytes);
        length = (int) bytes;
        return length;
    }

    @Override
    public byte[] encoded() {
        return Arrays.copyOf(buffer, length);
    }

    @Override
    public Object decode(byte[] bytes) {
        A array = allocation.apply(bytes.length);
        MemorySegment.copy(MemorySegment.ofArray(bytes), 0, segment.apply(array), 0, bytes.length);
        return array;
    }
}
