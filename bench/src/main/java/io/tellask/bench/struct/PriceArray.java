package io.tellask.bench.struct;

import io.tellask.struct.StructArray;
import io.tellask.struct.StructType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/** One way to read structs of an array in memory: the id of struct {@code i} is 10 {@code i}, its quantity {@code i} + 1. For one thread. */
interface PriceArray {
    /** A number of the struct itself. */
    int quantity(long index);

    /** A number of the struct in it. */
    long id(long index);

    /** Both. */
    default long both(long index) {
        return id(index) + quantity(index);
    }

    /** Index of the struct with that id, negative if there is none. */
    long search(long id);

    /** Memory as it is read. */
    static void fill(StructArray<PriceUpdate> array) {
        PriceUpdate view = array.view(0);
        for (long i = 0; i < array.length(); i++) {
            array.move(view, i);
            view.instrument().id(10 * i);
            view.quantity((int) i + 1);
        }
    }

    /** By the name of a contender. */
    static PriceArray of(String contender, StructArray<PriceUpdate> array) {
        return switch (contender) {
            case "tellask" -> new OfStructs(array);
            case "tellask-mixed" -> {
                useElsewhere();
                yield new OfStructs(array);
            }
            case "limit-segment" -> new OfSegment(array.memory());
            default -> throw new IllegalArgumentException("unknown contender: contender=" + contender);
        };
    }

    /** Uses the interface over arrays and the heap too, so that the compiler has met all kinds of memory. */
    private static void useElsewhere() {
        StructType<PriceUpdate> type = StructType.of(PriceUpdate.class);
        int size = type.layout().sizeBytes();
        long[] memory = new long[1_000 * size / Long.BYTES];
        byte[] bytes = new byte[memory.length * Long.BYTES];
        PriceUpdate view = type.view(bytes, 0);
        OfStructs longs = new OfStructs(StructArray.over(type, MemorySegment.ofArray(memory)));
        OfStructs array = new OfStructs(StructArray.over(type, MemorySegment.ofArray(bytes)));
        for (int round = 0; round < 100; round++) {
            fill(longs.array);
            fill(array.array);
            for (int i = 0; i < 1_000; i++) {
                type.move(view, bytes, i * size);
                long sum = view.quantity() + view.instrument().id();
                if (sum != longs.both(i) || sum != array.both(i) || longs.search(10L * i) != array.search(10L * i)) {
                    throw new IllegalStateException("memory of two kinds differs: index=" + i + ", sum=" + sum);
                }
            }
        }
    }

    /** One view, moved to each struct. */
    final class OfStructs implements PriceArray {
        private final StructArray<PriceUpdate> array;
        private final PriceUpdate view;

        OfStructs(StructArray<PriceUpdate> array) {
            this.array = array;
            view = array.view(0);
        }

        @Override
        public int quantity(long index) {
            array.move(view, index);
            return view.quantity();
        }

        @Override
        public long id(long index) {
            array.move(view, index);
            return view.instrument().id();
        }

        @Override
        public long both(long index) {
            array.move(view, index);
            return view.instrument().id() + view.quantity();
        }

        @Override
        public long search(long id) {
            return array.binarySearch(view, update -> update.instrument().id(), id);
        }
    }

    /** The same by hand, each field by a constant {@link VarHandle} and its offset. */
    final class OfSegment implements PriceArray {
        private static final VarHandle ID = ValueLayout.JAVA_LONG.varHandle();
        private static final VarHandle QUANTITY = ValueLayout.JAVA_INT.varHandle();
        private static final int BYTES = 32;
        private static final int QUANTITY_OFFSET = 24;

        private final MemorySegment memory;

        OfSegment(MemorySegment memory) {
            this.memory = memory;
        }

        @Override
        public int quantity(long index) {
            return (int) QUANTITY.get(memory, index * BYTES + QUANTITY_OFFSET);
        }

        @Override
        public long id(long index) {
            return (long) ID.get(memory, index * BYTES);
        }

        @Override
        public long search(long id) {
            long low = 0;
            long high = memory.byteSize() / BYTES - 1;
            while (low <= high) {
                long middle = (low + high) >>> 1;
                long found = id(middle);
                if (found == id) {
                    return middle;
                }
                if (found < id) {
                    low = middle + 1;
                } else {
                    high = middle - 1;
                }
            }
            return -1 - low;
        }
    }
}
