package io.tellask.cli.pauselog;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.test.Rounds;
import io.tellask.test.Seed;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LogLinesTest {
    private static LogLines lines(String text) {
        return new LogLines(new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)), "log");
    }

    private static String current(LogLines lines) {
        return new String(lines.bytes(), lines.from(), lines.to() - lines.from(), StandardCharsets.ISO_8859_1);
    }

    private static List<String> all(LogLines lines) throws IOException {
        List<String> all = new ArrayList<>();
        while (lines.next()) {
            all.add(current(lines));
        }
        return all;
    }

    @Test
    void endsOfLinesAreNoPartOfThem() throws IOException {
        assertThat(all(lines("a\nb\r\n\n\r\nlast"))).containsExactly("a", "b", "", "", "last");
        assertThat(all(lines(""))).isEmpty();
        assertThat(all(lines("\n"))).containsExactly("");
    }

    @Test
    void lineOfTheLimitIsReadWholeAndALongerOneIsCut() throws IOException {
        String most = "x".repeat(LogLines.LINE_BYTES);

        LogLines fits = lines(most + "\nnext");
        assertThat(all(fits)).containsExactly(most, "next");
        assertThat(fits.cutLines()).isZero();

        LogLines longer = lines(most + "y\n" + most + "y".repeat(1 << 20) + "\nnext\n" + most + "y");
        assertThat(all(longer)).containsExactly(most, most, "next", most);
        assertThat(longer.cutLines()).isEqualTo(3);
    }

    @Test
    void randomLinesInRandomPiecesAreThoseOfTheText() throws IOException {
        Random random = new Random(Seed.given());
        for (int round = 0; round < Rounds.of(20, 500); round++) {
            List<String> expected = new ArrayList<>();
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(1, 300); i > 0; i--) {
                String line = "l".repeat(random.nextInt(random.nextInt(10) == 0 ? LogLines.LINE_BYTES : 200));
                expected.add(line);
                text.append(line).append('\n');
            }
            InputStream whole = new ByteArrayInputStream(text.toString().getBytes(StandardCharsets.ISO_8859_1));
            InputStream pieces = new InputStream() {
                @Override
                public int read() throws IOException {
                    return whole.read();
                }

                @Override
                public int read(byte[] target, int offset, int length) throws IOException {
                    return whole.read(target, offset, Math.min(length, random.nextInt(1, 70_000)));
                }
            };
            assertThat(all(new LogLines(pieces, "log"))).isEqualTo(expected);
        }
    }

    @Test
    void sightingHasTheLinesAround() throws IOException {
        for (int filler : new int[] {0, 1, 9_000}) {
            StringBuilder text = new StringBuilder("filler of some length, to move the others\n".repeat(filler));
            LogLines lines = lines(text.append("1\n2\r\n3\nfound\n5\n6\n7\n").toString());
            Sighting sighting = null;
            while (lines.next()) {
                if (current(lines).equals("found")) {
                    sighting = lines.sighting();
                }
            }
            assertThat(sighting).isNotNull();
            assertThat(sighting.lines()).containsExactly("2", "3", "found", "5", "6");
            assertThat(sighting.line()).isEqualTo(filler + 4L);
        }
    }

    @Test
    void sightingAtTheEndsHasWhatIsThere() throws IOException {
        LogLines lines = lines("found\n");
        assertThat(lines.next()).isTrue();
        Sighting sighting = lines.sighting();
        assertThat(lines.next()).isFalse();
        assertThat(sighting.lines()).containsExactly("found");
    }

    @Test
    void contextIsCut() throws IOException {
        LogLines lines = lines("x".repeat(LogLines.CONTEXT_CHARS) + "\n" + "y".repeat(LogLines.CONTEXT_CHARS + 1));
        assertThat(lines.next()).isTrue();
        assertThat(lines.next()).isTrue();
        assertThat(lines.sighting().lines())
                .containsExactly("x".repeat(LogLines.CONTEXT_CHARS), "y".repeat(LogLines.CONTEXT_CHARS) + "…");
    }
}
