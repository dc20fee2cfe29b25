package io.tellask.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The bytes of known values, kept in {@code golden/*.hex}: a change of the format shows here first.
 *
 * <p>{@link #main} writes the files anew, into the directory given.
 */
class GoldenFilesTest {
    private static final Map<String, Supplier<Object>> VALUES = new TreeMap<>();

    enum Side {
        BUY,
        SELL
    }

    record Order(
            long id,
            String symbol,
            Side side,
            double price,
            boolean live,
            boolean hidden,
            List<String> tags,
            Order parent) {}

    static class Account {
        private final String owner;
        private int cents;
        Account partner;

        Account(String owner, int cents) {
            this.owner = owner;
            this.cents = cents;
        }
    }

    static {
        VALUES.put("null", () -> null);
        VALUES.put("string-latin", () -> "h\u00e9llo");
        VALUES.put("string-wide", () -> "\u4e16\u754c");
        VALUES.put("integer", () -> -300);
        VALUES.put("list-of-strings", () -> new ArrayList<>(List.of("a", "b")));
        VALUES.put("list-mixed", () -> new ArrayList<>(Arrays.asList(1, null, "x", 2.5)));
        VALUES.put("map", () -> {
            Map<String, Object> map = new LinkedHashMap<>();
            map.put("k", 1L);
            map.put("l", "v");
            return map;
        });
        VALUES.put("int-array", () -> new int[] {1, -1});
        VALUES.put("order-arrays", () -> new Order[][] {{null}});
        VALUES.put(
                "values",
                () -> List.of(
                        new UUID(1, 2),
                        new BigDecimal("1.50"),
                        Instant.ofEpochSecond(5, 6),
                        LocalDate.of(2026, 11, 20),
                        ZonedDateTime.parse("2026-11-20T10:00:00+01:00[Europe/Berlin]")));
        VALUES.put("record", () -> new Order(4711, "ALGO", Side.SELL, 101.25, true, false, List.of("x"), null));
        VALUES.put("cycle", () -> {
            Account account = new Account("ada", 5);
            account.partner = account;
            return account;
        });
        VALUES.put("shared-string", () -> {
            String text = "twice";
            return new ArrayList<>(List.of(text, text));
        });
    }

    private static final Codec CODEC =
            Codec.builder().allow(Order.class, Account.class).build();

    private static final Codec WIDE = CODEC.toBuilder().form(MessageForm.WIDE).build();
    private static final String WIDE_FILES = "wide/";

    static Stream<String> names() {
        return VALUES.keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("names")
    void valueIsWrittenAsItsGoldenFile(String name) {
        assertThat(HexFormat.of().formatHex(CODEC.encode(VALUES.get(name).get())))
                .isEqualTo(HexFormat.of().formatHex(golden(name)));
    }

    @ParameterizedTest
    @MethodSource("names")
    void valueIsWrittenInTheWideFormAsItsGoldenFile(String name) {
        assertThat(HexFormat.of().formatHex(WIDE.encode(VALUES.get(name).get())))
                .isEqualTo(HexFormat.of().formatHex(golden(WIDE_FILES + name)));
    }

    @ParameterizedTest
    @MethodSource("names")
    void goldenFilesAreReadAsTheirValue(String name) {
        Object value = VALUES.get(name).get();

        assertThat(CODEC.decode(golden(name), Object.class))
                .usingRecursiveComparison()
                .isEqualTo(value);
        assertThat(CODEC.decode(golden(WIDE_FILES + name), Object.class))
                .usingRecursiveComparison()
                .isEqualTo(value);
    }

    static byte[] golden(String name) {
        try (InputStream file = GoldenFilesTest.class.getResourceAsStream("/golden/" + name + ".hex")) {
            String hex = new String(file.readAllBytes(), StandardCharsets.US_ASCII).replaceAll("\\s", "");
            return HexFormat.of().parseHex(hex);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes every golden file into the directory named by the first argument. */
    static void main(String... arguments) throws IOException {
        for (String name : VALUES.keySet()) {
            write(
                    Path.of(arguments[0], name + ".hex"),
                    CODEC.encode(VALUES.get(name).get()));
            write(
                    Path.of(arguments[0], WIDE_FILES + name + ".hex"),
                    WIDE.encode(VALUES.get(name).get()));
        }
    }

    private static void write(Path file, byte[] bytes) throws IOException {
        String hex = HexFormat.ofDelimiter(" ").formatHex(bytes);
        Files.writeString(file, hex.replaceAll("(.{95}) ", "$1\n") + "\n");
    }
}
