package io.tellask.codec.builtin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.Codec;
import io.tellask.codec.DecodeException;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** One value has one form: a boolean that takes a byte is 0 or 1. */
class BooleanBytesTest {
    private final Codec codec = Codec.standard();

    @Test
    void otherBytesThanZeroAndOneAreRefused() {
        for (Object value : List.of(true, new AtomicBoolean(true), new boolean[] {true})) {
            byte[] bytes = codec.encode(value);
            int last = bytes.length - 1;
            assertThat(bytes[last]).isEqualTo((byte) 1);

            for (int other : new int[] {2, 3, 0x80, 0xFF}) {
                bytes[last] = (byte) other;
                assertThatThrownBy(() -> codec.decode(bytes, Object.class))
                        .isInstanceOf(DecodeException.class)
                        .hasMessageContainingAll("boolean byte=" + other, "offset=" + last);
            }
        }
        byte[] optional = codec.encode(OptionalInt.of(1));
        optional[optional.length - 5] = 2;
        assertThatThrownBy(() -> codec.decode(optional, Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("boolean byte=2");
    }
}
