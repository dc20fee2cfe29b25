package io.tellask.kv.resp.message;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.test.Seed;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecimalTest {
    @ParameterizedTest
    @ValueSource(
            longs = {
                0,
                1,
                9,
                10,
                -1,
                -10,
                99,
                100,
                Long.MAX_VALUE,
                Long.MIN_VALUE,
                Long.MIN_VALUE + 1,
                -99,
                1_000_000_000_000_000_000L
            })
    void readsWhatItWrites(long value) {
        byte[] target = new byte[Decimal.MAX_LENGTH + 2];
        int end = Decimal.write(value, target, 1);
        assertThat(new String(target, 1, end - 1, US_ASCII)).isEqualTo(Long.toString(value));
        assertThat(Decimal.isInteger(target, 1, end - 1)).isTrue();
        assertThat(Decimal.parse(target, 1, end - 1)).isEqualTo(value);
    }

    @Test
    void readsWhatItWritesForRandomNumbers() {
        long seed = Seed.given();
        Random random = new Random(seed);
        for (int i = 0; i < 10_000; i++) {
            long value = random.nextLong() >> random.nextInt(64);
            byte[] target = new byte[Decimal.MAX_LENGTH];
            int end = Decimal.write(value, target, 0);
            assertThat(new String(target, 0, end, US_ASCII)).as("seed=%d", seed).isEqualTo(Long.toString(value));
            assertThat(Decimal.parse(target, 0, end)).as("seed=%d", seed).isEqualTo(value);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-",
                "+1",
                "01",
                "-0",
                "-01",
                "1a",
                " 1",
                "1 ",
                "9223372036854775808",
                "-9223372036854775809",
                "99999999999999999999",
                "000000000000000000001"
            })
    void takesNothingElse(String text) {
        assertThat(Decimal.isInteger(text.getBytes(US_ASCII), 0, text.length())).isFalse();
    }
}
