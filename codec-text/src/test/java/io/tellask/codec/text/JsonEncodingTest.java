package io.tellask.codec.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.Codec;
import io.tellask.codec.CodecException;
import io.tellask.codec.DecodeException;
import io.tellask.codec.EncodeException;
import io.tellask.codec.Schema;
import java.io.Serializable;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What JSON looks like, and what hand-written JSON becomes. */
class JsonEncodingTest {
    private static final JsonEncoding JSON = JsonEncoding.of(Codec.standard());

    record Person(String name, int age) {}

    record Everything(
            boolean flag,
            long wide,
            double number,
            float single,
            char letter,
            BigDecimal exact,
            BigInteger big,
            byte[] bytes,
            Instant at,
            TimeUnit unit,
            List<Person> people,
            Map<String, Integer> counts,
            Map<Integer, String> names,
            Set<TimeUnit> units,
            Optional<Person> maybe,
            Object any) {}

    record Box<T>(T content, List<T> more) {}

    static final class Account implements Serializable {
        private String owner = "ada";
        private Account partner = this;
    }

    sealed interface Shape permits Circle, Square {}

    record Circle(double radius) implements Shape {}

    record Square(double side) implements Shape {}

    record Drawing(List<Shape> shapes) {}

    private static String text(Object value) {
        return new String(JSON.encode(value), StandardCharsets.UTF_8);
    }

    private static <T> T read(String json, Class<T> type) {
        return JSON.decode(json.getBytes(StandardCharsets.UTF_8), type);
    }

    @Test
    void recordIsAPlainObject() {
        assertThat(text(new Person("Ada", 36))).isEqualTo("{\"age\":36,\"name\":\"Ada\"}");
    }

    @Test
    void handWrittenObjectBecomesTheDeclaredType() {
        assertThat(read("{\"name\":\"x\",\"age\":3}", Person.class)).isEqualTo(new Person("x", 3));
        assertThat(read("{ \"age\" : 3.0, \"nick\":[{}] }", Person.class)).isEqualTo(new Person(null, 3));
        assertThat(read("{}", Person.class)).isEqualTo(new Person(null, 0));
    }

    @Test
    void everyKindOfFieldHasItsForm() {
        Everything all = new Everything(
                true,
                1L << 53,
                Double.NEGATIVE_INFINITY,
                1.5f,
                'c',
                new BigDecimal("1.10"),
                BigInteger.TWO.pow(70),
                new byte[] {1, 2, 3},
                Instant.EPOCH,
                TimeUnit.DAYS,
                List.of(new Person("a", 1)),
                new HashMap<>(Map.of("@x", 1)),
                new HashMap<>(Map.of(7, "seven")),
                EnumSet.of(TimeUnit.HOURS),
                Optional.of(new Person("b", 2)),
                5L);
        String json = text(all);

        assertThat(json)
                .contains(
                        "\"flag\":true",
                        "\"wide\":\"9007199254740992\"",
                        "\"number\":\"-Infinity\"",
                        "\"single\":1.5",
                        "\"letter\":\"c\"",
                        "\"exact\":\"1.10\"",
                        "\"big\":\"1180591620717411303424\"",
                        "\"bytes\":\"AQID\"",
                        "\"at\":\"1970-01-01T00:00:00Z\"",
                        "\"unit\":\"DAYS\"",
                        "\"counts\":{\"@@x\":1}",
                        "\"names\":[[7,\"seven\"]]",
                        "\"maybe\":[{\"age\":2,\"name\":\"b\"}]",
                        "\"any\":{\"@class\":\"java.lang.Long\",\"@value\":5}");
        assertThat(read(json, Everything.class)).usingRecursiveComparison().isEqualTo(all);
    }

    @Test
    void everyKindOfFieldIsReadFromHandWrittenForms() {
        Everything all = read("""
                {"flag":true, "wide":5, "number":1, "single":0.1, "letter":"c", "exact":1.10, "big":12,
                 "bytes":[1,2], "at":"2026-11-20T00:00:00Z", "unit":"DAYS", "people":[{"name":"a"}],
                 "counts":{"a":1}, "names":{"7":"seven"}, "units":["DAYS"], "maybe":{"name":"b"}, "any":[1,"x",1.5]}
                """, Everything.class);

        assertThat(all.exact()).isEqualTo(new BigDecimal("1.10"));
        assertThat(all.single()).isEqualTo(0.1f);
        assertThat(all.names()).containsEntry(7, "seven");
        assertThat(all.units()).containsExactly(TimeUnit.DAYS);
        assertThat(all.maybe()).contains(new Person("b", 0));
        assertThat(all.any()).isEqualTo(List.of(1, "x", 1.5));
    }

    @Test
    void cyclesAreReferences() {
        assertThat(text(new Account())).isEqualTo("{\"@id\":1,\"owner\":\"ada\",\"partner\":{\"@ref\":1}}");
        Account back = read(text(new Account()), Account.class);

        assertThat(back.partner).isSameAs(back);
        assertThatThrownBy(() -> JSON.asTrees().encode(new Account()))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("cycle");
    }

    @Test
    void byteOrderMarkIsIgnored() {
        assertThat(read("\ufeff{\"name\":\"a\",\"age\":1}", Person.class)).isEqualTo(new Person("a", 1));
        assertThatThrownBy(() -> read("\ufeff", Person.class)).hasMessageContaining("empty");
        assertThatThrownBy(() -> read("\ufeff\ufeff1", Integer.class)).isInstanceOf(DecodeException.class);
    }

    @Test
    void syntaxErrorsNameLineAndColumnInPlainWords() {
        assertThatThrownBy(() -> read("{\"name\":\n [", Person.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContainingAll("line=2, column=3")
                .message()
                .doesNotContain("Source", "REDACTED", "`");
        assertThatThrownBy(() -> read("1".repeat(6_000), Integer.class))
                .isInstanceOf(DecodeException.class)
                .message()
                .contains("5000")
                .doesNotContain("`", "StreamRead");
    }

    @Test
    void errorsGiveTheirPathAndClass() {
        assertThatThrownBy(() -> read("{\"people\":[{\"name\":\"a\"},{\"age\":\"x\"}]}", Everything.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("path=$.people[1].age")
                .extracting(e -> ((CodecException) e).path(), e -> ((CodecException) e).className())
                .containsExactly("$.people[1].age", Person.class.getName());
    }

    @Test
    void sharedObjectsStayShared() {
        Person shared = new Person("a", 1);
        List<Object> list = new ArrayList<>(List.of(shared, shared));
        JsonEncoding json = JsonEncoding.of(Codec.builder().allow(Person.class).build());
        List<?> back = (List<?>) json.decode(json.encode(list, Object.class), Object.class);

        assertThat(back.get(0)).isEqualTo(shared).isSameAs(back.get(1));
        assertThat(new String(json.asTrees().encode(list, Object.class), StandardCharsets.UTF_8))
                .doesNotContain("@id", "@ref");
    }

    @Test
    void subtypesAreNamedOnlyWhereTheTypeIsOpen() {
        Drawing drawing = new Drawing(new ArrayList<>(List.of(new Circle(1), new Square(2))));

        assertThat(text(drawing))
                .isEqualTo("{\"shapes\":[{\"@class\":\"" + Circle.class.getName() + "\",\"radius\":1.0},{\"@class\":\""
                        + Square.class.getName() + "\",\"side\":2.0}]}");
        assertThat(read(text(drawing), Drawing.class)).isEqualTo(drawing);
        assertThatThrownBy(() -> read("{\"shapes\":[{\"radius\":1}]}", Drawing.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContainingAll("open", "$.shapes[0]", "line=1");
    }

    @Test
    void genericTypesAreFollowed() throws Exception {
        Type type = Holder.class.getDeclaredField("box").getGenericType();
        Box<Person> box = new Box<>(new Person("a", 1), new ArrayList<>(List.of(new Person("b", 2))));

        assertThat(new String(JSON.encode(box, type), StandardCharsets.UTF_8))
                .isEqualTo("{\"content\":{\"age\":1,\"name\":\"a\"},\"more\":[{\"age\":2,\"name\":\"b\"}]}");
        assertThat(JSON.decode(JSON.encode(box, type), type)).isEqualTo(box);
    }

    private static final class Holder {
        Box<Person> box;
    }

    @Test
    void sortedMapsNameTheirOrder() {
        TreeMap<String, Integer> map = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        map.put("A", 1);

        assertThat(text(map)).isEqualTo("{\"@order\":\"case-insensitive\",\"A\":1}");
        assertThat(read(text(map), TreeMap.class)).containsKey("a");
    }

    @Test
    void strictCodecRefusesOtherFields() {
        JsonEncoding strict =
                JsonEncoding.of(Codec.builder().schema(Schema.STRICT).build());

        for (String json : List.of("{\"name\":\"x\"}", "{\"name\":\"x\",\"age\":1,\"more\":1}")) {
            assertThatThrownBy(() -> strict.decode(json.getBytes(StandardCharsets.UTF_8), Person.class))
                    .isInstanceOf(DecodeException.class)
                    .hasMessageContaining("COMPATIBLE");
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, (1L << 53) - 1, 1L << 53, -(1L << 53), Long.MIN_VALUE, Long.MAX_VALUE})
    void longsKeepEveryBit(long value) {
        assertThat(JSON.decode(JSON.encode(value, Object.class), Object.class)).isEqualTo(value);
        assertThat(JSON.decode(JSON.encode(value), Long.class)).isEqualTo(value);
        assertThat(text(new long[] {value}))
                .contains(
                        Math.abs(value) < 1L << 53 && value != Long.MIN_VALUE
                                ? "[" + value + "]"
                                : "[\"" + value + "\"]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"name\":1}|class=java.lang.String",
                "{\"age\":\"3\"}|class=int",
                "{\"age\":3.5}|class=int",
                "{\"age\":2147483648}|class=int",
                "{\"age\":1e1000000000}|class=int",
                "{\"age\":null}|class=int",
                "[1]|a list",
                "7|the number 7",
                "{\"age\":1,\"age\":2}|a name stands twice",
                "{\"@clas\":1}|means nothing",
                "{\"@ref\":1}|reference=1",
                "{\"@class\":\"java.lang.Thread\"}|not granted",
                "{|it ends early",
                "{} {}|follows",
            })
    void unfitTextIsRefusedWithItsPlace(String json, String reason) {
        assertThatThrownBy(() -> read(json, Person.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void prettyTextIsLaidOut() {
        assertThat(new String(JSON.pretty().encode(new Person("a", 1)), StandardCharsets.UTF_8))
                .isEqualTo("{\n  \"age\": 1,\n  \"name\": \"a\"\n}");
    }

    @Test
    void anyMessageIsReadWithoutItsClasses() {
        byte[] message = Codec.standard().encode(new Drawing(List.of(new Circle(1))));

        assertThat(new String(JSON.describe(message), StandardCharsets.UTF_8))
                .isEqualTo("{\"@class\":\"" + Drawing.class.getName()
                        + "\",\"shapes\":{\"@class\":\"java.util.ImmutableCollections$ListN\",\"@items\":[{\"@class\":\""
                        + Circle.class.getName() + "\",\"radius\":1.0}]}}");
    }

    @Test
    void datesAreIsoTexts() {
        assertThat(text(LocalDate.of(2026, 11, 20))).isEqualTo("\"2026-11-20\"");
        assertThat(read("\"2026-11-20\"", LocalDate.class)).isEqualTo(LocalDate.of(2026, 11, 20));
        assertThatThrownBy(() -> read("\"20.11.2026\"", LocalDate.class)).hasMessageContaining("ISO");
    }

    record Counted(OptionalInt number, OptionalLong wide, OptionalDouble share) {}

    @Test
    void takesValueOfNumericOptionalAlone() throws Exception {
        Counted expected = new Counted(OptionalInt.of(3), OptionalLong.of(4), OptionalDouble.of(0.5));

        assertThat(read("{\"number\":3,\"wide\":4,\"share\":0.5}", Counted.class))
                .isEqualTo(expected);
        assertThat(read("{\"number\":[3],\"wide\":[4],\"share\":[0.5]}", Counted.class))
                .isEqualTo(expected);
        assertThatThrownBy(() -> read("{\"number\":3000000000,\"wide\":4,\"share\":0.5}", Counted.class))
                .hasMessageContaining("class=java.util.OptionalInt is expected and the text has the number 3000000000");
    }

    @Test
    void namesNumberWhereStringIsExpected() {
        assertThatThrownBy(() -> read("{\"age\":2,\"name\":3}", Person.class))
                .hasMessageContaining("class=java.lang.String is expected and the text has the number 3");
    }
}
