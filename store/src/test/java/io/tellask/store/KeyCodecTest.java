package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.store.codec.KeyCodec;
import io.tellask.store.segment.KeyBuffer;
import io.tellask.store.segment.KeyInput;
import io.tellask.test.Seed;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The canonical encodings: these bytes never change. */
class KeyCodecTest {
    enum Side {
        BUY,
        SELL
    }

    record Position(String account, int instrument, Side side) {}

    record Wide(byte[] raw, long number, UUID id) {}

    record Nested(Position position, String note) {}

    record Endless(Endless next) {}

    private static <K> String hex(Class<K> type, K key) {
        KeyBuffer buffer = KeyBuffer.empty(1000);
        KeyCodec.of(type).encode(key, buffer);
        return HexFormat.of().formatHex(buffer.array, KeyBuffer.START, buffer.end);
    }

    private static <K> K decoded(Class<K> type, String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        return KeyCodec.of(type).decode(new KeyInput(bytes, 0, bytes.length));
    }

    private static <K> void holds(Class<K> type, K key, String hex) {
        assertThat(hex(type, key)).isEqualTo(hex);
        assertThat(decoded(type, hex)).isEqualTo(key);
    }

    @Test
    void encodesStringsAsUtf8() {
        holds(String.class, "", "");
        holds(String.class, "u1", "7531");
        holds(String.class, "aü€\ud83d\ude00", "61c3bce282acf09f9880");
    }

    @Test
    void encodesNumbersInTheirOrder() {
        holds(Integer.class, 0, "80000000");
        holds(Integer.class, -1, "7fffffff");
        holds(Integer.class, Integer.MAX_VALUE, "ffffffff");
        holds(Long.class, 1L, "8000000000000001");
        holds(Long.class, Long.MIN_VALUE, "0000000000000000");
    }

    @Test
    void encodesIdsNamesAndBytes() {
        holds(UUID.class, new UUID(0x0123456789ABCDEFL, 0xFEDCBA9876543210L), "0123456789abcdeffedcba9876543210");
        holds(Side.class, Side.SELL, "53454c4c");
        holds(byte[].class, new byte[] {0, -1}, "00ff");
    }

    @Test
    void encodesRecordsComponentByComponent() {
        holds(Position.class, new Position("a1", 7, Side.BUY), "000000026131" + "80000007" + "00000003425559");
        holds(
                Nested.class,
                new Nested(new Position("", 0, Side.BUY), "x"),
                "00000000" + "80000000" + "00000003425559" + "0000000178");
        String wide = hex(Wide.class, new Wide(new byte[] {9}, 2, new UUID(0, 1)));
        assertThat(wide).isEqualTo("0000000109" + "8000000000000002" + "00000000000000000000000000000001");
    }

    @Test
    void describesRecordsByTheirStructure() {
        assertThat(KeyCodec.of(Nested.class).signature()).isEqualTo("record(record(string,int32,enum),string)");
    }

    @Test
    void refusesTypesWithoutCanonicalEncoding() {
        assertThatThrownBy(() -> KeyCodec.of(Double.class))
                .isInstanceOf(StoreTypeException.class)
                .hasMessageContaining("Double");
        assertThatThrownBy(() -> KeyCodec.of(Endless.class))
                .isInstanceOf(StoreTypeException.class)
                .hasMessageContaining("depth=8");
        assertThatThrownBy(() -> hex(Position.class, new Position(null, 1, Side.BUY)))
                .isInstanceOf(StoreTypeException.class)
                .hasMessageContaining("account is null");
    }

    @Test
    void encodesRandomTextAsTheJdkDoes() {
        long seed = Seed.given();
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 2000; round++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(20); i > 0; i--) {
                int point = random.nextInt(1 << random.nextInt(1, 21));
                text.appendCodePoint(point >= 0xD800 && point < 0xE000 ? 'x' : point);
            }
            KeyBuffer buffer = KeyBuffer.empty(1000);
            buffer.writeUtf8(text.toString());
            assertThat(Arrays.copyOfRange(buffer.array, KeyBuffer.START, buffer.end))
                    .as("seed=" + seed)
                    .isEqualTo(text.toString().getBytes(StandardCharsets.UTF_8));
        }
    }
}
