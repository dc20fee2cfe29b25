package io.tellask.typescript.shape;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.codec.Codec;
import io.tellask.codec.text.JsonEncoding;
import io.tellask.typescript.shape.TypeExpression.Form;
import io.tellask.typescript.shape.TypeExpression.Scalar;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the table calls a string, a list and so on, the codec's text reads and writes as one. */
class StandardTypesTest {
    private static final JsonEncoding JSON =
            JsonEncoding.of(Codec.builder().allow(Colour.class).build());

    /** Texts of types whose scalar says too little. */
    private static final Map<String, String> TEXTS = Map.ofEntries(
            Map.entry("java.util.Date", "2026-11-20T10:00:00Z"),
            Map.entry("java.time.Instant", "2026-11-20T10:00:00Z"),
            Map.entry("java.time.Duration", "PT1H"),
            Map.entry("java.time.Period", "P1D"),
            Map.entry("java.time.LocalDate", "2026-11-20"),
            Map.entry("java.time.LocalTime", "10:00"),
            Map.entry("java.time.LocalDateTime", "2026-11-20T10:00"),
            Map.entry("java.time.ZonedDateTime", "2026-11-20T10:00Z"),
            Map.entry("java.time.OffsetDateTime", "2026-11-20T10:00Z"),
            Map.entry("java.time.OffsetTime", "10:00Z"),
            Map.entry("java.time.Year", "2026"),
            Map.entry("java.time.YearMonth", "2026-11"),
            Map.entry("java.time.MonthDay", "--11-20"),
            Map.entry("java.time.ZoneId", "Europe/Paris"),
            Map.entry("java.time.ZoneOffset", "+01:00"),
            Map.entry("java.util.UUID", "123e4567-e89b-12d3-a456-426614174000"),
            Map.entry("java.util.Locale", "de-CH"),
            Map.entry("java.util.Currency", "EUR"));

    /** An enum. */
    public enum Colour {
        RED
    }

    private record Generic(Class<?> getRawType, Type... arguments) implements ParameterizedType {
        @Override
        public Type[] getActualTypeArguments() {
            return arguments;
        }

        @Override
        public Type getOwnerType() {
            return null;
        }
    }

    private static void assertReadsAndWrites(String text, Type type) {
        Object value = JSON.decode(text.getBytes(UTF_8), type);
        assertThat(value).as("%s", type).isNotNull();
        assertThat(new String(JSON.encode(value, type), UTF_8)).as("%s", type).isEqualTo(text);
    }

    private static Class<?> classOf(String name) throws ClassNotFoundException {
        return name.indexOf('.') < 0 ? Class.forPrimitiveName(name) : Class.forName(name);
    }

    static Stream<String> scalars() {
        return StandardTypes.SCALARS.entrySet().stream()
                .filter(each -> each.getValue() != Scalar.ANY && each.getValue() != Scalar.NOTHING)
                .map(Map.Entry::getKey);
    }

    @ParameterizedTest
    @MethodSource("scalars")
    void scalarIsReadAndWrittenAsItsWordSays(String name) throws Exception {
        String text = switch (StandardTypes.SCALARS.get(name)) {
            case BOOLEAN -> "true";
            case INT -> "7";
            case LONG -> "\"9007199254740993\"";
            case FLOAT, DOUBLE -> "1.5";
            case BYTES -> "\"BQ==\"";
            case BIGINT -> "\"123456789012345678901\"";
            case DECIMAL -> "\"1.10\"";
            default -> '"' + TEXTS.getOrDefault(name, "a") + '"';
        };
        assertReadsAndWrites(text, classOf(name));
    }

    static Stream<String> collections() {
        return StandardTypes.COLLECTIONS.keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("collections")
    void collectionIsReadAndWrittenAsItsFormSays(String name) throws Exception {
        boolean isMap = StandardTypes.COLLECTIONS.get(name) == Form.MAP;
        Class<?> type = classOf(name);
        Type element = name.contains("Enum") ? Colour.class : String.class;
        if (isMap) {
            assertThat(JSON.decode("{\"RED\":7}".getBytes(UTF_8), new Generic(type, element, Integer.class)))
                    .isNotNull();
        } else {
            assertReadsAndWrites("[\"RED\"]", new Generic(type, element));
        }
    }

    static Stream<String> optionals() {
        return StandardTypes.OPTIONALS.keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("optionals")
    void optionalIsAListOfNoneOrOne(String name) throws Exception {
        assertReadsAndWrites("[]", classOf(name));
        assertReadsAndWrites(name.endsWith("Double") ? "[1.5]" : "[7]", classOf(name));
    }
}
