package io.tellask.bench.codec.limit;

import io.tellask.bench.codec.Engine;
import io.tellask.bench.codec.Model;
import io.tellask.bench.codec.Subject;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.function.Function;
import java.util.function.IntFunction;

/** {@code limit-floor}: each class has a codec that was written for it, and for the strings that it will see. */
public final class LimitProvider implements Engine.Provider {
    @Override
    public Engine open(String contender) {
        return (root, types, example) -> subject(root, example);
    }

    private static Subject subject(Class<?> root, Object example) {
        return switch (root.getSimpleName()) {
            case "Price" -> new FlatFloors.PriceFloor();
            case "MediaContent" ->
                isLatin((Model.MediaContent) example) ? new MediaFloor() : new MediaFloor.WideMediaFloor();
            case "User" -> new FlatFloors.UserFloor();
            case "BusinessBatch" -> new BusinessFloor();
            case "String" -> new StringFloor();
            case "int[]" ->
                new ArrayFloor<>(int[].class, MemorySegment::ofArray, bytes -> new int[bytes / Integer.BYTES]);
            case "long[]" ->
                new ArrayFloor<>(long[].class, MemorySegment::ofArray, bytes -> new long[bytes / Long.BYTES]);
            case "double[]" ->
                new ArrayFloor<>(double[].class, MemorySegment::ofArray, bytes -> new double[bytes / Double.BYTES]);
            case "byte[]" -> new ArrayFloor<>(byte[].class, MemorySegment::ofArray, byte[]::new);
            default -> throw new UnsupportedOperationException("nobody wrote one by hand: class=" + root.getName());
        };
    }

    private static boolean isLatin(Model.MediaContent content) {
        return content.media.persons.stream().allMatch(name -> name.chars().allMatch(c -> c < 0x100));
    }

    /**
     * A primitive array as its elements, one copy each way.
     *
     * @param <A> the type of the array
     */
    private static final class ArrayFloor<A> implements Subject {
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

    /** One string: a byte that says how wide its characters are, then the characters; two copies where they are wide. */
    private static final class StringFloor implements Subject {
        private static final int SHORT = 16;
        private static final int MOST = 1 << 15;

        private final byte[] buffer = new byte[2 * MOST + 1];
        private final MemorySegment target = MemorySegment.ofArray(buffer);
        private final char[] characters = new char[MOST];
        private final MemorySegment wide = MemorySegment.ofArray(characters);
        private int length;

        @Override
        @SuppressWarnings("deprecation") // one array copy, for strings known to be Latin-1
        public int encode(Object value) {
            String string = (String) value;
            int count = string.length();
            if (isLatin(string, count)) {
                buffer[0] = 0;
                string.getBytes(0, count, buffer, 1);
                length = 1 + count;
            } else {
                buffer[0] = 1;
                string.getChars(0, count, characters, 0);
                MemorySegment.copy(wide, ValueLayout.JAVA_CHAR, 0, target, ValueLayout.JAVA_CHAR_UNALIGNED, 1, count);
                length = 1 + 2 * count;
            }
            return length;
        }

        /** Long strings are asked whether they know their number of code points, which only Latin-1 ones do. */
        private static boolean isLatin(String string, int count) {
            if (count > SHORT) {
                return string.codePoints().spliterator().getExactSizeIfKnown() >= 0;
            }
            int any = 0;
            for (int i = 0; i < count; i++) {
                any |= string.charAt(i);
            }
            return any < 0x100;
        }

        @Override
        public byte[] encoded() {
            return Arrays.copyOf(buffer, length);
        }

        @Override
        @SuppressWarnings("deprecation") // one array copy
        public Object decode(byte[] bytes) {
            if (bytes[0] == 0) {
                return new String(bytes, 0, 1, bytes.length - 1);
            }
            int count = (bytes.length - 1) / 2;
            MemorySegment source = MemorySegment.ofArray(bytes);
            MemorySegment.copy(source, ValueLayout.JAVA_CHAR_UNALIGNED, 1, wide, ValueLayout.JAVA_CHAR, 0, count);
            return new String(characters, 0, count);
        }
    }
}
