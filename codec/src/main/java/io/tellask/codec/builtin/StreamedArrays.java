package io.tellask.codec.builtin;

import io.tellask.codec.ByteReader;
import io.tellask.codec.graph.GraphReader;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Arrays of primitives of a graph that arrives in parts: they grow with their elements, so that a count alone allocates
 * no more than {@value #GROWTH} times what has arrived of the graph.
 */
final class StreamedArrays {
    /** What a writer copies at once. */
    static final int CHUNK_BYTES = 1 << 16;

    private static final int GROWTH = 8;

    private StreamedArrays() {}

    /** Reads an array with elements of fixed width. */
    static Object read(GraphReader in, Class<?> component, ValueLayout layout) {
        int bytesEach = (int) layout.byteSize();
        int length = in.readCount();
        ByteReader source = in.in;
        Object array = Array.newInstance(component, Math.min(length, granted(source, bytesEach)));
        ValueLayout ofHeap = layout.withOrder(ByteOrder.nativeOrder());
        int done = 0;
        while (done < length) {
            source.require(bytesEach);
            array = withRoom(array, component, done, Math.min(length, granted(source, bytesEach)));
            int count = Math.min(source.remaining() / bytesEach, Array.getLength(array) - done);
            int at = source.position();
            MemorySegment target = segment(array);
            MemorySegment bytes = MemorySegment.ofArray(source.array());
            MemorySegment.copy(bytes, layout, at, target, ofHeap, (long) done * bytesEach, count);
            source.advanceTo(at + count * bytesEach);
            done += count;
        }
        in.register(array);
        return array;
    }

    static boolean[] readBooleans(GraphReader in) {
        int length = in.readCount();
        boolean[] array = new boolean[Math.min(length, granted(in.in, 1))];
        for (int i = 0; i < length; i++) {
            if (i == array.length) {
                array = Arrays.copyOf(array, Math.min(length, granted(in.in, 1)));
            }
            array[i] = in.in.readBoolean();
        }
        in.register(array);
        return array;
    }

    private static Object withRoom(Object array, Class<?> component, int done, int length) {
        if (done < Array.getLength(array)) {
            return array;
        }
        Object longer = Array.newInstance(component, length);
        System.arraycopy(array, 0, longer, 0, done);
        return longer;
    }

    /** The elements that may be allocated by now; more than those that have arrived. */
    private static int granted(ByteReader source, int bytesEach) {
        long bytes = Math.max(CHUNK_BYTES, GROWTH * source.offset());
        return (int) Math.min(Integer.MAX_VALUE, bytes / bytesEach);
    }

    static MemorySegment segment(Object array) {
        return switch (array) {
            case byte[] bytes -> MemorySegment.ofArray(bytes);
            case short[] shorts -> MemorySegment.ofArray(shorts);
            case char[] chars -> MemorySegment.ofArray(chars);
            case int[] ints -> MemorySegment.ofArray(ints);
            case long[] longs -> MemorySegment.ofArray(longs);
            case float[] floats -> MemorySegment.ofArray(floats);
            default -> MemorySegment.ofArray((double[]) array);
        };
    }
}
