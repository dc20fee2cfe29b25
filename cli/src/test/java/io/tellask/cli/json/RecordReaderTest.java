package io.tellask.cli.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.cli.demo.CityFile;
import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordReaderTest {
    private static final String LINE = "{\"key\":\"k\",\"value\":1}";

    @Test
    void countsLinesAndSkipsBlankOnes() throws Exception {
        RecordReader reader = reader("\n" + LINE + "\r\n  \n" + LINE);

        assertThat(reader.next()).isNotNull();
        assertThat(reader.lineNumber()).isEqualTo(2);
        assertThat(reader.next()).isNotNull();
        assertThat(reader.lineNumber()).isEqualTo(4);
        assertThat(reader.next()).isNull();
    }

    @Test
    void namesTheMalformedLineByNumber() throws Exception {
        RecordReader reader = reader(LINE + "\n" + LINE + "\n{\"key\":\"k\"\n" + LINE);
        reader.next();
        reader.next();

        assertThatThrownBy(reader::next).isInstanceOf(MalformedLineException.class);
        assertThat(reader.lineNumber()).isEqualTo(3);
    }

    @Test
    void refusesBytesThatAreNotUtf8() {
        RecordReader reader = new RecordReader(new ByteArrayInputStream(new byte[] {'{', (byte) 0xff, '}', '\n'}));

        assertThatThrownBy(reader::next).hasMessage("not UTF-8");
    }

    @Test
    void takesALineOfTheGreatestLengthAndRefusesAByteMore() throws Exception {
        byte[] line = LINE.getBytes(UTF_8);

        assertThat(new RecordReader(new ByteArrayInputStream(line), line.length).next())
                .isNotNull();
        assertThatThrownBy(new RecordReader(new ByteArrayInputStream(line), line.length - 1)::next)
                .hasMessageContaining("limit=" + (line.length - 1));
    }

    @Test
    void readsTheDemosCities() throws Exception {
        List<JsonLine> cities = CityFile.read();

        Set<String> keys = new HashSet<>();
        cities.forEach(city -> keys.add(new String(city.key(), UTF_8)));
        assertThat(cities).hasSize(158_458);
        assertThat(keys).hasSize(158_458).contains("FR/Paris/2988507");
    }

    @Test
    void knowsHowMuchOfAPackedFileIsRead(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("lines.jsonl.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write((LINE + "\n").repeat(1_000).getBytes(UTF_8));
        }

        try (RecordReader reader = RecordReader.open(file.toString())) {
            assertThat(reader.totalBytes()).isEqualTo(Files.size(file));
            while (reader.next() != null) {
                assertThat(reader.bytes()).isBetween(1L, reader.totalBytes());
            }
            assertThat(reader.bytes()).isEqualTo(reader.totalBytes());
        }
    }

    private static RecordReader reader(String text) {
        return new RecordReader(new ByteArrayInputStream(text.getBytes(UTF_8)));
    }
}
