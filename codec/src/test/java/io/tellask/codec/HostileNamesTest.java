package io.tellask.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.tellask.codec.graph.HeadNumbers;
import io.tellask.codec.graph.Header;
import io.tellask.codec.schema.Descriptor;
import io.tellask.codec.schema.Descriptor.FieldSpec;
import io.tellask.text.SafeText;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Currency;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names and values that a hostile writer chose leave no trace in errors but a short, printable one. */
public class HostileNamesTest {
    public static final String FORGED = "\n2026-01-01 SEVERE forged \u001B[2J\u202E\u2028 ";

    record Known(Hue hue, long number) {}

    enum Hue {
        RED
    }

    record Refusing(String text) {
        Refusing {
            throw new IllegalArgumentException("refused text=" + text);
        }
    }

    record Speechless(int number) {
        Speechless {
            throw new IllegalStateException() {
                @Override
                public String getMessage() {
                    throw new UnsupportedOperationException();
                }
            };
        }
    }

    static List<String> names() {
        return List.of(FORGED, FORGED + "q".repeat(900), "q".repeat(1_000), "x.y." + FORGED + "$Z");
    }

    public static void assertSafe(Throwable failure) {
        assertThat(failure).isInstanceOf(CodecException.class);
        for (Throwable each = failure; each != null; each = each.getCause()) {
            String text = each.toString();
            assertThat(text).hasSizeLessThan(2_000).doesNotContain("q".repeat(SafeText.MAX_CHARS + 1), "hunter2");
            assertThat(SafeText.message(text)).isEqualTo(text);
        }
        assertThat(((CodecException) failure).path()).doesNotContain("\n").hasSizeLessThan(4_000);
    }

    private static byte[] message(Descriptor descriptor) {
        ByteWriter out = new ByteWriter(64);
        out.writeByte(Header.of(true, Header.MESSAGE, false));
        out.writeVarInt(HeadNumbers.FIRST_DESCRIBED);
        out.writeVarInt(descriptor.bytes.length);
        out.writeBytes(descriptor.bytes, 0, descriptor.bytes.length);
        out.writeInt64(0);
        return out.toByteArray();
    }

    @ParameterizedTest
    @MethodSource("names")
    void namesOfClasses(String name) {
        for (Codec codec :
                List.of(Codec.standard(), Codec.builder().allowTree("x").build())) {
            for (int kind = Descriptor.OBJECT; kind <= Descriptor.THROWABLE; kind++) {
                byte[] bytes = message(new Descriptor(kind, name, List.of()));
                assertSafe(catchThrowable(() -> codec.decode(bytes, Object.class)));
                Object node = catchThrowable(() -> codec.describe(bytes).toString());
                assertThat(node == null || SafeText.message(node.toString()).equals(node.toString()))
                        .isTrue();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void namesOfFieldsAndConstants(String name) {
        for (Schema schema : Schema.values()) {
            Codec codec = Codec.builder().schema(schema).allow(Known.class).build();
            List<FieldSpec> fields = List.of(new FieldSpec('J', name), new FieldSpec('J', name + "z"));
            List<FieldSpec> wider = List.of(new FieldSpec('D', "number"), new FieldSpec('L', name));
            for (List<FieldSpec> each : List.of(fields, wider)) {
                Descriptor written = new Descriptor(
                        Descriptor.RECORD,
                        Known.class.getName(),
                        each.stream()
                                .sorted((a, b) -> a.name().compareTo(b.name()))
                                .toList());
                Throwable failure = catchThrowable(() -> codec.decode(message(written), Known.class));
                if (failure != null) {
                    assertSafe(failure);
                }
            }
            Descriptor hue = new Descriptor(Descriptor.ENUM, Hue.class.getName(), List.of(new FieldSpec('E', name)));
            assertSafe(catchThrowable(() -> codec.decode(message(hue), Hue.class)));
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {URI.class, Currency.class, Locale.class, ZoneId.class})
    void textsOfValuesAreNotRepeated(Class<?> type) {
        Object value = switch (type.getSimpleName()) {
            case "URI" -> URI.create("hunter2:hunter2:hunter2");
            case "Currency" -> Currency.getInstance("EUR");
            case "Locale" -> Locale.forLanguageTag("en-hunter2x");
            default -> ZoneId.of("America/Argentina/Buenos_Aires");
        };
        byte[] bytes = Codec.standard().encode(value);
        byte[] damaged = bytes.clone();
        Arrays.fill(damaged, bytes.length - 3, bytes.length, (byte) '\n');
        System.arraycopy("hunter2".getBytes(StandardCharsets.US_ASCII), 0, damaged, 2, Math.min(7, bytes.length - 5));

        assertSafe(catchThrowable(() -> Codec.standard().decode(damaged, Object.class)));
    }

    @Test
    void whatAConstructorSaysIsShort() {
        Codec codec = Codec.builder().allow(Refusing.class).build();
        ObjectNode node = new ObjectNode(ClassDescription.of(
                new Descriptor(Descriptor.RECORD, Refusing.class.getName(), List.of(new FieldSpec('T', "text")))));
        node.put(0, FORGED + "q".repeat(1_000_000));
        byte[] bytes = codec.encode(node);

        Throwable failure = catchThrowable(() -> codec.decode(bytes, Refusing.class));

        assertThat(failure.getMessage()).contains("refused text=\\n2026").hasSizeLessThan(1_000);
        assertThat(SafeText.message(failure.getMessage())).isEqualTo(failure.getMessage());
        assertThat(failure).hasCauseInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aConstructorWhoseExceptionHasNoTextIsADecodeException() {
        Codec codec = Codec.builder().allow(Speechless.class).build();
        ObjectNode node = new ObjectNode(ClassDescription.of(
                new Descriptor(Descriptor.RECORD, Speechless.class.getName(), List.of(new FieldSpec('I', "number")))));
        byte[] bytes = codec.encode(node);

        assertThat(catchThrowable(() -> codec.decode(bytes, Speechless.class)))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("HostileNamesTest$Speechless$1");
    }

    @Test
    void pathsThroughHostileNamesAreShort() {
        Codec codec = Codec.builder().unknownClasses(UnknownClasses.KEEP).build();
        HashMap<String, Object> deep = new HashMap<>();
        deep.put(FORGED.repeat(100), new Object());

        assertSafe(catchThrowable(() -> codec.encode(deep)));
    }
}
