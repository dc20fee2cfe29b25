package io.tellask.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that are one string: short ones take a way of their own, which must not be told from the long one. */
class StringMessageTest {
    private static final Codec CODEC = Codec.builder().build();

    /** Too narrow for the short way, wide enough for all strings here. */
    private static final Codec NARROW = withBytes(124);

    private static Codec withBytes(int bytes) {
        return Codec.builder().limits(CodecLimits.standard().withBytes(bytes)).build();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 11, 12, 60, 61, 62, 63, 122, 123, 124, 200})
    void everyLengthComesBackInEachScope(int length) {
        for (String unit : new String[] {"a", "\u00ff", "\u0100", "\ud83d", "a\u0100"}) {
            String value = unit.repeat(length);
            assertThat(CODEC.decode(CODEC.encode(value), String.class)).isEqualTo(value);
            assertThat(CODEC.decode(CODEC.encode(value), Object.class)).isEqualTo(value);
            for (MessageForm form : MessageForm.values()) {
                ByteWriter out = new ByteWriter(0);
                CODEC.newScopedEncoder((id, descriptor) -> {}, form).encode(value, Object.class, out);
                ByteReader in = new ByteReader(Arrays.copyOf(out.array(), out.position()));
                assertThat(CODEC.newScopedDecoder().decode(in, Object.class)).isEqualTo(value);
                assertThat(in.remaining()).isZero();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 48, 49, 59})
    void theShortWayGivesTheBytesOfTheLongOne(int length) {
        for (String unit : new String[] {"a", "\u0100"}) {
            String value = unit.repeat(length);
            byte[] bytes = CODEC.encode(value);
            assertThat(bytes).isEqualTo(NARROW.encode(value));
            assertThat(NARROW.decode(bytes, String.class)).isEqualTo(value);
        }
    }

    @Test
    void limitsHoldAtTheirEdge() {
        String value = "x".repeat(30);
        byte[] bytes = withBytes(32).encode(value);
        assertThat(bytes).hasSize(32);
        assertThat(withBytes(32).decode(bytes, String.class)).isEqualTo(value);
        assertThatThrownBy(() -> withBytes(31).encode(value))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("limits.bytes=31");
        assertThatThrownBy(() -> withBytes(31).decode(bytes, String.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("limits.bytes=31");
    }

    @Test
    void aCutOrLengthenedMessageIsRefused() {
        for (String value : new String[] {"letters", "\u0100\u0101"}) {
            byte[] bytes = CODEC.encode(value);
            for (int length = 0; length < bytes.length; length++) {
                byte[] cut = Arrays.copyOf(bytes, length);
                assertThatThrownBy(() -> CODEC.decode(cut, String.class)).isInstanceOf(DecodeException.class);
            }
            byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
            assertThatThrownBy(() -> CODEC.decode(longer, String.class)).isInstanceOf(DecodeException.class);
            assertThatThrownBy(() -> CODEC.decode(bytes, Integer.class))
                    .isInstanceOf(DecodeException.class)
                    .hasMessageContaining("String");
        }
    }

    @Test
    void aBudgetIsAskedForAShortString() {
        ByteWriter out = new ByteWriter(0);
        CODEC.newScopedEncoder((id, descriptor) -> {}).encode("letters", String.class, out);
        byte[] bytes = Arrays.copyOf(out.array(), out.position());
        ScopedDecoder decoder = CODEC.newScopedDecoder();
        decoder.decode(new ByteReader(bytes), String.class, taken -> true);
        assertThatThrownBy(() -> decoder.decode(new ByteReader(bytes), String.class, taken -> false))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("budget");
        assertThat(decoder.decode(new ByteReader(bytes), String.class)).isEqualTo("letters");
    }
}
