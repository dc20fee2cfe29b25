package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a power cut leaves of segments that no force had reached. */
class UnforcedSegmentsTest {
    private static final int RECORDS = 300;
    private static final int RECORD_BYTES = 104;
    private static final StoreLimits LIMITS =
            StoreLimits.defaults().withFirstSegmentBytes(8192).withSegmentBytes(64 << 10);

    @TempDir
    private Path directory;

    @Test
    void setsAsideSegmentsBehindACut() throws IOException {
        Path cut = directory.resolve("cut");
        StoreImage image = imageOfUnforcedSegments(cut);
        assertThat(image.segments()).hasSize(4);
        image.flipBit(image.segments().get(2), 64 + 10 * RECORD_BYTES + 50, 3);
        try (DurableMap<Integer, byte[]> map = open(cut, new FaultyFiles())) {
            assertThat(map.recovery().cuts())
                    .extracting(RecoveryReport.Cut::segment)
                    .containsExactly(2, 3);
            assertThat(map.recovery().segments()).isEqualTo(3);
            assertThat(map.size()).isBetween(1L, RECORDS - 1L);
            for (int i = 0; i < map.size(); i++) {
                assertThat(map.getBytes(i)).isEqualTo(value(i));
            }
        }
        assertThat(cut.resolve("segment-00000003.log.cut")).exists();
    }

    private StoreImage imageOfUnforcedSegments(Path target) throws IOException {
        FaultyFiles files = new FaultyFiles();
        Semaphore hold = new Semaphore(0);
        try (DurableMap<Integer, byte[]> map = open(directory.resolve("unforced"), files)) {
            files.held = hold;
            try {
                for (int i = 0; i < RECORDS; i++) {
                    map.put(i, value(i));
                }
                return new StoreImage(directory.resolve("unforced"))
                        .copyTo(target)
                        .ofAnotherRun();
            } finally {
                hold.release();
            }
        }
    }

    private static DurableMap<Integer, byte[]> open(Path own, FaultyFiles files) {
        return DurableMap.builder(own, Integer.class, byte[].class)
                .durability(Durability.BUFFERED)
                .limits(LIMITS)
                .files(files)
                .open();
    }

    private static byte[] value(int i) {
        byte[] value = new byte[76];
        Arrays.fill(value, (byte) (i + 1));
        return value;
    }
}
