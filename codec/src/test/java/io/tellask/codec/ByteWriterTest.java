package io.tellask.codec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ByteWriterTest {
    private static final int MIB = 1 << 20;

    /** Arrays of half a MiB or more take whole regions of the collector: what they take is what they say. */
    @Test
    void growsWithinTheRegionsThatItsArrayTakes() {
        ByteWriter out = new ByteWriter(4_096);
        for (int bytes = 0; bytes < 9 * MIB; bytes += 1_000) {
            out.writeBytes(new byte[1_000], 0, 1_000);
            int withHeader = out.array().length + 16;
            if (withHeader > MIB / 2) {
                assertThat(withHeader % MIB)
                        .as("array of %s bytes", out.array().length)
                        .isZero();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "10, 20, 20",
        "300000, 600000, 524272",
        "524272, 524272, 524272",
        "524273, 524273, 1048560",
        "600000, 1048880, 1048560",
        "1048561, 1048880, 2097136",
        "2147483583, 2147483583, 2147483583"
    })
    void arraysAreAsLongAsTheirRegions(long least, long wished, int length) {
        assertThat(ByteWriter.arrayLength(least, wished)).isEqualTo(length);
    }
}
