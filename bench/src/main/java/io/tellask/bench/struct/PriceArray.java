package io.tellask.bench.struct;

import io.tellask.struct.StructArray;
import io.tellask.struct.StructType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.function.Function;

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
                useElsewhere(OfStructs::new);
                yield new OfStructs(array);
            }
            case "limit-segment" -> new OfSegment(array);
            case "limit-mixed" -> {
                useElsewhere(OfSegment::new);
                yield new OfSegment(array);
            }
            default -> throw new IllegalArgumentException("unknown contender: contender=" + contender);
        };
    }

    /** Reads memory on the heap, too, so that the compiler has met all kinds of memory. */
    private static void useElsewhere(Function<StructArray<PriceUpdate>, PriceArray> way) {
        StructType<PriceUpdate> type = StructType.of(PriceUpdate.class);
        int size = type.layout().sizeBytes();
        int length = 1_000;
        StructArray<PriceUpdate> bytes = StructArray.over(type, MemorySegment.ofArray(new byte[length * size]));
        StructArray<PriceUpdate> longs =
                StructArray.over(type, MemorySegment.ofArray(new long[length * size / Long.BYTES]));
        fill(bytes);
        fill(longs);
        PriceArray first = way.apply(bytes);
        PriceArray second = way.apply(longs);
        for (int i = 0; i < 100 * length; i++) {
            int at = i % length;
            boolean isSame = first.quantity(at) == second.quantity(at)
                    && first.id(at) == second.id(at)
                    && first.both(at) == second.both(at)
                    && first.search(10L * at) == second.search(10L * at);
            if (!isSame) {
                throw new IllegalStateException("memory of two kinds differs: index=" + at);
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
        private static final VarHandle ID = ValueLayout.JAVA_LONG_UNALIGNED.varHandle();
        private static final VarHandle QUANTITY = ValueLayout.JAVA_INT_UNALIGNED.varHandle();
        private static final int BYTES = 32;
        private static final int QUANTITY_OFFSET = 24;

        private final MemorySegment memory;

        OfSegment(StructArray<PriceUpdate> array) {
            memory = array.memory();
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
