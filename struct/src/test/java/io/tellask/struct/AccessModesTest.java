package io.tellask.struct;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Atomic methods of all types that have them, also of elements, nested structs and the other byte order. */
class AccessModesTest {
    interface Flags {
        boolean flag();

        boolean flagVolatile();

        void flagVolatile(boolean value);

        boolean flagAcquire();

        void flagRelease(boolean value);

        byte small();

        byte smallVolatile();

        void smallVolatile(byte value);

        byte smallAcquire();

        void smallRelease(byte value);

        short middle();

        short middleVolatile();

        void middleVolatile(short value);

        short middleAcquire();

        void middleRelease(short value);

        char letter();

        char letterVolatile();

        void letterVolatile(char value);

        char letterAcquire();

        void letterRelease(char value);
    }

    @Struct(byteOrder = Endianness.BIG)
    interface Numbers {
        int number();

        int numberVolatile();

        void numberVolatile(int value);

        int numberAcquire();

        void numberRelease(int value);

        boolean numberCompareAndSet(int expected, int value);

        int numberGetAndAdd(int delta);

        float ratio();

        float ratioVolatile();

        void ratioVolatile(float value);

        float ratioAcquire();

        void ratioRelease(float value);

        boolean ratioCompareAndSet(float expected, float value);

        double price();

        double priceVolatile();

        void priceVolatile(double value);

        double priceAcquire();

        void priceRelease(double value);

        boolean priceCompareAndSet(double expected, double value);

        @Count(3)
        long slots(int index);

        long slotsVolatile(int index);

        void slotsVolatile(int index, long value);

        long slotsAcquire(int index);

        void slotsRelease(int index, long value);

        boolean slotsCompareAndSet(int index, long expected, long value);

        long slotsGetAndAdd(int index, long delta);

        Flags flags();
    }

    @Test
    void smallTypesAreReadAndWrittenInEachMode() {
        StructType<Numbers> type = StructType.of(Numbers.class);
        assertThat(type.requiredAlignmentBytes()).isEqualTo(8);
        Flags flags = type.allocate().flags();

        flags.flagVolatile(true);
        assertThat(flags.flag() && flags.flagVolatile() && flags.flagAcquire()).isTrue();
        flags.flagRelease(false);
        assertThat(flags.flag()).isFalse();
        flags.smallVolatile((byte) -7);
        assertThat(List.of(flags.small(), flags.smallVolatile(), flags.smallAcquire()))
                .containsOnly((byte) -7);
        flags.smallRelease((byte) 8);
        assertThat(flags.small()).isEqualTo((byte) 8);
        flags.middleVolatile((short) -700);
        assertThat(List.of(flags.middle(), flags.middleVolatile(), flags.middleAcquire()))
                .containsOnly((short) -700);
        flags.middleRelease((short) 800);
        assertThat(flags.middle()).isEqualTo((short) 800);
        flags.letterVolatile('\u1234');
        assertThat(List.of(flags.letter(), flags.letterVolatile(), flags.letterAcquire()))
                .containsOnly('\u1234');
        flags.letterRelease('x');
        assertThat(flags.letter()).isEqualTo('x');
    }

    @Test
    void numbersAreComparedAndSetInBigEndianOrderToo() {
        Numbers numbers = StructType.of(Numbers.class).allocate();

        numbers.numberVolatile(7);
        assertThat(List.of(numbers.number(), numbers.numberVolatile(), numbers.numberAcquire()))
                .containsOnly(7);
        numbers.numberRelease(8);
        assertThat(numbers.numberCompareAndSet(7, 9)).isFalse();
        assertThat(numbers.numberCompareAndSet(8, 9)).isTrue();
        assertThat(numbers.numberGetAndAdd(1_000)).isEqualTo(9);
        assertThat(numbers.number()).isEqualTo(1_009);
        numbers.ratioVolatile(1.5f);
        assertThat(numbers.ratioVolatile() + numbers.ratioAcquire()).isEqualTo(3);
        numbers.ratioRelease(2.5f);
        assertThat(numbers.ratioCompareAndSet(2.5f, 3.5f)).isTrue();
        assertThat(numbers.ratio()).isEqualTo(3.5f);
        numbers.priceVolatile(1.5);
        assertThat(numbers.priceVolatile() + numbers.priceAcquire()).isEqualTo(3);
        numbers.priceRelease(2.5);
        assertThat(numbers.priceCompareAndSet(1, 2)).isFalse();
        assertThat(numbers.priceCompareAndSet(2.5, 3.5)).isTrue();
        assertThat(numbers.price()).isEqualTo(3.5);
    }

    @Test
    void elementsHaveAtomicMethods() {
        Numbers numbers = StructType.of(Numbers.class).allocate();

        numbers.slotsVolatile(2, 5);
        assertThat(List.of(numbers.slots(2), numbers.slotsVolatile(2), numbers.slotsAcquire(2)))
                .containsOnly(5L);
        numbers.slotsRelease(0, 3);
        assertThat(numbers.slotsCompareAndSet(0, 3, -1)).isTrue();
        assertThat(numbers.slotsGetAndAdd(0, 2)).isEqualTo(-1);
        assertThat(List.of(numbers.slots(0), numbers.slots(1), numbers.slots(2)))
                .containsExactly(1L, 0L, 5L);
    }

    @Test
    void noIncrementOfThreadsIsLost() throws InterruptedException {
        int threads = 4;
        int rounds = 20_000;
        StructType<Numbers> type = StructType.of(Numbers.class);
        Numbers numbers = type.allocate();
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Numbers own = type.duplicate(numbers);
            all.add(Thread.ofPlatform().start(() -> {
                for (int round = 0; round < rounds; round++) {
                    own.slotsGetAndAdd(1, 1);
                    int before;
                    do {
                        before = own.numberVolatile();
                    } while (!own.numberCompareAndSet(before, before + 1));
                }
            }));
        }
        for (Thread thread : all) {
            thread.join();
        }

        assertThat(numbers.slotsVolatile(1)).isEqualTo((long) threads * rounds);
        assertThat(numbers.numberVolatile()).isEqualTo(threads * rounds);
    }
}
