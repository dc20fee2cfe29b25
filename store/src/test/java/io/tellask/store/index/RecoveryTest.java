package io.tellask.store.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tellask.store.Batch;
import io.tellask.store.Durability;
import io.tellask.store.DurableMap;
import io.tellask.store.RecoveryReport;
import io.tellask.store.StoreCheck;
import io.tellask.store.StoreDamagedException;
import io.tellask.store.StoreImage;
import io.tellask.store.StoreLimits;
import io.tellask.store.StoreProgress;
import io.tellask.store.file.StoreIdentity;
import io.tellask.store.layout.SegmentLayout;
import io.tellask.store.segment.LogEnd;
import io.tellask.store.segment.SegmentPreparer;
import io.tellask.store.segment.WriteMark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecoveryTest {
    private static final StoreLimits LIMITS =
            StoreLimits.defaults().withFirstSegmentBytes(8192).withSegmentBytes(64 << 10);

    /** A record with a key of four bytes and a value of 76: 100 bytes, 104 with padding. */
    private static final int RECORD_BYTES = 104;

    @TempDir
    Path directory;

    private Path crashed;
    private StoreImage image;

    /** 300 records over three segments and a part of the next, as a killed process leaves them: no checkpoint. */
    @BeforeEach
    void writeAndCrash() throws IOException {
        crashed = directory.resolve("crashed");
        try (DurableMap<Integer, byte[]> map = open(directory.resolve("original"), false)) {
            for (int i = 0; i < 300; i++) {
                map.put(i, value(i));
            }
            map.force().join();
            image = new StoreImage(directory.resolve("original")).copyTo(crashed);
        }
        assertThat(image.segments()).hasSize(4);
    }

    /** The same after a power cut; the last ten records were never forced. */
    private void writeAndCutPower() throws IOException {
        crashed = directory.resolve("cut");
        try (DurableMap<Integer, byte[]> map = open(directory.resolve("powered"), false)) {
            for (int i = 0; i < 300; i++) {
                map.put(i, value(i));
                if (i == 290) {
                    map.force().join();
                }
            }
            image = new StoreImage(directory.resolve("powered")).copyTo(crashed).ofAnotherRun();
        }
    }

    private static byte[] value(int i) {
        byte[] value = new byte[76];
        Arrays.fill(value, (byte) (i + 1));
        return value;
    }

    private static DurableMap<Integer, byte[]> open(Path own, boolean verifyOnOpen) {
        return DurableMap.builder(own, Integer.class, byte[].class)
                .durability(Durability.BUFFERED)
                .limits(LIMITS)
                .verifyOnOpen(verifyOnOpen)
                .open();
    }

    private static void verify(DurableMap<Integer, byte[]> map, int records) {
        assertThat(map.size()).isEqualTo(records);
        for (int i = 0; i < records; i++) {
            assertThat(map.getBytes(i)).isEqualTo(value(i));
        }
    }

    private StoreDamagedException damage() {
        return catchThrowableOfType(StoreDamagedException.class, () -> open(crashed, false));
    }

    /** Where the last record starts in the last segment. */
    private long lastRecord() throws IOException {
        byte[] bytes = Files.readAllBytes(image.segments().get(3));
        int end = bytes.length - 1;
        while (bytes[end] == 0) {
            end--;
        }
        return (long) (end - SegmentLayout.HEADER) / RECORD_BYTES * RECORD_BYTES + SegmentLayout.HEADER;
    }

    @Test
    void readsTheWholeLogAfterACrash() {
        try (DurableMap<Integer, byte[]> map = open(crashed, false)) {
            assertThat(map.recovery().fromCheckpoint()).isFalse();
            assertThat(map.recovery().replayedRecords()).isEqualTo(300);
            assertThat(map.recovery().cuts()).isEmpty();
            verify(map, 300);
        }
    }

    @Test
    void readsOnlyTheLogBehindTheCheckpoint() throws IOException {
        open(crashed, false).close();
        Path again = directory.resolve("again");
        try (DurableMap<Integer, byte[]> map = open(crashed, false)) {
            map.put(300, value(300));
            map.remove(7);
            image.copyTo(again);
        }
        try (DurableMap<Integer, byte[]> map = open(again, false)) {
            assertThat(map.recovery().fromCheckpoint()).isTrue();
            assertThat(map.recovery().replayedRecords()).isEqualTo(2);
            assertThat(map.size()).isEqualTo(300);
            assertThat(map.get(7)).isNull();
            assertThat(map.get(300)).isEqualTo(value(300));
        }
    }

    @Test
    void cutsAHalfWrittenRecordAndReportsIt() throws IOException {
        writeAndCutPower();
        long last = lastRecord();
        image.overwrite(image.segments().get(3), last + 60, new byte[40]);
        try (DurableMap<Integer, byte[]> map = open(crashed, false)) {
            assertThat(map.recovery().cuts()).containsExactly(new RecoveryReport.Cut(3, last, 60, "checksum differs"));
            assertThat(map.recovery().cutBytes()).isEqualTo(60);
            verify(map, 299);
            map.put(299, value(299));
        }
        try (DurableMap<Integer, byte[]> map = open(crashed, true)) {
            assertThat(map.recovery().cuts()).isEmpty();
            verify(map, 300);
        }
    }

    @Test
    void cutsBehindARecordThatNeverReachedTheDisk() throws IOException {
        writeAndCutPower();
        image.overwrite(image.segments().get(3), lastRecord() - 2 * RECORD_BYTES, new byte[RECORD_BYTES]);
        try (DurableMap<Integer, byte[]> map = open(crashed, false)) {
            assertThat(map.recovery().cuts()).hasSize(1);
            assertThat(map.recovery().cuts().getFirst().reason()).contains("later bytes were");
            verify(map, 297);
        }
    }

    @Test
    void refusesABadRecordThatWasForcedBeforeAPowerCut() throws IOException {
        writeAndCutPower();
        image.flipBit(image.segments().get(3), lastRecord() - 12 * RECORD_BYTES + 50, 3);
        assertThat(damage()).hasMessageContaining("segment=3").hasMessageContaining("checksum differs");
    }

    @Test
    void refusesABadRecordAfterAKillWhetherOrNotItWasForced() throws IOException {
        for (int back : new int[] {0, 1, 5, 20}) {
            image.flipBit(image.segments().get(3), lastRecord() - back * RECORD_BYTES + 50, 3);
            assertThat(damage())
                    .as("back=%d", back)
                    .hasMessageContaining("segment=3")
                    .hasMessageContaining("checksum differs")
                    .hasMessageContaining("sequence=" + (300 - back) + " to " + (300 - back));
            image.flipBit(image.segments().get(3), lastRecord() - back * RECORD_BYTES + 50, 3);
        }
    }

    @Test
    void refusesADamagedSealedSegmentNamingThePlace() throws IOException {
        long at = 64 + 5 * RECORD_BYTES;
        image.flipBit(image.segments().get(1), at + 40, 0);
        StoreDamagedException damage = damage();
        assertThat(damage.segment()).isEqualTo(1);
        assertThat(damage.offset()).isEqualTo(at);
        assertThat(damage).hasMessageContaining("segment=1").hasMessageContaining("checksum differs");
        image.flipBit(image.segments().get(1), at + 40, 0);
        try (DurableMap<Integer, byte[]> map = open(crashed, false)) {
            verify(map, 300);
        }
    }

    /** What lies behind the last record of a sealed segment is nobody's. */
    @Test
    void readsNoSealedSegmentBehindItsEnd() throws IOException {
        int records = (8192 - SegmentLayout.HEADER - SegmentLayout.FOOTER) / RECORD_BYTES;
        image.flipBit(image.segments().get(0), SegmentLayout.HEADER + records * RECORD_BYTES + 1, 3);
        assertThat(StoreCheck.run(crashed, StoreProgress.NONE).isSound()).isTrue();
        try (DurableMap<Integer, byte[]> map = open(crashed, false)) {
            assertThat(map.recovery().fromCheckpoint()).isFalse();
            verify(map, 300);
        }
    }

    @Test
    void refusesAMissingSegment() throws IOException {
        Files.delete(image.segments().get(1));
        assertThat(damage()).hasMessageContaining("file is missing");
    }

    @Test
    void refusesAMissingFooterBeforeASealedSegment() throws IOException {
        image.removeFooter(image.segments().get(0));
        assertThat(damage()).hasMessageContaining("footer is missing");
    }

    @Test
    void refusesASegmentOfAnotherStore() throws IOException {
        Path other = directory.resolve("other");
        try (DurableMap<Integer, byte[]> map = open(other, false)) {
            map.put(1, value(1));
        }
        Files.copy(
                new StoreImage(other).segments().getFirst(),
                image.segments().getFirst(),
                java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        assertThat(damage()).hasMessageContaining("of store=");
    }

    @Test
    void refusesAMissingOrDamagedStoreFile() throws IOException {
        Path file = crashed.resolve(StoreIdentity.FILE);
        image.flipBit(file, 20, 1);
        assertThat(damage()).hasMessageContaining("STORE").hasMessageContaining("checksum differs");
        Files.delete(file);
        assertThat(damage()).hasMessageContaining("STORE").hasMessageContaining("missing");
    }

    @Test
    void ignoresADamagedCheckpoint() throws IOException {
        open(crashed, false).close();
        Path checkpoint = crashed.resolve(Checkpoint.FILE);
        for (long at : new long[] {3, 40, 3000, Files.size(checkpoint) - 2}) {
            image.flipBit(checkpoint, at, 2);
            try (DurableMap<Integer, byte[]> map = open(crashed, false)) {
                assertThat(map.recovery().fromCheckpoint()).isFalse();
                verify(map, 300);
            }
        }
    }

    @Test
    void refusesABadRecordOfTheLastSegmentAfterAClose() throws IOException {
        open(crashed, false).close();
        long last = lastRecord();
        image.flipBit(image.segments().get(3), last + 30, 4);
        byte[] before = Files.readAllBytes(image.segments().get(3));
        StoreDamagedException damage = damage();
        assertThat(damage.segment()).isEqualTo(3);
        assertThat(damage.offset()).isEqualTo(last);
        assertThat(image.segments().get(3)).hasBinaryContent(before);
        assertThat(crashed.resolve(Checkpoint.FILE)).exists();
    }

    /** The records of a batch are whole before it is; nobody was told that it was written. */
    @Test
    void cutsABatchThatAKilledProcessWasCopying() throws IOException {
        Path batched = directory.resolve("batched");
        long start = lastRecord() + RECORD_BYTES;
        long end = start + 24 + 5 * RECORD_BYTES;
        try (DurableMap<Integer, byte[]> map = open(crashed, false)) {
            byte[] before = Files.readAllBytes(crashed.resolve(WriteMark.FILE));
            Batch<Integer, byte[]> batch = map.batch();
            for (int i = 300; i < 305; i++) {
                batch.put(i, value(i));
            }
            assertThat(batch.commit()).isTrue();
            image = image.copyTo(batched);
            Files.write(batched.resolve(WriteMark.FILE), before);
        }
        byte[] whole = Files.readAllBytes(image.segments().get(3));
        for (long copied = start + 40; copied < end - 8; copied += 40) {
            byte[] torn = whole.clone();
            Arrays.fill(torn, (int) copied, (int) end, (byte) 0);
            StoreImage copy = image.copyTo(directory.resolve("copied" + copied));
            Files.write(copy.segments().get(3), torn);
            try (DurableMap<Integer, byte[]> map = open(copy.directory(), false)) {
                assertThat(map.recovery().cuts()).singleElement().satisfies(cut -> {
                    assertThat(cut.offset()).isEqualTo(start);
                    assertThat(cut.reason()).isEqualTo("checksum differs");
                });
                verify(map, 300);
            }
        }
    }

    /** The file could be lengthened again with nothing lost, but not before the damage is met that opening is refused for. */
    @Test
    void lengthensNoFileOfAStoreThatItRefuses() throws IOException {
        open(crashed, false).close();
        Path youngest = image.segments().get(3);
        byte[] shortened = Arrays.copyOf(Files.readAllBytes(youngest), (int) lastRecord() + RECORD_BYTES);
        Files.write(youngest, shortened);
        image.flipBit(image.segments().get(1), 64 + 5 * RECORD_BYTES + 40, 0);
        for (boolean checkpoint : new boolean[] {true, false}) {
            if (!checkpoint) {
                Files.delete(crashed.resolve(Checkpoint.FILE));
            }
            assertThat(damage()).hasMessageContaining("segment=1").hasMessageContaining("checksum differs");
            assertThat(youngest).hasBinaryContent(shortened);
        }
        image.flipBit(image.segments().get(1), 64 + 5 * RECORD_BYTES + 40, 0);
        try (DurableMap<Integer, byte[]> map = open(crashed, false)) {
            verify(map, 300);
        }
    }

    @Test
    void refusesAFirstSegmentWhoseFirstPageIsZeros() throws IOException {
        open(crashed, false).close();
        for (int segment : new int[] {0, 1, 3}) {
            StoreImage copy = new StoreImage(crashed).copyTo(directory.resolve("zeroed" + segment));
            copy.overwrite(copy.segments().get(segment), 0, new byte[4096]);
            crashed = copy.directory();
            assertThat(damage()).hasMessageContaining("header is missing");
            crashed = directory.resolve("crashed");
        }
    }

    @Test
    void refusesAStoreWhoseLastSegmentsAreMissing() throws IOException {
        Files.delete(image.segments().get(3));
        assertThat(damage()).hasMessageContaining("file is missing");
        Files.delete(image.segments().get(2));
        assertThat(damage()).hasMessageContaining("segment-00000002.log").hasMessageContaining("file is missing");
    }

    @Test
    void refusesAStoreWithoutTheFilesThatTellItsEnd() throws IOException {
        open(crashed, false).close();
        for (String name : new String[] {LogEnd.FILE, WriteMark.FILE}) {
            byte[] sound = Files.readAllBytes(crashed.resolve(name));
            image.flipBit(crashed.resolve(name), 20, 3);
            assertThat(damage()).hasMessageContaining(name).hasMessageContaining("repair");
            Files.delete(crashed.resolve(name));
            assertThat(damage()).hasMessageContaining(name).hasMessageContaining("file is missing");
            Files.write(crashed.resolve(name), sound);
        }
        open(crashed, false).close();
    }

    @Test
    void takesAwayAPreparedSegmentThatWasNeverUsed() throws IOException {
        Files.write(crashed.resolve("segment-00000004.log"), new byte[64 << 10]);
        Files.write(crashed.resolve(SegmentPreparer.UNUSED), new byte[64 << 10]);
        try (DurableMap<Integer, byte[]> map = open(crashed, false)) {
            assertThat(map.recovery().cuts()).isEmpty();
            assertThat(map.recovery().segments()).isEqualTo(4);
            verify(map, 300);
        }
    }

    @Test
    void takesAwayASegmentOfWhichAPowerCutLeftAPartOfTheHeader() throws IOException {
        byte[] begun = {'T', 'L', 'S', 'K', 'S', 'E'};
        Files.write(crashed.resolve("segment-00000004.log"), begun);
        assertThat(damage()).as("after a kill, which leaves whole files").hasMessageContaining("damages=1 more");

        writeAndCutPower();
        Files.write(crashed.resolve("segment-00000004.log"), begun);
        try (DurableMap<Integer, byte[]> map = open(crashed, false)) {
            verify(map, 300);
        }
        try (DurableMap<Integer, byte[]> again = open(crashed, false)) {
            assertThat(again.recovery().cuts()).isEmpty();
            verify(again, 300);
        }
    }

    @Test
    void verifiedReadsRefuseADamagedRecord() throws IOException {
        open(crashed, false).close();
        image.flipBit(image.segments().get(0), 64 + 50, 0);
        try (DurableMap<Integer, byte[]> map = open(crashed, false)) {
            assertThat(map.recovery().fromCheckpoint()).isTrue();
            assertThatThrownBy(() -> map.getBytes(0))
                    .isInstanceOf(StoreDamagedException.class)
                    .hasMessageContaining("offset=64");
            assertThatThrownBy(() -> map.forEach((key, value) -> {})).isInstanceOf(StoreDamagedException.class);
            assertThat(map.getBytes(1)).isEqualTo(value(1));
        }
        assertThatThrownBy(() -> open(crashed, true)).isInstanceOf(StoreDamagedException.class);
    }
}
