package io.tellask.cli.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.junit.jupiter.api.Test;

/** A packed file is taken whole or not at all, wherever the ends of its parts lie in the buffer. */
class PackedInputTest {
    private static final String TEXT =
            "one text that is longer than most buffers of this test, and has repetitions, repetitions";
    private static final int BUFFERS = 130;

    private static byte[] packed(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(UTF_8));
        }
        return bytes.toByteArray();
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    private static String unpacked(byte[] file, int bufferBytes) throws IOException {
        try (PackedInput in = PackedInput.of(new ByteArrayInputStream(file), bufferBytes)) {
            return new String(in.readAllBytes(), UTF_8);
        }
    }

    @Test
    void readsOnePartAndSeveral() throws IOException {
        byte[] one = packed(TEXT);
        for (int buffer = 1; buffer < BUFFERS; buffer++) {
            assertThat(unpacked(one, buffer)).isEqualTo(TEXT);
            assertThat(unpacked(joined(one, joined(packed(""), one)), buffer)).isEqualTo(TEXT + TEXT);
        }
    }

    @Test
    void refusesWhatFollowsTheLastPart() throws IOException {
        byte[] one = packed(TEXT);
        for (byte[] file : new byte[][] {one, joined(one, one)}) {
            for (int more = 1; more < 40; more++) {
                byte[] longer = joined(
                        file,
                        "garbage of some length, which is no header"
                                .substring(0, more)
                                .getBytes(UTF_8));
                for (int buffer = 1; buffer < BUFFERS; buffer++) {
                    int bufferBytes = buffer;
                    assertThatThrownBy(() -> unpacked(longer, bufferBytes))
                            .as("garbage=%d, buffer=%d", more, buffer)
                            .isInstanceOf(ZipException.class)
                            .hasMessage("something follows the packed part");
                }
            }
        }
    }

    @Test
    void refusesAPartThatEndsEarly() throws IOException {
        byte[] one = packed(TEXT);
        for (int length = 0; length < one.length; length++) {
            byte[] shorter = Arrays.copyOf(one, length);
            assertThatThrownBy(() -> unpacked(shorter, 64)).isInstanceOf(EOFException.class);
        }
    }
}
