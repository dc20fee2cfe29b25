package io.tellask.codec.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.codec.BodyReader;
import io.tellask.codec.BodyWriter;
import io.tellask.codec.ByteReader;
import io.tellask.codec.Codec;
import io.tellask.codec.CodecException;
import io.tellask.codec.CodecLimits;
import io.tellask.codec.CustomCodec;
import io.tellask.codec.FormerName;
import io.tellask.codec.Schema;
import io.tellask.codec.TypeOf;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read directly is what the codec would have made of it, and everything else is left to the codec. */
class DirectReaderTest {
    enum Color {
        RED,
        GREEN
    }

    record Line(String article, int count) {
        Line {
            if (count < 0) {
                throw new IllegalArgumentException("count");
            }
        }
    }

    record Pair<A, B>(A first, B second) {}

    record Branch(int value, List<Branch> children) {}

    record Growing<T>(T value, Growing<List<T>> next) {}

    record Renamed(@FormerName("old") int now) {}

    record Priced(BigDecimal price) {}

    record Order(
            UUID id,
            Instant time,
            Optional<String> note,
            OptionalInt rank,
            Color color,
            List<Line> lines,
            Collection<Long> numbers,
            Pair<Integer, List<Double>> pair,
            boolean flag,
            char letter,
            float ratio,
            byte[] bytes) {}

    record Wide(
            int a,
            int b,
            int c,
            int d,
            int e,
            int f,
            int g,
            int h,
            int i,
            int j,
            int k,
            int l,
            int m,
            int n,
            int o,
            int p,
            int q) {}

    static final class Holder {
        int value;
    }

    record Held(Holder holder, Map<String, Integer> counts) {}

    static final class LineCodec implements CustomCodec<Line> {
        @Override
        public void write(Line value, BodyWriter out) {
            out.writeString(value.article());
            out.writeInt(value.count());
        }

        @Override
        public Line read(BodyReader in) {
            return new Line(String.valueOf(in.readString()), in.readInt());
        }
    }

    private static final Codec CODEC = Codec.standard();

    private static final String ORDER = """
            {"id": "0f8fad5b-d9cb-469f-a165-70867728950e", "time": "2026-11-26T20:00:00Z", "note": "x", "rank": 3,
            "color": "GREEN", "lines": [{"article": "bolt", "count": 2}, null, {"count": 1}], "numbers": [1, "9007199254740993"],
            "pair": {"second": [1, 2.5], "first": 7}, "flag": true, "letter": "a", "ratio": 0.5, "bytes": "AQI="}""";

    @ParameterizedTest
    @ValueSource(
            strings = {
                ORDER,
                "{}",
                "null",
                "{\"note\": null, \"lines\": [], \"pair\": {\"first\": null}}",
            })
    void readsPlainItemsAsTheCodecDoes(String text) {
        assertThat(isDirect(CODEC, text, Order.class)).isTrue();
        assertThat(outcome(true, CODEC, text, Order.class)).isEqualTo(outcome(false, CODEC, text, Order.class));
    }

    @Test
    void readsGenericRootsAndRecordsWithinThemselves() {
        Type pairs = new TypeOf<List<Pair<Color, Optional<Line>>>>() {}.type();
        assertSame(true, CODEC, "[{\"first\":\"RED\",\"second\":{\"article\":\"a\",\"count\":1}},{}]", pairs);
        assertSame(true, CODEC, "{\"value\":1,\"children\":[{\"value\":2,\"children\":[]}]}", Branch.class);
        assertSame(true, CODEC, "5", Integer.class);
        assertSame(true, CODEC, "{\"value\":\"a\"}", new TypeOf<Growing<String>>() {}.type());
    }

    /** Each is left to the codec, which takes it or says what is wrong. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"unknown\": 1}",
                "{\"@class\": \"io.tellask.codec.text.DirectReaderTest$Order\"}",
                "{\"lines\": [{\"@id\": 1, \"article\": \"a\"}, {\"@ref\": 1}]}",
                "{\"lines\": {\"@class\": \"java.util.LinkedList\", \"@items\": []}}",
                "{\"note\": [\"a\"]}",
                "{\"color\": \"BLUE\"}",
                "{\"color\": 1}",
                "{\"id\": \"0f8fad5b\"}",
                "{\"time\": \"yesterday\"}",
                "{\"letter\": \"ab\"}",
                "{\"flag\": null}",
                "{\"flag\": 1}",
                "{\"lines\": [{\"count\": 2147483648}]}",
                "{\"lines\": [{\"count\": -1}]}",
                "{\"lines\": [{\"count\": 1.5}]}",
                "{\"lines\": \"none\"}",
                "{\"pair\": []}",
                "{\"bytes\": \"#\"}",
                "[]",
                "1",
            })
    void leavesTheRestToTheCodec(String text) {
        assertSame(false, CODEC, text, Order.class);
    }

    @Test
    void leavesOtherClassesToTheCodec() {
        assertSame(false, CODEC, "{\"old\": 5}", Renamed.class);
        assertSame(true, CODEC, "{\"now\": 5}", Renamed.class);
        assertSame(false, CODEC, "{\"price\": 1.25}", Priced.class);
        assertSame(false, CODEC, "{\"counts\": {\"a\": 1}}", Held.class);
        assertSame(true, CODEC, "{\"holder\": null}", Held.class);
        assertSame(false, CODEC, "[1, \"a\"]", Object.class);
        assertSame(false, CODEC, "{}", StackWalker.class);
    }

    @Test
    void leavesRecordsWithACodecOfTheirOwnToIt() {
        Codec custom = Codec.builder().custom(Line.class, new LineCodec()).build();
        assertThat(isDirect(custom, "{\"article\":\"a\",\"count\":1}", Line.class))
                .isFalse();
    }

    @Test
    void refusesMissingFieldsWhereVersionsMustBeOne() {
        Codec strict = Codec.builder().schema(Schema.STRICT).build();
        assertSame(false, strict, "{\"article\":\"a\"}", Line.class);
        assertSame(true, strict, "{\"article\":\"a\",\"count\":1}", Line.class);
    }

    @Test
    void readsNothingDirectlyThatCouldReachALimit() {
        String text = "[\"a\",\"b\",\"c\"]";
        Type strings = new TypeOf<List<String>>() {}.type();
        Codec enough = limited(CodecLimits.standard().withObjects(2 * text.length()));
        Codec fewObjects = limited(CodecLimits.standard().withObjects(2 * text.length() - 1));
        Codec fewSlots = limited(CodecLimits.standard().withArraySlots(2 * text.length() - 1));
        assertSame(true, enough, text, strings);
        assertSame(false, fewObjects, text, strings);
        assertSame(false, fewSlots, text, strings);
        assertSame(false, limited(CodecLimits.standard().withDepth(63)), text, strings);
        assertSame(true, limited(CodecLimits.standard().withDepth(64)), text, strings);
    }

    @Test
    void readsOnlySoDeepDirectly() {
        assertSame(true, CODEC, nested(16), Branch.class);
        assertSame(false, CODEC, nested(17), Branch.class);
    }

    /** The text pays for at least all but 16 fields. */
    @Test
    void readsOnlySoManyMissingFieldsDirectly() {
        assertSame(false, CODEC, "{}", Wide.class);
        assertSame(true, CODEC, "{\"a\":1}", Wide.class);
    }

    private static String nested(int levels) {
        return "{\"value\":1,\"children\":[".repeat(levels) + "]}".repeat(levels);
    }

    private static Codec limited(CodecLimits limits) {
        return Codec.builder().limits(limits).build();
    }

    private static void assertSame(boolean direct, Codec codec, String text, Type type) {
        assertThat(isDirect(codec, text, type)).as(text).isEqualTo(direct);
        assertThat(outcome(true, codec, text, type)).as(text).isEqualTo(outcome(false, codec, text, type));
    }

    private static boolean isDirect(Codec codec, String text, Type type) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        Object tree = new JsonSource(JsonSource.parsers(codec.limits()), codec.limits(), null).read(bytes);
        return new DirectReaders(codec).read(tree, bytes.length, type) != DirectReader.OTHER;
    }

    /** The value in words, since arrays have no equals, or the failure; with a budget everything goes by the codec. */
    private static String outcome(boolean direct, Codec codec, String text, Type type) {
        JsonEncoding json = JsonEncoding.of(codec);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try {
            Object value =
                    direct ? json.decode(bytes, type) : json.decode(new ByteReader(bytes), type, ignored -> true);
            return inWords(value);
        } catch (CodecException refused) {
            return refused.toString();
        }
    }

    private static String inWords(@Nullable Object value) {
        return value == null
                ? "null"
                : value.getClass()
                        + new String(JsonEncoding.of(CODEC).encode(value, value.getClass()), StandardCharsets.UTF_8);
    }
}
