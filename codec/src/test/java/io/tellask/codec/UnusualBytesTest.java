package io.tellask.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.graph.HeadNumbers;
import io.tellask.codec.schema.Descriptor;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages made by hand that no writer writes: each is refused at an offset, at once, and the codec goes on. */
@Timeout(120)
class UnusualBytesTest {
    private static final int TRACKED = 0x10;
    private static final int LIST = 22;
    private static final int HUGE = 1 << 29;

    private static final Codec CODEC =
            Codec.builder().allow(Positive.class, Empty.class, Color.class).build();

    record Positive(int number, Object next) {
        Positive {
            if (number <= 0) {
                throw new IllegalArgumentException("number <= 0");
            }
        }
    }

    record Empty() {}

    enum Color {
        RED
    }

    /** Bytes, varints as {@code Long}, texts with their length as {@code String}, and byte arrays. */
    private static byte[] bytes(Object... parts) {
        ByteWriter out = new ByteWriter(64);
        for (Object part : parts) {
            switch (part) {
                case Integer single -> out.writeByte(single);
                case Long number -> out.writeVarLong(number);
                case String text -> out.writeUtf8(text);
                case byte[] raw -> out.writeBytes(raw, 0, raw.length);
                default -> throw new IllegalArgumentException(part.toString());
            }
        }
        return out.toByteArray();
    }

    private static byte[] descriptor(int kind, Class<?> type, Descriptor.FieldSpec... fields) {
        byte[] bytes = new Descriptor(kind, type.getName(), List.of(fields)).bytes;
        return bytes(80, (long) bytes.length, bytes);
    }

    private static byte[] repeated(int count, int... part) {
        byte[] bytes = new byte[count * part.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) part[i % part.length];
        }
        return bytes;
    }

    private static Arguments message(String name, Object... parts) {
        return Arguments.of(name, bytes(parts));
    }

    static Stream<Arguments> messages() {
        return Stream.of(headers(), selfReferences(), shapes(), types(), values(), sorted(), classes(), nesting())
                .flatMap(List::stream);
    }

    private static List<Arguments> headers() {
        return List.of(
                message("nothing"),
                message("only a header", 0),
                message("other version", 2, 0),
                message("unknown scope", 0x60, 0),
                message("session without one", 0x20, 0),
                message("wide session without one", 0x21, 0),
                message("bare list", 0x80 | LIST, 0),
                message("bare string without form", 0x82, 3),
                message("bytes behind the root", 0, 0, 0),
                message("endless number", 0, repeated(11, 0xff)),
                message("extended type that is none", 0, HeadNumbers.EXTENDED, 63));
    }

    private static List<Arguments> selfReferences() {
        return List.of(
                message("reference to itself", TRACKED, 1, 0),
                message("list of itself that must be built", TRACKED, 30, 4, 1, 0),
                message("set of itself that must be built", TRACKED, 32, 4, 1, 0),
                message("singleton of itself", TRACKED, 45, 4, 1, 0),
                message("map with itself as its key", TRACKED, 33, 4, 1, 0, 0),
                message("hash set that holds itself", TRACKED, 26, 4, 1, 0),
                message("optional of itself", TRACKED, 65, 1, 0),
                message("entry of itself", TRACKED, 54, 0, 1, 0),
                message("wrapper around itself", TRACKED, 48, 1, 0),
                message("array as list of itself", TRACKED, 53, 1, 0),
                message(
                        "record that is its own part",
                        TRACKED,
                        descriptor(
                                Descriptor.RECORD,
                                Positive.class,
                                new Descriptor.FieldSpec('I', "number"),
                                new Descriptor.FieldSpec('L', "next")),
                        3,
                        1,
                        0),
                message("sorted set that is its own order", TRACKED, 28, 3, 1, 0, 0),
                message("far ahead", TRACKED, LIST, 4, 1, (long) HUGE));
    }

    private static List<Arguments> shapes() {
        return List.of(
                message("uniform null", 0, LIST, 4 | 2, 0),
                message("uniform back reference", TRACKED, LIST, 4 | 2, 1, 0),
                message("count without elements", 0, LIST, (long) HUGE << 2 >> 2),
                message("slots without bytes", 0, 5, (long) HUGE),
                message("longs without bytes", 0, 10, 100_000_000L, 1),
                message("packed width that is none", 0, LIST, 8 | 3, 7, 1, 2),
                message("packed string of no length", 0, LIST, 8 | 3, 0, 1),
                message("wide string without characters", 0, 2, 2, (long) HUGE),
                message("map of half an entry", 0, 34, 4, 0),
                message("negative count", 0, 34, 0xffff_ffffL));
    }

    private static List<Arguments> types() {
        return List.of(
                message("too many dimensions", 0, repeated(300, 3), 2, 0),
                message("array of nothing", 0, 3, 0, 0),
                message("array of back references", TRACKED, 3, 1, 0),
                message("enum set of no enum", 0, 40, 2, 0),
                message("enum map of no enum", 0, 39, 18, 0),
                message(
                        "enum set with a string",
                        0,
                        40,
                        descriptor(Descriptor.ENUM, Color.class, new Descriptor.FieldSpec('E', "RED")),
                        1,
                        2,
                        5,
                        (int) 'x'),
                message("lambda that is not allowed", 0, HeadNumbers.EXTENDED, 40, 0),
                message("proxy that is not allowed", 0, HeadNumbers.EXTENDED, 41, 0),
                message("class that is not allowed", 0, HeadNumbers.EXTENDED, 42, 2, 5, (int) 'x'),
                message("copies of a negative count", 0, HeadNumbers.EXTENDED, 60, 18, 1, 0),
                message("copies without a count", 0, HeadNumbers.EXTENDED, 60, 0, 0),
                message("more copies than slots", 0, HeadNumbers.EXTENDED, 60, 18, 0xffff_fffeL, 0));
    }

    private static List<Arguments> values() {
        String digits = "9".repeat(70_000);
        return List.of(
                message("number without digits", 0, 57, 0),
                message("scale of many zeros", 0, 58, 0xffff_fffeL, 1, 1),
                message("currency that is none", 0, 64, "WRONG"),
                message("zone that is a path", 0, 77, "../../etc/passwd"),
                message("address that is none", 0, 60, " "),
                message("text that is no UTF-8", 0, 60, 3, 0xc0, 0x80),
                message("text that is null", 0, 60, 0),
                message("text that ends within a character", 0, 60, 4, 0xf0, 0x9f, 0x98),
                message("day beyond the last", 0, 72, 1L << 62),
                message("second beyond the day", 0, 73, 86_400L, 0),
                message("nanosecond beyond the second", 0, 73, 0, 1_000_000_000L),
                message("instant beyond the last", 0, 70, -1L >>> 1, 0),
                message("offset beyond the last", 0, HeadNumbers.EXTENDED, 24, 0, 0, 1_000_000L),
                message("month that is none", 0, HeadNumbers.EXTENDED, 26, 0, 13),
                message("thirtieth of February", 0, HeadNumbers.EXTENDED, 27, 2, 30),
                message("character beyond the last", 0, 17, 65_536L),
                message("zone of many characters", 0, 77, digits));
    }

    private static List<Arguments> sorted() {
        return List.of(
                message("keys that do not compare", 0, 28, 0, 8, 18, 2, 2, 5, (int) 'x'),
                message("null in a sorted set", 0, 28, 0, 4, 0),
                message("null key of a sorted map", 0, 36, 0, 4, 0, 0),
                message("null key of a concurrent map", 0, 37, 4, 0, 0),
                message("null value of a table", 0, HeadNumbers.EXTENDED, 6, 4, 18, 2, 0),
                message("null in a queue", 0, 24, 4, 0),
                message("null in a set that must be built", 0, 32, 4, 0),
                message("one element twice", 0, 32, 8, 18, 2, 18, 2),
                message("one key twice", 0, 33, 8, 18, 2, 0, 18, 2, 0),
                message("entry of null", 0, 54, 0, 0),
                message("singletons of two", 0, 44, 8, 0, 0),
                message("order that is none", 0, 28, 9, 0),
                message("order of access of a sorted set", 0, 28, 4, 0),
                message("comparator that is none", 0, 28, 3, 2, 5, (int) 'x', 0),
                message("list around a map", 0, 48, 34, 0),
                message("map around a list", 0, 50, LIST, 0),
                message("list over numbers", 0, 53, 9, 0),
                message("view of null", 0, 49, 0));
    }

    private static List<Arguments> classes() {
        byte[] positive = descriptor(
                Descriptor.RECORD,
                Positive.class,
                new Descriptor.FieldSpec('I', "number"),
                new Descriptor.FieldSpec('L', "next"));
        return List.of(
                message("class that was not described", 0, 82),
                message("empty description", 0, 80, 0),
                message("description that ends too early", 0, 80, (long) HUGE, 1),
                message("class that is not granted", 0, descriptor(Descriptor.OBJECT, Thread.class)),
                message("class that does not exist", 0, descriptor(Descriptor.OBJECT, UnusualBytesTest.class)),
                message("record whose constructor refuses", 0, positive, 1, 0),
                message(
                        "record as an enum",
                        0,
                        descriptor(Descriptor.ENUM, Positive.class, new Descriptor.FieldSpec('E', "number"))),
                message("enum as an object", 0, descriptor(Descriptor.OBJECT, Color.class)),
                message(
                        "constant beyond the last",
                        0,
                        descriptor(Descriptor.ENUM, Color.class, new Descriptor.FieldSpec('E', "RED")),
                        7),
                message("object of a type that is only named", 0, descriptor(Descriptor.TYPE, Runnable.class)),
                message("component that is a string", 0, positive, 3, 5));
    }

    private static List<Arguments> nesting() {
        int levels = CodecLimits.standard().levels() + 1;
        return List.of(
                message("optionals", 0, repeated(levels, 65), 0),
                message("lists of one", 0, repeated(levels, LIST, 4), 0),
                message("uniform lists", 0, LIST, repeated(levels, 4 | 2, LIST), 0),
                message("arrays", TRACKED, repeated(levels, 4, 1), 0),
                message("maps", 0, repeated(levels, 34, 4, 0), 0),
                message("entries", 0, repeated(levels, 54, 18, 2), 0),
                message("keys", 0, repeated(100, 34, 4), 0),
                message("sets", TRACKED, repeated(levels, 26, 4), 0));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("messages")
    void isRefusedAtOnceAndTheCodecGoesOn(String name, byte[] message) {
        long from = System.nanoTime();

        assertThatThrownBy(() -> CODEC.decode(message, Object.class))
                .isInstanceOfSatisfying(
                        DecodeException.class, e -> assertThat(e.offset()).isNotNegative());

        assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - from)).isLessThan(10_000);
        assertThat(CODEC.decode(CODEC.encode(new Positive(1, List.of(2))), Positive.class))
                .isEqualTo(new Positive(1, List.of(2)));
    }
}
