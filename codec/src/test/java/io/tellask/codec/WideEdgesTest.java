package io.tellask.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Values at the edges of the short ways of the wide form: counts of one byte, lengths of strings that fit their room, values
 * with and without a body of fixed length, and what changes from one message of a session to the next.
 */
class WideEdgesTest {
    /** One field for each way that generated code of the wide form has. */
    @NullUnmarked
    static class Box {
        ArrayList<String> strings;
        List<Leaf> leaves;
        List<Object> any;
        Map<String, Object> map;
        String text;
        Leaf leaf;
        Unit unit;
        Integer number;
        Long large;
        Double real;
        BigDecimal decimal;
        Instant instant;
        Duration duration;
        LocalDate date;
        UUID uuid;
        Object object;
    }

    @NullUnmarked
    static class Leaf {
        int number;
        String text;

        static Leaf of(int number) {
            Leaf leaf = new Leaf();
            leaf.number = number;
            leaf.text = "leaf " + number % 7;
            return leaf;
        }
    }

    static class OtherLeaf extends Leaf {
        boolean other = true;
    }

    record Nothing() {}

    enum Unit {
        ONE,
        TWO {
            @Override
            public String toString() {
                return "two";
            }
        }
    }

    private static final Codec CODEC =
            Codec.builder().allowPackage("io.tellask.codec").build();

    static Stream<Arguments> boxes() {
        return Stream.of(
                        IntStream.of(0, 1, 2, 30, 31, 32, 33, 1_000).mapToObj(WideEdgesTest::counted),
                        IntStream.of(0, 1, 48, 49, 60, 61, 62, 122, 123, 124, 127, 128, 5_000)
                                .boxed()
                                .flatMap(WideEdgesTest::texts),
                        values())
                .flatMap(each -> each);
    }

    private static Arguments counted(int count) {
        Box box = new Box();
        box.strings = filled(count, i -> i % 5 == 4 ? null : "string " + i % 9);
        box.leaves = filled(count, Leaf::of);
        box.any = filled(count, i -> switch (i % 6) {
            case 0 -> Leaf.of(i);
            case 1 -> "text";
            case 2 -> new OtherLeaf();
            case 3 -> i;
            case 4 -> new Nothing();
            default -> null;
        });
        box.map = mapped(count, i -> "value " + i % 3);
        box.object = List.of(
                mapped(count, i -> (long) i),
                mapped(count, i -> i == 2 ? null : i == 3 ? "other" : Instant.ofEpochSecond(i)),
                mapped(count, Leaf::of),
                mapped(count, i -> i % 4 == 0 ? null : "text"),
                mixedKeys(count));
        return Arguments.of("count=" + count, box);
    }

    private static <T> ArrayList<@Nullable T> filled(int count, IntFunction<@Nullable T> element) {
        ArrayList<@Nullable T> list = new ArrayList<>();
        IntStream.range(0, count).forEach(i -> list.add(element.apply(i)));
        return list;
    }

    private static Map<String, Object> mapped(int count, IntFunction<@Nullable Object> value) {
        Map<String, Object> map = new HashMap<>();
        IntStream.range(0, count).forEach(i -> map.put(i == 1 ? null : "key " + i, value.apply(i)));
        return map;
    }

    private static Map<Object, Object> mixedKeys(int count) {
        Map<Object, Object> map = new HashMap<>();
        IntStream.range(0, count).forEach(i -> map.put(i == count - 1 ? (Object) i : "key " + i, (long) i));
        return map;
    }

    private static Stream<Arguments> texts(int length) {
        return Stream.of("a", "\u00ff", "\u0100").map(letter -> {
            String text = letter.repeat(length);
            Box box = new Box();
            box.text = text;
            box.strings = new ArrayList<>(Arrays.asList(text, "", null, text, new String(text)));
            box.map = new HashMap<>(Map.of(text, text, "other" + text, "x"));
            box.leaf = new Leaf();
            box.leaf.text = text;
            box.any = new ArrayList<>(Arrays.asList(text, 1, text));
            return Arguments.of("length=" + length + " of " + (int) letter.charAt(0), box);
        });
    }

    private static Stream<Arguments> values() {
        List<Object> values = new ArrayList<>(List.of(
                Integer.MIN_VALUE,
                Long.MIN_VALUE,
                -0.0,
                Double.NaN,
                BigDecimal.ZERO,
                new BigDecimal("-999999999").scaleByPowerOfTen(-63),
                new BigDecimal("999999999").scaleByPowerOfTen(-64),
                new BigDecimal("9999999999"),
                new BigDecimal("1E+5"),
                new BigDecimal(BigInteger.ONE.shiftLeft(200), 3),
                Instant.EPOCH,
                Instant.MIN,
                Instant.MAX,
                Instant.ofEpochSecond(-(1L << 33), 1),
                Instant.ofEpochSecond((1L << 33) - 1, 999_999_999),
                Instant.ofEpochSecond(1L << 33),
                Duration.ZERO,
                Duration.ofSeconds(Long.MIN_VALUE),
                Duration.ofSeconds(Long.MAX_VALUE, 999_999_999),
                LocalDate.MIN,
                LocalDate.MAX,
                LocalDate.of(0, 1, 1),
                LocalDate.of((1 << 22) - 1, 12, 31),
                LocalDate.of(1 << 22, 1, 1),
                new UUID(-1, Long.MIN_VALUE)));
        Collections.addAll(values, (Object[]) Unit.values());
        return values.stream().map(value -> Arguments.of(value.getClass().getSimpleName() + " " + value, box(value)));
    }

    private static Box box(Object value) {
        Box box = new Box();
        switch (value) {
            case Integer number -> box.number = number;
            case Long number -> box.large = number;
            case Double number -> box.real = number;
            case BigDecimal number -> box.decimal = number;
            case Instant time -> box.instant = time;
            case Duration time -> box.duration = time;
            case LocalDate time -> box.date = time;
            case UUID id -> box.uuid = id;
            default -> box.unit = (Unit) value;
        }
        box.object = value;
        box.any = new ArrayList<>(Arrays.asList(value, null, value));
        box.map = new HashMap<>();
        box.map.put("first", value);
        box.map.put("second", value);
        return box;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("boxes")
    void comesBackByEveryWay(String name, Box box) {
        EveryWay.assertComesBack(CODEC, box);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("boxes")
    void comesBackWithoutNumbers(String name, Box box) {
        Codec trees = CODEC.toBuilder().trackReferences(false).build();

        Box back = RoundTrips.session(trees, box, Box.class, 3);

        assertThat(GraphText.of(back, false)).isEqualTo(GraphText.of(box, false));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void messagesOfManyKindsFollowEachOther(boolean references) {
        Codec codec = CODEC.toBuilder().trackReferences(references).build();
        ScopedDecoder decoder = codec.newScopedDecoder();
        ScopedEncoder encoder =
                codec.newScopedEncoder((id, descriptor) -> decoder.learn(id, new ByteReader(descriptor)));
        Leaf shared = Leaf.of(3);
        Box twice = new Box();
        twice.leaf = shared;
        twice.object = shared;
        List<Object> roots =
                new ArrayList<>(List.of(Leaf.of(1), twice, Leaf.of(2), "text", Unit.TWO, 5, new Nothing()));
        boxes().forEach(each -> roots.add(each.get()[1]));
        ByteWriter out = new ByteWriter(64);

        for (int round = 0; round < 3; round++) {
            for (Object root : roots) {
                Class<?> declared = round == 1 ? Object.class : root instanceof Unit ? Unit.class : root.getClass();
                out.clear();
                out.writeInt64(-1);
                encoder.encode(root, declared, out);
                int end = out.position();
                out.writeInt64(-1);
                ByteReader in = new ByteReader();
                in.wrap(out.array(), Long.BYTES, end - Long.BYTES);
                Object back = decoder.decode(in, declared);
                assertThat(GraphText.of(back, references)).isEqualTo(GraphText.of(root, references));
                assertThat(in.remaining()).isZero();
            }
        }
    }

    /** Elements that cost their sender nothing could be any number: one head before all of them is refused. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void oneHeadForManyObjectsWithoutBytesIsRefused(boolean references) {
        Codec codec = CODEC.toBuilder().trackReferences(references).build();
        List<Object> root = new ArrayList<>(List.of(new Nothing(), Leaf.of(1)));
        byte[] bytes = codec.encode(root);
        int count = Arrays.asList(HexFormat.of().formatHex(bytes).split("(?<=\\G..)"))
                .indexOf("08");
        assertThat(codec.decode(bytes, List.class)).hasSize(2);

        bytes[count] = 2 << 2 | 2;

        assertThat(catchThrowable(() -> codec.decode(bytes, List.class)))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("elements that take no bytes");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void eachMessageOfASessionIsCountedByItself(boolean references) {
        Codec codec = CODEC.toBuilder()
                .trackReferences(references)
                .limits(CodecLimits.standard().withObjects(500).withArraySlots(1_000))
                .build();
        ScopedDecoder decoder = codec.newScopedDecoder();
        ScopedEncoder encoder =
                codec.newScopedEncoder((id, descriptor) -> decoder.learn(id, new ByteReader(descriptor)));
        Box many = new Box();
        many.leaves = filled(100, Leaf::of);
        Box copies = new Box();
        copies.object = Collections.nCopies(900, 1);

        for (int round = 0; round < 10; round++) {
            for (Object root : List.of(many, copies, Leaf.of(1), new ArrayList<>(filled(200, Leaf::of)))) {
                ByteWriter out = new ByteWriter(64);
                encoder.encode(root, Object.class, out);
                Object back = decoder.decode(new ByteReader(out.toByteArray()), Object.class);
                assertThat(GraphText.of(back, false)).isEqualTo(GraphText.of(root, false));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1E-99999", "-1E-99998", "1E+99999", "123456789E-99990", "12345678901E-99980"})
    void digitsOfWhatIsWrittenAreTaken(String number) {
        BigDecimal decimal = new BigDecimal(number);
        Codec wide = CODEC.toBuilder().form(MessageForm.WIDE).build();

        Throwable refused = catchThrowable(() -> wide.encode(decimal));

        if (refused == null) {
            assertThat(wide.decode(wide.encode(decimal), BigDecimal.class)).isEqualTo(decimal);
        } else {
            assertThat(refused).isInstanceOf(EncodeException.class).hasMessageContaining("limits.digits=");
        }
    }

    @Test
    void sessionGoesOnAfterMessagesThatFailed() {
        Codec codec = CODEC.toBuilder()
                .limits(CodecLimits.standard().withObjects(100))
                .build();
        ScopedDecoder decoder = codec.newScopedDecoder();
        ScopedEncoder encoder =
                codec.newScopedEncoder((id, descriptor) -> decoder.learn(id, new ByteReader(descriptor)));
        ByteWriter out = new ByteWriter(64);
        Box good = (Box) counted(2).get()[1];
        Box tooMuch = (Box) counted(33).get()[1];

        for (int i = 0; i < 5; i++) {
            out.clear();
            assertThat(catchThrowable(() -> encoder.encode(tooMuch, Box.class, out)))
                    .isInstanceOf(EncodeException.class)
                    .hasMessageContaining("limits.objects=100");
            assertThat(out.position()).isZero();
            encoder.encode(good, Box.class, out);
            byte[] message = out.toByteArray();
            assertThat(catchThrowable(() ->
                            decoder.decode(new ByteReader(Arrays.copyOf(message, message.length - 1)), Box.class)))
                    .isInstanceOf(DecodeException.class);
            Object back = decoder.decode(new ByteReader(message), Box.class);
            assertThat(GraphText.of(back, true)).isEqualTo(GraphText.of(good, true));
        }
    }
}
