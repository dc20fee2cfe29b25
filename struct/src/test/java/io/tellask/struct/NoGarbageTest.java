package io.tellask.struct;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** Views are moved, written, compared and read without allocating, whatever the memory, and not because a compiler saw to it. */
class NoGarbageTest {
    private static final int ROUNDS = 20_000;
    private static final int SLOTS = 16;
    private static final long MAX_BYTES = ROUNDS; // one a round: no object is that small

    private final StructType<PriceUpdate> type = StructType.of(PriceUpdate.class);

    @Test
    void arraysAndSegmentsAreUsedWithoutGarbage() {
        byte[] bytes = new byte[SLOTS * 32];
        PriceUpdate view = type.allocate();
        withoutGarbage(i -> type.move(view, bytes, i % SLOTS * 32), view);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(SLOTS * 32);
            withoutGarbage(i -> type.move(view, memory, i % SLOTS * 32), view);
            StructArray<PriceUpdate> array = StructArray.over(type, memory);
            withoutGarbage(i -> array.move(view, i % SLOTS), view);
        }
    }

    private interface Move {
        void to(int round);
    }

    private static void withoutGarbage(Move move, PriceUpdate view) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        use(move, view); // links what is used
        long before = threads.getCurrentThreadAllocatedBytes();
        long sum = use(move, view);
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(MAX_BYTES);
        assertThat(sum).isEqualTo(3L * ROUNDS * (ROUNDS - 1) / 2 + ROUNDS);
    }

    private static long use(Move move, PriceUpdate view) {
        long sum = 0;
        for (int i = 0; i < ROUNDS; i++) {
            move.to(i);
            view.instrument().mnemonic("BMW");
            view.instrument().id(i);
            view.quantity(i);
            view.price(i);
            sum += view.instrument().id() + view.quantity() + (long) view.price();
            sum += view.instrument().mnemonicEquals("BMW") ? 1 : 0;
        }
        return sum;
    }
}
