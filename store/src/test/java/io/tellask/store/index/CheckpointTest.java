package io.tellask.store.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.store.Durability;
import io.tellask.store.DurableMap;
import io.tellask.store.StoreImage;
import io.tellask.store.layout.SegmentLayout;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A checkpoint that is not the one that was written costs time and no more: the log is read in its place. */
class CheckpointTest {
    private static final int RECORDS = 3_000;
    private static final int HEAD = 56;
    private static final int SLOTS = 48;

    @TempDir
    private Path directory;

    private Path checkpoint;

    @BeforeEach
    void close() throws IOException {
        checkpoint = directory.resolve(Checkpoint.FILE);
        try (DurableMap<Integer, Integer> map = open()) {
            for (int i = 0; i < RECORDS; i++) {
                map.put(i, i);
            }
        }
        assertThat(opensFromCheckpoint()).isTrue();
    }

    private DurableMap<Integer, Integer> open() {
        return DurableMap.builder(directory, Integer.class, Integer.class)
                .durability(Durability.BUFFERED)
                .open();
    }

    private boolean opensFromCheckpoint() {
        try (DurableMap<Integer, Integer> map = open()) {
            assertThat(map.size()).isEqualTo(RECORDS);
            assertThat(map.get(RECORDS - 1)).isEqualTo(RECORDS - 1);
            return map.recovery().fromCheckpoint();
        }
    }

    /** The head allows a table of 512 GiB in a file of that length. */
    @Test
    void reservesNoTableForALengthenedFileWithMoreSlots() throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(checkpoint.toFile(), "rw")) {
            file.seek(SLOTS);
            file.writeLong(Long.reverseBytes(1L << 36));
            file.setLength(1L << 40);
        }

        assertThat(opensFromCheckpoint()).isFalse();
        assertThat(opensFromCheckpoint()).isTrue();
    }

    @Test
    void isNotUsedWithAnyBitOfItsHeadFlipped() throws IOException {
        byte[] whole = Files.readAllBytes(checkpoint);
        for (int at = 0; at < HEAD; at++) {
            for (int bit = 0; bit < 8; bit += 3) {
                StoreImage image = new StoreImage(directory);
                image.flipBit(checkpoint, at, bit);
                assertThat(opensFromCheckpoint()).as("byte=%d, bit=%d", at, bit).isFalse();
            }
        }
        assertThat(Files.readAllBytes(checkpoint)).hasSameSizeAs(whole);
    }

    /** Nearly empty after many removals: the checksum is read first, and the table then. */
    @Test
    void isUsedWithATableThatIsNearlyEmpty() throws IOException {
        try (DurableMap<Integer, Integer> map = DurableMap.builder(directory, Integer.class, Integer.class)
                .expectedRecords(200_000)
                .verifyOnOpen(true)
                .open()) {
            assertThat(map.statistics().indexSlots()).isGreaterThan(RECORDS * 16L);
        }
        MemorySegment bytes = MemorySegment.ofArray(Files.readAllBytes(checkpoint));
        assertThat(bytes.get(SegmentLayout.LONG, SLOTS)).isGreaterThan(RECORDS * 16L);

        assertThat(opensFromCheckpoint()).isTrue();
    }
}
