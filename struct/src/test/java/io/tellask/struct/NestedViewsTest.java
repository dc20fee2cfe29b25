package io.tellask.struct;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/** Nested views are in the memory of the view that they belong to, whatever was done with either. */
class NestedViewsTest {
    private static final int SIZE = 32;

    private final StructType<PriceUpdate> type = StructType.of(PriceUpdate.class);
    private final StructType<PriceUpdate.Instrument> instruments = StructType.of(PriceUpdate.Instrument.class);

    @Test
    void nestedViewGoesWithItsOuterOneToOtherMemory() {
        byte[] first = new byte[2 * SIZE];
        byte[] second = new byte[2 * SIZE];
        MemorySegment slice = MemorySegment.ofArray(new byte[3 * SIZE]).asSlice(SIZE, 2 * SIZE);
        MemorySegment outside = Arena.ofAuto().allocate(2 * SIZE);
        PriceUpdate view = type.view(first, SIZE);

        view.instrument().id(1);
        type.move(view, second, SIZE);
        view.instrument().id(2);
        type.move(view, slice, SIZE);
        view.instrument().id(3);
        type.move(view, outside, SIZE);
        view.instrument().id(4);

        assertThat(type.view(first, SIZE).instrument().id()).isEqualTo(1);
        assertThat(type.view(second, SIZE).instrument().id()).isEqualTo(2);
        assertThat(type.view(slice, SIZE).instrument().id()).isEqualTo(3);
        assertThat(type.view(outside, SIZE).instrument().id()).isEqualTo(4);
        assertThat(type.view(outside, 0).instrument().id()).isZero();
    }

    @Test
    void nestedViewThatWasMovedAwayComesBack() {
        byte[] own = new byte[2 * SIZE];
        PriceUpdate view = type.view(own, SIZE);
        view.instrument().id(1);

        instruments.move(view.instrument(), new byte[SIZE], 0);
        assertThat(view.instrument().id()).isEqualTo(1);
        instruments.move(view.instrument(), Arena.ofAuto().allocate(SIZE), 0);
        assertThat(view.instrument().id()).isEqualTo(1);
        instruments.move(view.instrument(), MemorySegment.ofArray(own), 0);
        assertThat(view.instrument().id()).isEqualTo(1);
    }

    @Test
    void viewOfAnArrayMayComeFromElsewhere() {
        try (StructArray<PriceUpdate> array = StructArray.allocate(type, 3)) {
            PriceUpdate view = type.allocate();
            view.instrument().id(7);

            array.move(view, 2);

            assertThat(view.instrument().id()).isZero();
            view.instrument().id(8);
            assertThat(array.view(2).instrument().id()).isEqualTo(8);
        }
    }
}
