package io.tellask.cli.pauselog;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import jdk.jfr.Recording;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingChunksTest {
    @TempDir
    private Path folder;

    private byte[] one;
    private byte[] two;

    @BeforeEach
    void record() throws IOException {
        one = recording("one.jfr");
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.write(one);
        both.write(recording("other.jfr"));
        two = both.toByteArray();
    }

    private byte[] recording(String name) throws IOException {
        Path file = folder.resolve(name);
        try (Recording recording = new Recording()) {
            recording.enable("jdk.ThreadStart");
            recording.start();
            recording.stop();
            recording.dump(file);
        }
        return Files.readAllBytes(file);
    }

    @Test
    void recordingsOfOneChunkAndOfTwoAreWhole() {
        assertThatCode(() -> read(one)).doesNotThrowAnyException();
        assertThatCode(() -> read(two)).doesNotThrowAnyException();
    }

    @Test
    void oneThatIsCutWithinALaterChunkIsNot() {
        for (int length : new int[] {one.length + 1, one.length + 67, one.length + 68, two.length - 1}) {
            assertThatThrownBy(() -> read(Arrays.copyOf(two, length)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("cut off at byte " + length + ", within");
        }
    }

    @Test
    void whatFollowsAChunkHasToBeOne() {
        two[one.length] = 'X';

        assertThatThrownBy(() -> read(two)).hasMessage("damaged: no chunk begins at byte " + one.length);
    }

    @Test
    void oneOfAProcessThatWasKilledIsNotFinished() {
        two[one.length + 64] = 8;

        assertThatThrownBy(() -> read(two)).hasMessageContaining("not finished").hasMessageContaining("killed");
    }

    private void read(byte[] bytes) throws IOException {
        RecordingChunks.requireWhole(Files.write(folder.resolve("read.jfr"), bytes));
    }
}
