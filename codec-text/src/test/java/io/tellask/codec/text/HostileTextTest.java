package io.tellask.codec.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.Codec;
import io.tellask.codec.CodecLimits;
import io.tellask.codec.DecodeException;
import io.tellask.codec.EncodeException;
import io.tellask.codec.Encoding;
import io.tellask.codec.UnknownClasses;
import io.tellask.test.Seed;
import java.io.Serializable;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a text is, decoding ends with an object or a {@link DecodeException}, in memory in proportion to the text. */
class HostileTextTest {
    private static final Codec CODEC = Codec.builder().allow(Item.class).build();

    private static final int EMPTY_CONTAINERS = 20_000;
    /** Interpreted code allocates 760 bytes, the most of all; compiled code does without some of them. */
    private static final int ALLOCATED_PER_CONTAINER = 800;

    static final class Item implements Serializable {
        String name = "item";
        Item next;
        List<Object> list = new ArrayList<>();
        Map<String, Integer> map = Map.of("a", 1);
        double[] numbers = {1, Double.NaN};
        long wide = Long.MAX_VALUE;
    }

    static final class Trap implements Serializable {
        static {
            Loaded.trap = true;
        }
    }

    static final class Loaded {
        static boolean trap;
    }

    static Stream<Encoding> encodings() {
        return Stream.of(JsonEncoding.of(CODEC), CborEncoding.of(CODEC));
    }

    private static Item sample() {
        Item item = new Item();
        item.next = new Item();
        item.next.next = item;
        item.list.add(item.next);
        item.list.add("\u00fc\u4e16");
        return item;
    }

    @ParameterizedTest
    @MethodSource("encodings")
    void everyTruncationIsRefused(Encoding encoding) {
        byte[] whole = encoding.encode(sample());

        for (int length = 0; length < whole.length; length++) {
            byte[] part = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> encoding.decode(part, Item.class))
                    .as("length=%d", length)
                    .isInstanceOf(DecodeException.class);
        }
    }

    @ParameterizedTest
    @MethodSource("encodings")
    void damagedTextEndsInAnObjectOrAnError(Encoding encoding) {
        byte[] whole = encoding.encode(sample());
        for (int bit = 0; bit < 8 * whole.length; bit++) {
            byte[] damaged = whole.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            tryDecoding(encoding, damaged, "bit=" + bit);
        }
        long seed = Seed.given();
        Random random = new Random(seed);
        for (int round = 0; round < 2_000; round++) {
            byte[] damaged = whole.clone();
            for (int i = random.nextInt(8); i >= 0; i--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            }
            tryDecoding(encoding, damaged, "seed=" + seed + ", round=" + round);
        }
    }

    private static void tryDecoding(Encoding encoding, byte[] bytes, String what) {
        try {
            encoding.decode(bytes, Item.class);
        } catch (DecodeException e) {
            assertThat(e).as(what).hasMessageStartingWith("decode: ");
        }
    }

    @ParameterizedTest
    @MethodSource("encodings")
    void longChainsTakeNoStack(Encoding encoding) {
        Item first = new Item();
        Item last = first;
        for (int i = 0; i < 20_000; i++) {
            last.next = new Item();
            last = last.next;
        }
        Item back = encoding.decode(encoding.encode(first), Item.class);

        int count = 0;
        for (Item item = back; item != null; item = item.next) {
            count++;
        }
        assertThat(count).isEqualTo(20_001);
    }

    @Test
    void endlessNestingIsRefused() {
        assertThatThrownBy(() -> json("[".repeat(1_000_000), Object.class)).isInstanceOf(DecodeException.class);
        assertThatThrownBy(() -> json("{\"a\":".repeat(1_000_000), Object.class))
                .isInstanceOf(DecodeException.class);
        byte[] lists = new byte[1_000_000];
        Arrays.fill(lists, (byte) 0x81);
        assertThatThrownBy(() -> cbor(lists, Object.class)).isInstanceOf(DecodeException.class);
    }

    @Test
    void objectsAreCountedWhileTheTextIsRead() {
        Codec small = CODEC.toBuilder()
                .limits(CodecLimits.standard().withObjects(100))
                .build();
        JsonEncoding json = JsonEncoding.of(small);
        CborEncoding cbor = CborEncoding.of(small);
        byte[] lists = new byte[101];
        Arrays.fill(lists, (byte) 0x80);
        lists[0] = (byte) 0x98;
        lists[1] = 99;
        byte[] more = Arrays.copyOf(lists, 102);
        more[1] = 100;
        more[101] = (byte) 0xa0;

        assertThat((List<?>) json.decode(bytesOf("[" + "\"\",".repeat(98) + "{}]"), Object.class))
                .hasSize(99);
        assertThat((List<?>) cbor.decode(lists, Object.class)).hasSize(99);
        for (String text : List.of("[" + "\"\",".repeat(99) + "[]]", "[" + "{},".repeat(200))) {
            assertThatThrownBy(() -> json.decode(bytesOf(text), Object.class))
                    .isInstanceOf(DecodeException.class)
                    .hasMessageContainingAll("limits.objects=100", "line=1");
        }
        assertThatThrownBy(() -> cbor.decode(more, Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContainingAll("limits.objects=100", "offset=101");
    }

    private static byte[] bytesOf(String text) {
        return text.getBytes(UTF_8);
    }

    /** Garbage counts, too: what is kept is less than half of it. */
    @ParameterizedTest
    @MethodSource("emptyContainers")
    void emptyContainersTakeLittleMemory(Encoding encoding, byte[] text) {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        encoding.decode(text, Object.class);
        long before = threads.getCurrentThreadAllocatedBytes();
        List<?> back = (List<?>) encoding.decode(text, Object.class);

        assertThat((threads.getCurrentThreadAllocatedBytes() - before) / back.size())
                .isLessThan(ALLOCATED_PER_CONTAINER);
    }

    static Stream<Arguments> emptyContainers() {
        byte[] maps = new byte[EMPTY_CONTAINERS + 2];
        Arrays.fill(maps, (byte) 0xa0);
        maps[0] = (byte) 0x9f;
        maps[maps.length - 1] = (byte) 0xff;
        byte[] lists = maps.clone();
        Arrays.fill(lists, 1, lists.length - 1, (byte) 0x80);
        return Stream.of(
                Arguments.of(CborEncoding.of(CODEC), maps),
                Arguments.of(CborEncoding.of(CODEC), lists),
                Arguments.of(JsonEncoding.of(CODEC), bytesOf("[" + "{},".repeat(EMPTY_CONTAINERS - 1) + "{}]")),
                Arguments.of(JsonEncoding.of(CODEC), bytesOf("[" + "[],".repeat(EMPTY_CONTAINERS - 1) + "[]]")));
    }

    @Test
    void sizeIsLimited() {
        Codec small = CODEC.toBuilder()
                .limits(CodecLimits.standard().withBytes(1_000))
                .build();
        String long1 = "\"" + "x".repeat(1_000) + "\"";

        assertThatThrownBy(() -> JsonEncoding.of(small).decode(long1.getBytes(UTF_8), String.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("limits.bytes");
        String escaped = "\u0001".repeat(400);
        assertThatThrownBy(() -> JsonEncoding.of(small).encode(escaped))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("limits.bytes");
    }

    @Test
    void sharedListsDoNotMultiply() {
        StringBuilder text = new StringBuilder("[{\"@id\":1,\"@items\":[]}");
        for (int i = 2; i < 60; i++) {
            String reference = "{\"@ref\":" + (i - 1) + "}";
            text.append(",{\"@id\":")
                    .append(i)
                    .append(",\"@items\":[")
                    .append(reference)
                    .append(',')
                    .append(reference)
                    .append("]}");
        }
        String bomb = text.append(']').toString();

        assertThat((List<?>) json(bomb, Object.class)).hasSize(59);
        Codec untracked = CODEC.toBuilder()
                .trackReferences(false)
                .limits(CodecLimits.standard().withObjects(100_000))
                .build();
        assertThatThrownBy(() -> JsonEncoding.of(untracked).decode(bomb.getBytes(UTF_8), Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("limits.");
        assertThatThrownBy(() -> JsonEncoding.of(CODEC.toBuilder()
                                .limits(CodecLimits.standard().withBytes(100_000))
                                .build())
                        .asTrees()
                        .encode(json(bomb, Object.class), Object.class))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("limits.bytes");
    }

    @Test
    void manyUnknownNamesAreIgnoredAndForgotten() {
        StringBuilder text = new StringBuilder("{");
        for (int i = 0; i < 100_000; i++) {
            text.append("\"n").append(i).append("\":0,");
        }

        assertThat(json(text.append("\"name\":\"x\"}").toString(), Item.class))
                .extracting("name")
                .isEqualTo("x");
    }

    @Test
    void classesThatAreNotGrantedAreNotLoaded() {
        String name = HostileTextTest.class.getName() + "$Trap";

        assertThatThrownBy(() -> json("{\"@class\":\"" + name + "\"}", Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContainingAll("not granted", "$");
        assertThat(Loaded.trap).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "nul",
                "{\"list\":[1,]}",
                "{\"map\":{\"a\":1e400}}",
                "{\"wide\":9223372036854775808}",
                "{\"wide\":\"92233720368547758070\"}",
                "{\"wide\":1e1000000000}",
                "{\"wide\":1e-1000000000}",
                "{\"numbers\":[1e999]}",
                "{\"numbers\":[\"1\"]}",
                "{\"list\":{\"@ref\":7}}",
                "{\"list\":{\"@ref\":1,\"a\":1}}",
                "{\"list\":{\"@class\":\"java.lang.String\",\"@value\":\"x\"}}",
                "{\"list\":{\"@class\":7}}",
                "{\"list\":{\"@class\":\"\"}}",
                "{\"list\":{\"@class\":\"[[[\"}}",
                "{\"list\":{\"@class\":\"java.util.EnumSet\",\"@type\":\"java.lang.String\",\"@items\":[]}}",
                "{\"list\":[{\"@class\":\"java.util.EnumMap\"}]}",
                "{\"list\":[{\"@class\":\"java.util.TreeMap\",\"@order\":\"up\"}]}",
                "{\"list\":[{\"@class\":\"java.util.Date\",\"@binary\":\"AAAA\"}]}",
                "{\"list\":[{\"@class\":\"java.util.Date\",\"@binary\":7}]}",
                "{\"list\":[{\"@class\":\"java.util.Optional\",\"@items\":[1,2]}]}",
                "{\"list\":[{\"@class\":\"java.lang.Object[]\",\"@items\":7}]}",
                "{\"map\":[[1,2,3]]}",
                "{\"map\":[7]}",
                "{\"next\":{\"@id\":1,\"next\":{\"@id\":1}}}",
                "{\"next\":{\"@id\":0}}",
                "{\"next\":{\"@id\":-1}}",
                "{\"next\":[]}",
                "{\"next\":\"x\"}",
                "{\"@data\":[]} x",
                "{\"name\":\"\\ud800\\",
            })
    void malformedJsonIsRefused(String text) {
        assertThatThrownBy(() -> json(text, Item.class)).isInstanceOf(DecodeException.class);
    }

    @Test
    void longNumbersAreRefusedBeforeTheyAreComputed() {
        assertThatThrownBy(() -> json("9".repeat(1_000_000), Object.class)).isInstanceOf(DecodeException.class);
        assertThatThrownBy(() -> json("\"" + "9".repeat(1_000_000) + "\"", BigInteger.class))
                .isInstanceOf(DecodeException.class);
        assertThat(json("1e1000", BigDecimal.class)).isEqualTo(new BigDecimal("1e1000"));
        assertThatThrownBy(() -> json("1e1000000000", BigDecimal.class)).isInstanceOf(DecodeException.class);
    }

    @Test
    void invalidUtf8IsRefusedWithItsOffset() {
        assertThatThrownBy(() -> JsonEncoding.of(CODEC).decode("\"a\u00ff\"".getBytes(ISO_8859_1), String.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("offset=2");
        assertThatThrownBy(() -> cbor(bytes("61ff"), String.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("UTF-8");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1c",
                "9bffffffffffffffff",
                "9b7fffffffffffffff00",
                "5bffffffffffffffff",
                "7a7fffffff61",
                "bb7fffffffffffffff",
                "9f01",
                "bf61",
                "bf6161ff",
                "5f61ff",
                "7f4161ff",
                "ff",
                "f8ff",
                "f7",
                "d81d00",
                "d81c",
                "d81cd81d00",
                "81d81d00d81d05",
                "d81d20",
                "c243",
                "c261",
                "c48201",
                "c4821b7fffffffffffffff01",
                "c4831a000000000101",
                "d9ffff00",
                "a2616101616102",
                "0101",
            })
    void malformedCborIsRefused(String hex) {
        assertThatThrownBy(() -> cbor(bytes(hex), Object.class)).isInstanceOf(DecodeException.class);
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    private static <T> T json(String text, Class<T> type) {
        return JsonEncoding.of(CODEC).decode(text.getBytes(UTF_8), type);
    }

    private static <T> T cbor(byte[] bytes, Class<T> type) {
        return CborEncoding.of(CODEC).decode(bytes, type);
    }

    /** Names absent classes of 60,000 characters, which a class loader would remember for ever. */
    static final class LongNames {
        private static final int TEXTS = 400;

        public static void main(String[] args) {
            Codec codec = Codec.builder().allowTree("absent").build();
            int refused = 0;
            for (int i = 0; i < TEXTS; i++) {
                String name = (i % 2 == 0 ? "java.lang." : "absent.") + i + "x".repeat(60_000) + "Exception";
                byte[] text = ("{\"@class\":\"" + name + "\"}").getBytes(UTF_8);
                try {
                    JsonEncoding.of(codec).decode(text, Object.class);
                } catch (DecodeException e) {
                    refused++;
                }
            }
            System.out.println("refused=" + refused);
        }
    }

    @Test
    void longNamesOfAbsentClassesLeaveNothingBehindInASmallHeap() throws Exception {
        Process program = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-Xmx20m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LongNames.class.getName())
                .redirectErrorStream(true)
                .start();

        assertThat(new String(program.getInputStream().readAllBytes(), UTF_8)).contains("refused=" + LongNames.TEXTS);
    }

    @ParameterizedTest
    @MethodSource("encodings")
    void nameOfAClassIsRefusedBeyondItsLimit(Encoding encoding) {
        for (Codec codec : List.of(
                Codec.builder().allowTree("absent").build(),
                Codec.builder().unknownClasses(UnknownClasses.SKIP).build())) {
            Encoding reader = encoding instanceof JsonEncoding ? JsonEncoding.of(codec) : CborEncoding.of(codec);
            String longest = "absent." + "x".repeat(1_017);

            assertThatCode(() -> reader.decode(noted(encoding, longest), Object.class))
                    .satisfiesAnyOf(
                            failure -> assertThat(failure).isNull(),
                            failure -> assertThat(failure).hasMessageContaining("cannot be found"));
            assertThatThrownBy(() -> reader.decode(noted(encoding, longest + "x"), Object.class))
                    .isInstanceOf(DecodeException.class)
                    .hasMessageContaining("class name length=1025 > MAX_NAME_CHARS=1024");
        }
    }

    /** An object of a class, of which only the name is known. */
    private static byte[] noted(Encoding encoding, String className) {
        if (encoding instanceof JsonEncoding) {
            return ("{\"@class\":\"" + className + "\"}").getBytes(UTF_8);
        }
        String head = "\u00a1f@class\u0079" + (char) (className.length() >> 8) + (char) (className.length() & 0xFF);
        return (head + className).getBytes(ISO_8859_1);
    }
}
