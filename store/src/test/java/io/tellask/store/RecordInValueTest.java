package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.store.layout.RecordLayout;
import io.tellask.store.layout.SegmentLayout;
import io.tellask.store.segment.RecordReader;
import io.tellask.store.segment.WriteMark;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A long value that was being written at the end of the log, and that is full of whole records with the sequence numbers that come next: none of them
 * is ever taken for a record of the log, nor for a proof that the log goes on behind damage.
 */
class RecordInValueTest {
    private static final int RECORDS = 10;
    private static final int SEGMENT = 1 << 20;
    private static final int PAGE = SegmentLayout.PAGE_BYTES;
    private static final int VALUE_BYTES = 300_000;
    private static final String KEY = "a long one";
    private static final String INNER = "inner";

    @TempDir
    Path folder;

    /** The store as it was before the long value, and with it. */
    private StoreImage before;

    private StoreImage after;
    private long start;
    private byte[] value = {};

    private static DurableMap<String, byte[]> open(Path directory, Durability durability) {
        return DurableMap.builder(directory, String.class, byte[].class)
                .limits(StoreLimits.defaults().withFirstSegmentBytes(SEGMENT).withSegmentBytes(SEGMENT))
                .durability(durability)
                .open();
    }

    private void write(Durability durability, boolean inBatch) throws IOException {
        Path directory = folder.resolve("store");
        try (DurableMap<String, byte[]> map = open(directory, durability)) {
            for (int i = 0; i < RECORDS; i++) {
                map.put("key" + i, new byte[] {(byte) i});
            }
            map.force().join();
            before = new StoreImage(directory).copyTo(folder.resolve("before"));
            start = end(before.segments().getFirst());
            int head = RecordLayout.HEADER + KEY.length() + (inBatch ? RecordLayout.BATCH_HEAD : 0);
            value = valueOfRecords(start + head);
            if (inBatch) {
                assertThat(map.batch().put(KEY, value).put("another", value).commit())
                        .isTrue();
            } else {
                map.put(KEY, value);
            }
            after = new StoreImage(directory).copyTo(folder.resolve("after"));
        }
        Path mark = after.directory().resolve(WriteMark.FILE);
        Files.write(mark, Files.readAllBytes(before.directory().resolve(WriteMark.FILE)));
    }

    private static long end(Path segment) throws IOException {
        RecordReader reader = new RecordReader();
        reader.start(MemorySegment.ofArray(Files.readAllBytes(segment)), SegmentLayout.HEADER, SEGMENT);
        while (reader.next() == RecordReader.Step.RECORD) {
            assertThat(reader.kind()).isEqualTo(RecordLayout.PUT);
        }
        return reader.offset;
    }

    /** One record behind the other, each where one may be in the log. */
    private static byte[] valueOfRecords(long offset) {
        ByteBuffer bytes = ByteBuffer.allocate(VALUE_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.position((int) (-offset & 7));
        for (long sequence = RECORDS + 1; bytes.remaining() >= 32; sequence++) {
            int at = bytes.position();
            int length = RecordLayout.HEADER + INNER.length() + 1;
            bytes.putInt(0).putInt(length).putLong(sequence << 8).putInt(INNER.length());
            bytes.put(INNER.getBytes()).put((byte) 1);
            CRC32C crc = new CRC32C();
            crc.update(bytes.array(), at + RecordLayout.LENGTH, length - RecordLayout.LENGTH);
            bytes.putInt(at, (int) crc.getValue()).position(at + 32);
        }
        return bytes.array();
    }

    private StoreImage image(String name, byte[] segment) throws IOException {
        StoreImage image = after.copyTo(folder.resolve(name));
        Files.write(image.segments().getFirst(), segment);
        return image;
    }

    private byte[] segment() throws IOException {
        return Files.readAllBytes(after.segments().getFirst());
    }

    private static byte[] zeroed(byte[] segment, long from, long to) {
        byte[] torn = segment.clone();
        Arrays.fill(torn, (int) from, (int) Math.min(to, torn.length), (byte) 0);
        return torn;
    }

    /** All that was written before is there, and nothing else, now and when the store went on being written to. */
    private void holdsWhatWasBefore(StoreImage image, String what) throws IOException {
        StoreCheck check = StoreCheck.run(image.directory(), StoreProgress.NONE);
        assertThat(check.damages()).as(what).isEmpty();
        assertThat(check.cuts()).as(what).hasSize(1);
        assertThat(check.sequence()).as(what).isEqualTo(RECORDS);
        try (DurableMap<String, byte[]> map = open(image.directory(), Durability.BUFFERED)) {
            assertThat(map.recovery().cuts())
                    .as(what)
                    .singleElement()
                    .satisfies(cut -> assertThat(cut.offset()).isEqualTo(start));
            assertThat(map.size()).as(what).isEqualTo(RECORDS);
            assertThat(map.get(INNER)).as(what).isNull();
            map.put("later", new byte[300]);
        }
        try (DurableMap<String, byte[]> map = open(image.directory(), Durability.BUFFERED)) {
            assertThat(map.size()).as(what).isEqualTo(RECORDS + 1);
            assertThat(map.get(INNER)).as(what).isNull();
            assertThat(map.get("later")).as(what).hasSize(300);
        }
        image.delete();
    }

    @ParameterizedTest
    @EnumSource
    void aKilledProcessMayHaveWrittenAnyPartOfThePut(Durability durability) throws IOException {
        write(durability, false);
        byte[] segment = segment();
        long from = start + RecordLayout.HEADER + KEY.length();
        long end = from + VALUE_BYTES;
        for (long written : new long[] {from + 8, from + 64, from + PAGE, from + VALUE_BYTES / 2, end - 1, end}) {
            byte[] torn = zeroed(zeroed(segment, start, from), written, end);
            holdsWhatWasBefore(image("killed" + written, torn), "no head, value to " + written);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aKilledProcessMayHaveWrittenAnyPartOfTheBatch(Durability durability) throws IOException {
        write(durability, true);
        byte[] segment = segment();
        long end = end(after.segments().getFirst(), start);
        for (long written = start + 8; written < end - 8; written += 37_336) {
            holdsWhatWasBefore(image("killed" + written, zeroed(segment, written, end)), "batch to " + written);
        }
    }

    private static long end(Path segment, long batch) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(segment)).order(ByteOrder.LITTLE_ENDIAN);
        return batch + bytes.getInt((int) batch + RecordLayout.LENGTH);
    }

    @ParameterizedTest
    @EnumSource
    void aPowerCutMayLeaveAnyPagesOfIt(Durability durability) throws IOException {
        write(durability, false);
        byte[] segment = segment();
        long end = start + RecordLayout.HEADER + KEY.length() + VALUE_BYTES;
        after.ofAnotherRun();
        for (long page = PAGE; page < end; page += 16 * PAGE) {
            holdsWhatWasBefore(image("lost" + page, zeroed(segment, page, page + PAGE)), "lost page " + page);
            holdsWhatWasBefore(image("tail" + page, zeroed(segment, page, end)), "lost from " + page);
        }
        holdsWhatWasBefore(image("head", zeroed(segment, start, PAGE)), "lost head");
    }

    @ParameterizedTest
    @EnumSource
    void aPowerCutMayLeaveAShorterFile(Durability durability) throws IOException {
        write(durability, false);
        byte[] segment = segment();
        after.ofAnotherRun();
        for (int length = 2 * PAGE; length < VALUE_BYTES; length += 30_001) {
            holdsWhatWasBefore(image("short" + length, Arrays.copyOf(segment, length)), "file of " + length);
        }
    }

    /** The fault that stops the put is that its file was cut short; filled up again it is what a killed process leaves. */
    @Test
    void aPutThatStopsInTheMiddleLeavesNothingThatCountsAsARecord() throws IOException {
        write(Durability.BUFFERED, false);
        StoreImage live = before.copyTo(folder.resolve("live"));
        StoreImage stopped;
        try (DurableMap<String, byte[]> map = open(live.directory(), Durability.BUFFERED)) {
            try (RandomAccessFile file =
                    new RandomAccessFile(live.segments().getFirst().toFile(), "rw")) {
                file.setLength(40 * PAGE);
                assertThatThrownBy(() -> map.put(KEY, value)).isInstanceOf(StoreReadOnlyException.class);
                file.setLength(SEGMENT);
            }
            stopped = live.copyTo(folder.resolve("stopped"));
        }
        holdsWhatWasBefore(stopped, "stopped");
    }

    @Test
    void repairTakesNoneForTheLastRecordThatWasDamaged() throws IOException {
        write(Durability.BUFFERED, false);
        StoreImage closed = new StoreImage(folder.resolve("store"));
        Path file = closed.segments().getFirst();
        for (long damaged : new long[] {RecordLayout.LENGTH + 2, RecordLayout.HEADER, VALUE_BYTES}) {
            StoreImage image = closed.copyTo(folder.resolve("damaged" + damaged));
            image.flipBit(image.directory().resolve(file.getFileName()), start + damaged, 3);
            assertThat(StoreRepair.run(image.directory(), StoreProgress.NONE).lostRecords())
                    .isEqualTo(1);
            try (DurableMap<String, byte[]> map = open(image.directory(), Durability.BUFFERED)) {
                assertThat(map.size()).isEqualTo(RECORDS);
                assertThat(map.get(INNER)).isNull();
            }
        }
    }
}
