package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tellask.store.index.Checkpoint;
import io.tellask.store.layout.RecordLayout;
import io.tellask.store.layout.SegmentLayout;
import io.tellask.store.segment.LogEnd;
import io.tellask.store.segment.RecordReader;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An index, as it was saved, that does not belong to the records: a record with a right checksum and another key than the index has in its place, and slots
 * that lead nowhere. It is named, and compaction builds nothing on it.
 */
class MisplacedRecordTest {
    private static final int SEGMENT = 4096;
    private static final int KEYS = 200;
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final StoreLimits LIMITS = StoreLimits.defaults()
            .withKeyBytes(100)
            .withFirstSegmentBytes(SEGMENT)
            .withSegmentBytes(SEGMENT);

    @TempDir
    Path directory;

    private Instant now = START;

    @BeforeEach
    void write() {
        try (DurableMap<String, byte[]> map = open()) {
            for (int i = 0; i < KEYS; i++) {
                map.put(key(i), value(i), START.plusSeconds(1000));
            }
            for (int i = 0; i < KEYS; i += 2) {
                map.put(key(i), value(i));
            }
        }
    }

    private DurableMap<String, byte[]> open() {
        return DurableMap.builder(directory, String.class, byte[].class)
                .limits(LIMITS)
                .clock(() -> now)
                .compaction(Compaction.defaults().withAutomatic(false))
                .open();
    }

    private static String key(int i) {
        return "key-" + (1000 + i);
    }

    private static byte[] value(int i) {
        byte[] value = new byte[60];
        Arrays.fill(value, (byte) i);
        return value;
    }

    /** Gives the first record of a key in the segment another key of the same length, with a right checksum; returns where it is. */
    private long rename(String key, String other) throws IOException {
        Path file = directory.resolve("segment-00000001.log");
        byte[] bytes = Files.readAllBytes(file);
        RecordReader reader = new RecordReader();
        reader.start(MemorySegment.ofArray(bytes), SegmentLayout.HEADER, SEGMENT);
        while (reader.next() == RecordReader.Step.RECORD) {
            if (Arrays.equals(reader.key(), key.getBytes())) {
                int at = (int) reader.offset;
                System.arraycopy(other.getBytes(), 0, bytes, at + RecordLayout.HEADER, other.length());
                byte[] covered = Arrays.copyOfRange(bytes, at + RecordLayout.LENGTH, at + reader.recordBytes);
                MemorySegment.ofArray(bytes).set(SegmentLayout.INT, at, SegmentLayout.crc(covered, covered.length));
                Files.write(file, bytes);
                return at;
            }
        }
        throw new AssertionError(key);
    }

    /** A key that has its value in the segment with number 1. */
    private static final String MOVED = key(41);

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void compactionLeavesTheSegmentAsItIsAndNamesThePlace(boolean expired) throws IOException {
        long offset = rename(MOVED, "other-41");
        now = expired ? START.plusSeconds(2000) : START;
        byte[] before = Files.readAllBytes(directory.resolve("segment-00000001.log"));
        try (DurableMap<String, byte[]> map = open()) {
            for (int turn = 0; turn < 2; turn++) {
                assertThatThrownBy(map::compact)
                        .isInstanceOf(StoreDamagedException.class)
                        .hasMessageContaining("segment=1, offset=" + offset)
                        .hasMessageContaining("delete its file CHECKPOINT");
                assertThatThrownBy(() -> map.get(MOVED))
                        .isInstanceOf(StoreDamagedException.class)
                        .hasMessageContaining("segment=1, offset=" + offset)
                        .hasMessageContaining("delete its file CHECKPOINT");
            }
            assertThat(map.statistics().compactions()).as("of other segments").isPositive();
            assertThat(map.get(key(KEYS - 2))).isEqualTo(value(KEYS - 2));
        }
        assertThat(directory.resolve("segment-00000001.log")).hasBinaryContent(before);
    }

    @Test
    void theRecordCountsForItsOwnKeyWithoutTheIndex() throws IOException {
        long _ = rename(MOVED, "other-41");
        assertThat(StoreCheck.run(directory, StoreProgress.NONE).isSound())
                .as("the log is")
                .isTrue();
        Files.delete(directory.resolve(Checkpoint.FILE));
        try (DurableMap<String, byte[]> map = open()) {
            assertThat(map.get(MOVED)).isNull();
            assertThat(map.get("other-41")).isEqualTo(value(41));
            map.compact();
            assertThat(map.get("other-41")).isEqualTo(value(41));
            assertThat(map.size()).isEqualTo(KEYS);
        }
    }

    @Test
    void aPutTakesTheDamagedRecordOfAKeyForDeadAlsoWhereTheTableGrewMeanwhile() throws IOException {
        try (DurableMap<String, byte[]> map = open()) {
            long _ = rename(MOVED, "other-41");
            for (int i = 0; i < 20_000; i++) {
                map.put("more" + i, new byte[1]);
            }
            assertThatThrownBy(() -> map.get(MOVED)).isInstanceOf(StoreDamagedException.class);
            map.put(MOVED, value(7));
            map.compact();
            assertThat(map.get(MOVED)).isEqualTo(value(7));
            int[] found = new int[1];
            map.forEach((key, value) -> found[0]++);
            assertThat(found[0]).isEqualTo(map.size());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1000L << 25, (1L << 25) - 1})
    void slotsThatLeadNowhereAreDamageForReadersAndWriters(long address) throws IOException {
        craftCheckpoint(address);
        try (DurableMap<String, byte[]> map = open()) {
            assertThat(map.recovery().fromCheckpoint()).isTrue();
            for (Runnable call : List.<Runnable>of(
                    () -> map.get(MOVED),
                    () -> map.getAll(List.of(key(1), MOVED)),
                    () -> map.containsKey(MOVED),
                    () -> map.putIfAbsent(MOVED, value(1)),
                    () -> map.remove(MOVED))) {
                StoreDamagedException damage = catchThrowableOfType(StoreDamagedException.class, call::run);
                assertThat(damage)
                        .hasMessageContaining("CHECKPOINT, reason=the index leads to a record that is not there");
                assertThat(damage.segment()).isEqualTo(-1);
            }
        }
    }

    /** Lets all slots lead to an address, and rights the checksums, that in {@code END} too. */
    private void craftCheckpoint(long address) throws IOException {
        Path file = directory.resolve(Checkpoint.FILE);
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        long groups = bytes.getLong(48) / 64;
        bytes.position(56);
        for (long group = 0; group < groups; group++) {
            for (int used = Long.bitCount(bytes.getLong()); used > 0; used--) {
                long word = bytes.getLong(bytes.position());
                bytes.putLong(word >>> 40 << 40 | address);
            }
        }
        int crcAt = bytes.capacity() - Long.BYTES;
        long crc = Integer.toUnsignedLong(SegmentLayout.crc(bytes.array(), crcAt));
        Files.write(file, bytes.putLong(crcAt, crc).array());
        Path endFile = directory.resolve(LogEnd.FILE);
        ByteBuffer end = ByteBuffer.wrap(Files.readAllBytes(endFile)).order(ByteOrder.LITTLE_ENDIAN);
        end.putLong(40, crc);
        int endCrcAt = end.capacity() - Long.BYTES;
        end.putLong(endCrcAt, Integer.toUnsignedLong(SegmentLayout.crc(end.array(), endCrcAt)));
        Files.write(endFile, end.array());
    }
}
