package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.store.layout.RecordLayout;
import io.tellask.store.layout.SegmentLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A map whose records have 20 bytes of header, 8 of key, 10 of value and 2 of padding; every second of them is replaced. */
class ScanOverDeadRecordsTest {
    private static final int RECORDS = 100;
    private static final int RECORD_BYTES = 40;

    @TempDir
    private Path folder;

    private DurableMap<Long, String> map;

    @BeforeEach
    void replaceEverySecondRecord() {
        map = DurableMap.open(folder, Long.class, String.class);
        for (long key = 0; key < RECORDS; key++) {
            map.put(key, "0123456789");
        }
        for (long key = 0; key < RECORDS; key += 2) {
            map.put(key, "9876543210");
        }
    }

    @AfterEach
    void close() {
        map.close();
    }

    @Test
    void handsOutEachKeyOnce() {
        assertThat(keys()).hasSize(RECORDS).doesNotHaveDuplicates();
    }

    @Test
    void doesNotMindADeadRecordWhoseValueIsDamaged() throws IOException {
        write(recordStart(2) + RecordLayout.HEADER + Long.BYTES, 0x5A5A5A5A);
        assertThat(keys()).hasSize(RECORDS);
    }

    @Test
    void refusesALiveRecordWhoseValueIsDamaged() throws IOException {
        write(recordStart(3) + RecordLayout.HEADER + Long.BYTES, 0x5A5A5A5A);
        assertThatThrownBy(this::keys).isInstanceOf(StoreDamagedException.class).hasMessageContaining("checksum");
    }

    @Test
    void missesNoRecordsBehindADeadOneWhoseLengthLeadsPastThem() throws IOException {
        write(recordStart(2) + RecordLayout.LENGTH, 3 * RECORD_BYTES);
        assertThatThrownBy(this::keys)
                .isInstanceOf(StoreDamagedException.class)
                .hasMessageContaining("records that are missing=2");
    }

    @Test
    void refusesADeadRecordWhoseLengthIsImpossible() throws IOException {
        write(recordStart(2) + RecordLayout.LENGTH, 1);
        assertThatThrownBy(this::keys).isInstanceOf(StoreDamagedException.class).hasMessageContaining("length=1");
    }

    @Test
    void handsOutWhatWasReplacedAfterItBegan() {
        try (Scan<Long, String> scan = map.scan()) {
            for (long key = 0; key < RECORDS; key++) {
                map.put(key, "new");
            }
            int found = 0;
            while (scan.next()) {
                assertThat(scan.value()).hasSize(10);
                found++;
            }
            assertThat(found).isEqualTo(RECORDS);
        }
    }

    @Test
    void goesOverNoMoreThanAskedFor() {
        for (long key = 0; key < RECORDS - 1; key++) {
            map.remove(key);
        }
        try (Scan<Long, String> scan = map.scan()) {
            int pauses = 0;
            while (!scan.nextWithin(3 * RECORD_BYTES)) {
                assertThat(scan.hasEnded()).isFalse();
                assertThat(scan.passedBytes()).isEqualTo(++pauses * 3L * RECORD_BYTES);
                scan.rest();
            }
            assertThat(scan.key()).isEqualTo(RECORDS - 1);
            assertThat(pauses).isEqualTo((RECORDS - 1) / 3);
            assertThat(scan.nextWithin(Long.MAX_VALUE)).isFalse();
            assertThat(scan.hasEnded()).isTrue();
        }
    }

    @Test
    void goesOverOneRecordAtLeast() {
        try (Scan<Long, String> scan = map.scan()) {
            int looks = 0;
            while (!scan.nextWithin(0)) {
                looks++;
            }
            assertThat(looks).isEqualTo(1); // the first record is dead
            assertThat(scan.passedBytes()).isEqualTo(2 * RECORD_BYTES);
        }
    }

    private List<Long> keys() {
        List<Long> found = new ArrayList<>();
        try (Scan<Long, String> scan = map.scan()) {
            while (scan.next()) {
                found.add(scan.key());
            }
        }
        return found;
    }

    private static long recordStart(int number) {
        return SegmentLayout.HEADER + (long) number * RECORD_BYTES;
    }

    private void write(long offset, int word) throws IOException {
        Path file = folder.resolve("segment-00000000.log");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            channel.write(bytes.putInt(0, word), offset);
        }
    }
}
