package io.tellask.codec.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.tellask.codec.Codec;
import io.tellask.codec.DecodeException;
import io.tellask.codec.Schema;
import io.tellask.text.SafeText;
import java.net.URI;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Errors about hostile texts are short, printable, and repeat no values. */
class HostileErrorsTest {
    private static final String SECRET = "hunter2";
    private static final String FORGED = "\\n2026-01-01 SEVERE forged \\u001b[2J\\u202e";

    enum Hue {
        RED
    }

    record Holder(
            URI uri,
            Instant at,
            UUID id,
            Hue hue,
            List<Hue> hues,
            EnumSet<Hue> set,
            int number,
            byte[] bytes,
            Holder next) {}

    private static final Codec COMPATIBLE = Codec.builder().allow(Holder.class).build();
    private static final Codec STRICT =
            COMPATIBLE.toBuilder().schema(Schema.STRICT).build();

    private static void assertSafe(Throwable failure) {
        assertThat(failure).isInstanceOf(DecodeException.class);
        for (Throwable each = failure; each != null; each = each.getCause()) {
            String text = each.toString();
            assertThat(text).hasSizeLessThan(2_000).doesNotContain("q".repeat(SafeText.MAX_CHARS + 1), SECRET);
            assertThat(SafeText.message(text)).isEqualTo(text);
        }
        assertThat(((DecodeException) failure).path()).hasSizeLessThan(4_000).doesNotContain("\n");
    }

    private static void assertRefusedSafely(String json) {
        for (Codec codec : List.of(COMPATIBLE, STRICT)) {
            Throwable failure = catchThrowable(() -> JsonEncoding.of(codec).decode(json.getBytes(UTF_8), Holder.class));
            if (failure != null || codec == STRICT) {
                assertSafe(failure);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{hunter2}",
                "hunter2",
                "{\"hunter2\":1,\"hunter2\":2}",
                "{\"number\":0hunter2}",
                "{\"number\":+hunter2}",
                "[\"\\hunter2\"]",
                "[\"hunter2",
                "{\"number\":\"hunter2\"}",
                "{\"uri\":\"hunter2 hunter2\"}",
                "{\"at\":\"hunter2\"}",
                "{\"id\":\"hunter2\"}",
                "{\"bytes\":\"hunter2!\"}",
                "{\"number\":[\"hunter2\"]}",
                "[1}",
                "{\"a\":1]",
                "\"\u0007hunter2\"",
                "{\"next\":{\"uri\":\"hunter2 hunter2\"}}"
            })
    void tokensAreNotRepeated(String json) {
        assertRefusedSafely(json);
    }

    @ParameterizedTest
    @ValueSource(strings = {FORGED, "FILL", FORGED + "FILL"})
    void namesAreShort(String shape) {
        String name = shape.replace("FILL", "q".repeat(100_000));
        assertRefusedSafely("{\"@class\":\"" + name + "\"}");
        assertRefusedSafely("{\"" + name + "\":1}");
        assertRefusedSafely("{\"@" + name + "\":1}");
        assertRefusedSafely("{\"hue\":\"" + name + "\"}");
        assertRefusedSafely("{\"hues\":[\"" + name + "\"]}");
        assertRefusedSafely("{\"set\":{\"@type\":\"" + name + "\",\"@items\":[\"" + name + "\"]}}");
        assertRefusedSafely("{\"uri\":\"" + name + "\"}");
        assertRefusedSafely("{\"next\":{\"next\":{\"hue\":\"" + name + "\"}}}");
        assertRefusedSafely("{\"next\":{\"@class\":\"" + name + "[]\",\"@items\":[]}}");
        assertRefusedSafely("{\"number\":" + "9".repeat(10_000) + "}");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100_000})
    void namesInCborAreShort(int length) {
        for (String key : List.of("@class", "hue", "uri", "x")) {
            byte[] text = ("\n\u001B" + "q".repeat(length)).getBytes(UTF_8);
            byte[] bytes = new byte[1 + 1 + key.length() + 5 + text.length];
            bytes[0] = (byte) 0xA1;
            bytes[1] = (byte) (0x60 + key.length());
            System.arraycopy(key.getBytes(UTF_8), 0, bytes, 2, key.length());
            int at = 2 + key.length();
            bytes[at] = 0x7A;
            for (int i = 0; i < 4; i++) {
                bytes[at + 1 + i] = (byte) (text.length >>> 24 - 8 * i);
            }
            System.arraycopy(text, 0, bytes, at + 5, text.length);
            Throwable failure = catchThrowable(() -> CborEncoding.of(STRICT).decode(bytes, Holder.class));
            assertThat(failure).isInstanceOf(DecodeException.class);
            assertThat(SafeText.message(failure.getMessage())).isEqualTo(failure.getMessage());
            assertThat(failure.getMessage()).hasSizeLessThan(1_000);
        }
    }
}
