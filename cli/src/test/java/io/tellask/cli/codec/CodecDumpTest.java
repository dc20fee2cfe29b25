package io.tellask.cli.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.cli.CommandRun;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import io.tellask.codec.EncodeException;
import io.tellask.codec.GraphOutput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code tellask codec dump} prints, and what it says to files that hold no message. */
class CodecDumpTest {
    @TempDir
    private Path folder;

    private record City(String name, long population, List<String> tags) {}

    private static final City PARIS = new City("Paris", 2_138_551, List.of("capital", "\u00eele"));

    private CommandRun dump(byte[] bytes, String... options) throws IOException {
        Path file = Files.write(folder.resolve("message"), bytes);
        String[] arguments = Arrays.copyOf(new String[] {"codec", "dump", file.toString()}, 3 + options.length);
        System.arraycopy(options, 0, arguments, 3, options.length);
        return CommandRun.of(arguments);
    }

    @Test
    void printsTheFieldsWithTheirNames() throws IOException {
        CommandRun run = dump(Codec.standard().encode(PARIS));

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains(
                        "  \"@class\": \"" + City.class.getName() + "\",",
                        "  \"name\": \"Paris\",",
                        "  \"population\": 2138551,");
    }

    @Test
    void printsOnOneLine() throws IOException {
        assertThat(dump(Codec.standard().encode(List.of(1, 2)), "--compact").out())
                .containsExactly("{\"@class\":\"java.util.ImmutableCollections$ListN\",\"@items\":[1,2]}");
    }

    @Test
    void saysWhereADamagedMessageEnds() throws IOException {
        byte[] message = Codec.standard().encode(PARIS);
        CommandRun run = dump(Arrays.copyOf(message, message.length - 3));

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).singleElement().asString().contains("offset=", "message");
    }

    private static byte[] streamOf(Object... graphs) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GraphOutput out = Codec.standard().newGraphOutput(bytes)) {
            for (Object graph : graphs) {
                out.write(graph);
            }
        }
        return bytes.toByteArray();
    }

    @Test
    void printsEachGraphOfAStream() throws IOException {
        CommandRun run = dump(streamOf(PARIS, 7, PARIS), "--compact");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).hasSize(3);
        assertThat(run.out().get(0)).contains("\"@class\":\"" + City.class.getName() + "\"", "\"name\":\"Paris\"");
        assertThat(run.out()).element(1).isEqualTo("7");
        assertThat(run.out().get(2)).isEqualTo(run.out().get(0));
    }

    @Test
    void printsGraphsInParts() throws IOException {
        long[] numbers = new long[200_000];
        numbers[199_999] = 4_711;
        CommandRun run = dump(streamOf(numbers, PARIS), "--compact");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).hasSize(2);
        assertThat(run.out().get(0)).endsWith("0,4711]}");
        assertThat(run.out().get(1)).contains("\"name\":\"Paris\"");
    }

    @Test
    void printsTheGraphsInFrontOfADamagedOne() throws IOException {
        byte[] stream = streamOf(1, PARIS);
        CommandRun run = dump(Arrays.copyOf(stream, stream.length - 3));

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).containsExactly("1");
        assertThat(run.err()).singleElement().asString().contains("ends without its end mark");
    }

    @Test
    void goesOnBehindAGraphThatWasGivenUp() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GraphOutput out = Codec.standard().newGraphOutput(bytes)) {
            out.write("first");
            assertThatThrownBy(() -> out.write(List.of(new byte[2 << 20], Thread.currentThread())))
                    .isInstanceOf(EncodeException.class);
            out.write("last");
        }
        CommandRun run = dump(bytes.toByteArray());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).containsExactly("\"first\"", "\"last\"");
        assertThat(run.err()).singleElement().asString().contains("graph=2", "given up");
    }

    @Test
    void saysThatAStreamOfTheJdkIsReadByDecodeJdk() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ObjectOutputStream(bytes).writeObject("x");
        CommandRun run = dump(bytes.toByteArray());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).singleElement().asString().contains("ObjectOutputStream", "JdkStreams");
    }

    @Test
    void saysThatAFileIsNoMessage() throws IOException {
        CommandRun run = dump("{\"key\":1}".getBytes());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).singleElement().asString().contains("no codec message");
    }

    @Test
    void saysThatAMessageOfASessionLacksItsDescriptors() throws IOException {
        ByteWriter out = new ByteWriter(64);
        Codec.standard().newScopedEncoder((id, descriptor) -> {}).encode(PARIS, City.class, out);
        CommandRun run = dump(out.toByteArray());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).singleElement().asString().contains("scope=session", "described");
    }

    @Test
    void folderIsNamed() {
        assertThat(CommandRun.of("codec", "dump", folder.toString()).err())
                .containsExactly(
                        "tellask: dump: a folder instead of a file: file=" + folder + "; name one of its files");
    }

    @Test
    void missingFileIsNamed() {
        assertThat(CommandRun.of("codec", "dump", folder.resolve("none").toString())
                        .err())
                .singleElement()
                .asString()
                .contains("no such file");
    }
}
