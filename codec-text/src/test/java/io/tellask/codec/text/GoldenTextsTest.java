package io.tellask.codec.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.codec.Codec;
import io.tellask.codec.Encoding;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The texts of known values, kept in {@code golden/*.json} and, in hex, {@code golden/*.cbor}: a change of the forms
 * shows here first.
 *
 * <p>{@link #main} writes the files anew, into the directory given.
 */
class GoldenTextsTest {
    private static final Map<String, Supplier<Object>> VALUES = new TreeMap<>();
    private static final Codec CODEC = Codec.builder()
            .allow(Order.class, Account.class, Scalars.class, TimeUnit.class)
            .build();
    private static final JsonEncoding JSON = JsonEncoding.of(CODEC);
    private static final CborEncoding CBOR = CborEncoding.of(CODEC);

    record Line(String item, int count) {}

    record Order(String id, TimeUnit unit, List<Line> lines, Map<String, Integer> counts, Optional<Line> best) {}

    record Scalars(
            boolean flag,
            byte small,
            char letter,
            long wide,
            float single,
            double nothing,
            BigInteger big,
            BigDecimal exact,
            byte[] bytes,
            int[] numbers) {}

    static class Account implements Serializable {
        String owner = "ada";
        Account partner = this;
    }

    static {
        VALUES.put("null", () -> null);
        VALUES.put("string", () -> "h\u00e9\n\u4e16");
        VALUES.put(
                "order",
                () -> new Order(
                        "o1",
                        TimeUnit.DAYS,
                        new ArrayList<>(List.of(new Line("pen", 2))),
                        new HashMap<>(Map.of("@key", 1)),
                        Optional.of(new Line("ink", 1))));
        VALUES.put(
                "scalars",
                () -> new Scalars(
                        true,
                        (byte) -1,
                        'x',
                        Long.MAX_VALUE,
                        1.5f,
                        Double.NEGATIVE_INFINITY,
                        BigInteger.TWO.pow(70),
                        new BigDecimal("1.10"),
                        new byte[] {1, -1},
                        new int[] {1, -300}));
        VALUES.put("cycle", Account::new);
        VALUES.put("open-types", () -> {
            List<Object> shared = new ArrayList<>(List.of(1, 2L, 'c'));
            return new ArrayList<>(Arrays.asList(shared, shared, null, 2.5, 2.5f, TimeUnit.HOURS, new UUID(1, 2)));
        });
        VALUES.put("times", () -> List.of(Instant.ofEpochSecond(5, 6), LocalDate.of(2026, 11, 20)));
        VALUES.put("maps", () -> {
            Map<Object, Object> maps = new LinkedHashMap<>();
            maps.put(1, new TreeMap<>(Map.of("b", 1, "a", 2)));
            maps.put("units", new EnumMap<>(Map.of(TimeUnit.DAYS, true)));
            maps.put("identity", new IdentityHashMap<>(Map.of(TimeUnit.DAYS, "v")));
            return maps;
        });
    }

    static Stream<String> names() {
        return VALUES.keySet().stream();
    }

    /** Records and classes of the test are declared, all else is open. */
    private static Class<?> declared(Object value) {
        return value instanceof Order || value instanceof Scalars ? value.getClass() : Object.class;
    }

    @ParameterizedTest
    @MethodSource("names")
    void valueIsWrittenAsItsGoldenTexts(String name) {
        Object value = VALUES.get(name).get();

        assertThat(json(value)).isEqualTo(golden(name + ".json"));
        assertThat(cbor(value)).isEqualTo(golden(name + ".cbor"));
    }

    @ParameterizedTest
    @MethodSource("names")
    void goldenTextsAreReadAsTheirValue(String name) {
        Object value = VALUES.get(name).get();
        byte[] json = golden(name + ".json").getBytes(StandardCharsets.UTF_8);
        byte[] cbor = HexFormat.of().parseHex(golden(name + ".cbor").replaceAll("\\s", ""));

        requireEqual(JSON, json, value);
        requireEqual(CBOR, cbor, value);
    }

    private static void requireEqual(Encoding encoding, byte[] text, Object value) {
        assertThat(encoding.decode(text, declared(value)))
                .usingRecursiveComparison()
                .isEqualTo(value);
    }

    private static String json(Object value) {
        return new String(JSON.pretty().encode(value, declared(value)), StandardCharsets.UTF_8) + "\n";
    }

    private static String cbor(Object value) {
        String hex = HexFormat.ofDelimiter(" ").formatHex(CBOR.encode(value, declared(value)));
        return hex.replaceAll("(.{95}) ", "$1\n") + "\n";
    }

    private static String golden(String file) {
        try (InputStream text = GoldenTextsTest.class.getResourceAsStream("/golden/" + file)) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes every golden text into the directory named by the first argument. */
    static void main(String... arguments) throws IOException {
        for (String name : VALUES.keySet()) {
            Object value = VALUES.get(name).get();
            Files.writeString(Path.of(arguments[0], name + ".json"), json(value));
            Files.writeString(Path.of(arguments[0], name + ".cbor"), cbor(value));
        }
    }
}
