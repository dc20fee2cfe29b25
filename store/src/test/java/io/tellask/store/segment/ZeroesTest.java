package io.tellask.store.segment;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class ZeroesTest {
    private static final int BYTES = 3 * 4096 + 5;

    private final byte[] array = new byte[BYTES];
    private final MemorySegment bytes = MemorySegment.ofArray(array);

    @Test
    void findsAByteWhereverItStands() {
        for (int place = 7; place < BYTES - 3; place++) {
            array[place] = -1;
            assertThat(Zeroes.skip(bytes, 7, BYTES - 3)).isEqualTo(place);
            assertThat(Zeroes.skipBack(bytes, 7, BYTES - 3)).isEqualTo(place + 1);
            array[place] = 0;
        }
    }

    @Test
    void looksAtNothingBeyondTheRange() {
        array[6] = 1;
        array[BYTES - 3] = 1;
        assertThat(Zeroes.skip(bytes, 7, BYTES - 3)).isEqualTo(BYTES - 3);
        assertThat(Zeroes.skipBack(bytes, 7, BYTES - 3)).isEqualTo(7);
    }

    @Test
    void takesAnEmptyRange() {
        assertThat(Zeroes.skip(bytes, 9, 9)).isEqualTo(9);
        assertThat(Zeroes.skipBack(bytes, 9, 9)).isEqualTo(9);
        assertThat(Zeroes.skip(bytes, 9, 8))
                .as("the end stands before the beginning")
                .isEqualTo(8);
        assertThat(Zeroes.skipBack(bytes, 9, 8)).isEqualTo(8);
    }
}
