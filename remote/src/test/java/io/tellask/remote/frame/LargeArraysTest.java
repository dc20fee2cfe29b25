package io.tellask.remote.frame;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LargeArraysTest {
    private static final int MIB = 1 << 20;

    private final LargeArrays arrays = new LargeArrays(4 * MIB);

    @Test
    void givesAnArrayOutOnce() {
        byte[] array = arrays.take(MIB);
        assertThat(array.length).isGreaterThanOrEqualTo(MIB);
        arrays.giveBack(array);
        assertThat(arrays.keptBytes()).isEqualTo(array.length);
        assertThat(arrays.take(MIB)).isSameAs(array);
        assertThat(arrays.keptBytes()).isZero();
        assertThat(arrays.take(MIB)).isNotSameAs(array);
    }

    @Test
    void givesTheShortestThatIsLongEnough() {
        byte[] shorter = new byte[MIB];
        byte[] longer = new byte[MIB * 5 / 4];
        arrays.giveBack(longer);
        arrays.giveBack(shorter);
        assertThat(arrays.take(MIB)).isSameAs(shorter);
        assertThat(arrays.take(MIB + 1)).isSameAs(longer);
    }

    @Test
    void wastesNoLongArrayOnAShortMessage() {
        byte[] longer = new byte[300_000];
        arrays.giveBack(longer);
        assertThat(arrays.take(199_999)).isNotSameAs(longer);
        assertThat(arrays.take(200_000)).isSameAs(longer);
    }

    @Test
    void keepsNoMoreThanItMay() {
        for (int i = 0; i < 4; i++) {
            arrays.giveBack(new byte[MIB]);
        }
        assertThat(arrays.keptBytes()).isEqualTo(4 * MIB);
        arrays.giveBack(new byte[LargeArrays.LEAST_BYTES + 1]);
        assertThat(arrays.keptBytes()).isEqualTo(4 * MIB);
        assertThat(arrays.take(MIB)).hasSize(MIB);
        arrays.giveBack(new byte[LargeArrays.LEAST_BYTES + 1]);
        assertThat(arrays.keptBytes()).isEqualTo(3 * MIB + LargeArrays.LEAST_BYTES + 1);
    }

    @Test
    void keepsNoneThatIsTooShortOrTooLong() {
        LargeArrays roomy = new LargeArrays(Long.MAX_VALUE);
        roomy.giveBack(new byte[LargeArrays.LEAST_BYTES]);
        roomy.giveBack(new byte[LargeArrays.MOST_BYTES + 1]);
        assertThat(roomy.keptBytes()).isZero();
        roomy.giveBack(new byte[LargeArrays.MOST_BYTES]);
        assertThat(roomy.keptBytes()).isEqualTo(LargeArrays.MOST_BYTES);
    }
}
