package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.store.file.StoreIdentity;
import io.tellask.store.index.Checkpoint;
import io.tellask.store.layout.RecordLayout;
import io.tellask.store.layout.SegmentLayout;
import io.tellask.store.segment.LogEnd;
import io.tellask.store.segment.RecordReader;
import io.tellask.store.segment.WriteMark;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What one of check, opening, snapshot and repair says of a store, the others say, too; and what repair leaves is sound. */
class OneJudgementTest {
    private static final int SEGMENT = 4096;
    private static final int RECORDS = 400;
    private static final int BASE_SEQUENCE = 48;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    @TempDir
    Path folder;

    private Path directory;
    private StoreImage image;
    private Path file;

    @BeforeEach
    void write() throws IOException {
        directory = folder.resolve("store");
        try (DurableMap<String, String> map = open(directory)) {
            for (int i = 0; i < RECORDS; i++) {
                map.put("key-" + i, "value " + i + "x".repeat(60 + i % 19));
            }
        }
        Files.delete(directory.resolve(Checkpoint.FILE));
        image = new StoreImage(directory);
        file = image.segments().get(1);
    }

    private static DurableMap<String, String> open(Path directory) {
        StoreLimits limits = StoreLimits.defaults()
                .withKeyBytes(100)
                .withFirstSegmentBytes(SEGMENT)
                .withSegmentBytes(SEGMENT);
        return DurableMap.builder(directory, String.class, String.class)
                .limits(limits)
                .open();
    }

    /** Changes a file's bytes, and rights the checksum of what is between two offsets, which is in the four bytes at a third. */
    private void craft(long at, long value, int from, int to, int crcAt) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        MemorySegment heap = MemorySegment.ofArray(bytes);
        heap.set(LONG, at, value);
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, to - from);
        heap.set(SegmentLayout.INT, crcAt, (int) crc.getValue());
        Files.write(file, bytes);
    }

    private void craftHeader(int at, long value) throws IOException {
        craft(at, value, 0, SegmentLayout.HEADER - 4, SegmentLayout.HEADER - 4);
    }

    private void craftFooter(int at, long value) throws IOException {
        int footer = SEGMENT - SegmentLayout.FOOTER;
        craft(footer + at, value, footer, SEGMENT - 4, SEGMENT - 4);
    }

    /** Gives the record at an index of the segment another number and other flags. */
    private void craftRecord(int index, long sequence, int flags) throws IOException {
        RecordReader reader = new RecordReader();
        reader.start(MemorySegment.ofArray(Files.readAllBytes(file)), SegmentLayout.HEADER, SEGMENT);
        for (int i = 0; i <= index; i++) {
            assertThat(reader.next()).isEqualTo(RecordReader.Step.RECORD);
        }
        int at = (int) reader.offset;
        long word = (sequence < 0 ? reader.sequence : sequence) << 8 | flags;
        craft(at + RecordLayout.SEQUENCE_AND_FLAGS, word, at + RecordLayout.LENGTH, at + reader.recordBytes, at);
    }

    private long footer(int at) throws IOException {
        return MemorySegment.ofArray(Files.readAllBytes(file)).get(LONG, SEGMENT - SegmentLayout.FOOTER + at);
    }

    private List<ThrowingCallable> all(String name) {
        Path backup = folder.resolve("backup of " + name);
        return List.of(
                () -> StoreCheck.run(directory, StoreProgress.NONE),
                () -> StoreBackup.create(directory, backup, StoreBackup.Options.COPY, StoreProgress.NONE),
                () -> StoreRepair.run(directory, StoreProgress.NONE),
                () -> open(directory).close());
    }

    /** All say that it is damaged, and it is sound when it was repaired once. */
    private void isDamagedUntilItIsRepaired() throws IOException {
        assertThat(StoreCheck.run(directory, StoreProgress.NONE).damages()).isNotEmpty();
        List<ThrowingCallable> all = all("damaged");
        assertThatThrownBy(all.get(1)).isInstanceOf(StoreDamagedException.class);
        assertThatThrownBy(all.get(3)).isInstanceOf(StoreDamagedException.class);
        StoreRepair repair = StoreRepair.run(directory, StoreProgress.NONE);
        assertThat(repair.damages()).isNotEmpty();
        isSound();
    }

    private void isSound() throws IOException {
        assertThat(StoreCheck.run(directory, StoreProgress.NONE).damages()).isEmpty();
        assertThat(StoreRepair.run(directory, StoreProgress.NONE).damages()).isEmpty();
        Path backup = folder.resolve("backup");
        Path restored = folder.resolve("restored");
        StoreBackup _ = StoreBackup.create(directory, backup, StoreBackup.Options.COPY, StoreProgress.NONE);
        StoreBackup _ = StoreBackup.restore(backup, restored, StoreProgress.NONE);
        List<Integer> sizes = new ArrayList<>();
        for (Path store : List.of(restored, directory)) {
            try (DurableMap<String, String> map = open(store)) {
                sizes.add((int) map.size());
                map.forEach((key, value) -> assertThat(value).startsWith("value " + key.substring(4)));
            }
        }
        assertThat(sizes.get(0)).isEqualTo(sizes.get(1));
    }

    @Test
    void bytesBehindTheEndOfASealedSegmentAreNoPartOfIt() throws IOException {
        long end = footer(16);
        assertThat(end).isLessThan(SEGMENT - SegmentLayout.FOOTER);
        image.flipBit(file, end + RecordLayout.LENGTH, 6);
        isSound();
        try (DurableMap<String, String> map = open(directory)) {
            assertThat(map.size()).isEqualTo(RECORDS);
            map.compact();
        }
    }

    @Test
    void aRecordOfAKindThatIsNotKnownIsRefusedByAll() throws IOException {
        craftRecord(3, -1, 9);
        byte[] bytes = Files.readAllBytes(file);
        for (ThrowingCallable any : all("a newer release")) {
            assertThatThrownBy(any)
                    .isInstanceOf(StoreIoException.class)
                    .hasMessageContaining("flags=9 are not known; open it with the release that wrote it");
        }
        assertThat(file).hasBinaryContent(bytes);
    }

    @Test
    void aSequenceNumberThatDoesNotFollowIsDamage() throws IOException {
        craftRecord(3, 1_000_000, 0);
        isDamagedUntilItIsRepaired();
    }

    @Test
    void aFooterWithAnotherCountIsDamage() throws IOException {
        craftFooter(24, footer(24) + 1);
        isDamagedUntilItIsRepaired();
    }

    @Test
    void aFooterWithAnotherLastSequenceNumberIsDamage() throws IOException {
        craftFooter(32, footer(32) + 5);
        isDamagedUntilItIsRepaired();
    }

    @Test
    void aFooterWithAnEndThatCannotBeIsDamage() throws IOException {
        for (long end : new long[] {-8, 0, SEGMENT, Long.MAX_VALUE}) {
            craftFooter(16, end);
            assertThat(StoreCheck.run(directory, StoreProgress.NONE).isSound()).isFalse();
            assertThatThrownBy(() -> open(directory).close()).isInstanceOf(StoreDamagedException.class);
        }
        isDamagedUntilItIsRepaired();
    }

    @Test
    void aHeaderThatCannotBeIsDamage() throws IOException {
        for (long capacity : new long[] {-1, 1, Long.MIN_VALUE}) {
            craftHeader(40, capacity);
            assertThat(StoreCheck.run(directory, StoreProgress.NONE).isSound()).isFalse();
            assertThatThrownBy(() -> open(directory).close()).isInstanceOf(StoreDamagedException.class);
        }
        isDamagedUntilItIsRepaired();
    }

    /** The file holds records of a later segment, whole ones, and neither header nor footer tell that. */
    @Test
    void repairTakesNoRecordsOfALaterSegment() throws IOException {
        Path later = image.segments().get(3);
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Files.readAllBytes(later));
        Files.write(later, bytes);
        image.overwrite(file, 0, new byte[SegmentLayout.HEADER]);
        isDamagedUntilItIsRepaired();
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE, -1, 1L << 56})
    void anEndThatNoLogReachesIsDamage(long last) throws IOException {
        file = directory.resolve(LogEnd.FILE);
        int crcAt = (int) Files.size(file) - Long.BYTES;
        craft(32, last, 0, crcAt, crcAt);
        isDamagedUntilItIsRepaired();
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE, -1, 1L << 56})
    void aMarkThatNoLogReachesIsDamage(long last) throws IOException {
        file = directory.resolve(WriteMark.FILE);
        craft(48, last, 0, 60, 60);
        isDamagedUntilItIsRepaired();
    }

    @Test
    void anEndThatNamesASegmentThatCannotBeIsDamage() throws IOException {
        file = directory.resolve(LogEnd.FILE);
        int crcAt = (int) Files.size(file) - Long.BYTES;
        craft(56, 8103791005551409072L, 0, crcAt, crcAt);
        isDamagedUntilItIsRepaired();
    }

    @Test
    void aForceThatNoLogReachesIsDamage() throws IOException {
        Path killed = folder.resolve("killed");
        try (DurableMap<String, String> map = open(directory)) {
            map.put("key-1", "value 1");
            StoreImage _ = image.copyTo(killed);
        }
        directory = killed;
        byte[] unknown = new byte[Long.BYTES];
        Arrays.fill(unknown, (byte) -1);
        unknown[0] = 0x5A;
        image.overwrite(killed.resolve(WriteMark.FILE), SegmentLayout.PAGE_BYTES + Long.BYTES, unknown);
        isDamagedUntilItIsRepaired();
    }

    @Test
    void aNumberThatNoNameHasIsDamage() throws IOException {
        craftHeader(32, 100_000_000);
        isDamagedUntilItIsRepaired();
    }

    @ParameterizedTest
    @ValueSource(ints = {RecordLayout.SCHEMA, RecordLayout.BATCH, RecordLayout.CLEAR})
    void aRecordWhoseKeyCannotBeOfItsKindIsDamage(int kind) throws IOException {
        craftRecord(3, -1, kind);
        isDamagedUntilItIsRepaired();
    }

    @Test
    void namesOfKindsThatDoNotFitIntoTheirFileAreDamage() throws IOException {
        file = directory.resolve(StoreIdentity.FILE);
        byte[] whole = Files.readAllBytes(file);
        int crcAt = whole.length - Integer.BYTES;
        for (int at : List.of(40, 44 + "string".length())) {
            for (int length : new int[] {-1, 1000, whole.length - at - 8, whole.length - at - 7, Integer.MAX_VALUE}) {
                byte[] bytes = whole.clone();
                MemorySegment.ofArray(bytes).set(SegmentLayout.INT, at, length);
                MemorySegment.ofArray(bytes).set(SegmentLayout.INT, crcAt, SegmentLayout.crc(bytes, crcAt));
                Files.write(file, bytes);
                if (Arrays.equals(bytes, whole)) {
                    continue;
                }
                for (ThrowingCallable any : all("one with lengths " + at + " " + length)) {
                    assertThatThrownBy(any).isInstanceOf(StoreDamagedException.class);
                }
            }
        }
    }

    /** Damage of one segment is told of that one, whatever is left of it, and repair counts what check counts. */
    private void onlyIsDamaged(int number, long lost) throws IOException {
        List<Damage> damages = StoreCheck.run(directory, StoreProgress.NONE).damages();
        assertThat(damages)
                .isNotEmpty()
                .allSatisfy(damage ->
                        assertThat(damage.segment()).as(damage.toString()).isEqualTo(number));
        assertThat(damages.stream().mapToLong(Damage::records).sum()).isEqualTo(lost);
        StoreRepair repair = StoreRepair.run(directory, StoreProgress.NONE);
        assertThat(repair.segments()).containsExactly(number);
        assertThat(repair.lostRecords()).isEqualTo(lost);
        isSound();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63, 64, 127})
    void aLastSegmentThatIsCutShortIsAllThatIsDamaged(int length) throws IOException {
        List<Path> segments = image.segments();
        int number = segments.size() - 1;
        file = segments.get(number);
        long records =
                RECORDS + 1 - MemorySegment.ofArray(Files.readAllBytes(file)).get(LONG, BASE_SEQUENCE);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(length);
        }
        onlyIsDamaged(number, records);
    }

    @Test
    void aLastSegmentWithoutItsHeaderIsAllThatIsDamaged() throws IOException {
        int number = image.segments().size() - 1;
        image.overwrite(image.segments().get(number), 0, new byte[SegmentLayout.HEADER]);
        onlyIsDamaged(number, 0);
    }

    @Test
    void aCompactedSegmentOfWhichNothingIsLeftIsAllThatIsDamaged() throws IOException {
        try (DurableMap<String, String> map = open(directory)) {
            for (int i = 0; i < RECORDS - 20; i++) {
                map.remove("key-" + i);
            }
            map.compact();
        }
        List<Path> segments = image.segments();
        assertThat(segments.get(1).toString()).as("numbers are left out").doesNotEndWith("-00000001.log");
        Files.write(segments.get(0), new byte[0]);
        onlyIsDamaged(0, -1);
    }

    /** What else than a file can have a name, and what is said of it. */
    private enum NoFile {
        FOLDER("it is a folder; move it away") {
            @Override
            void make(Path name) throws IOException {
                Files.createFile(Files.createDirectory(name).resolve("something of somebody"));
            }
        },
        PIPE("it is a pipe, a socket or a device; move it away") {
            @Override
            void make(Path name) throws IOException {
                Process made = new ProcessBuilder("mkfifo", name.toString()).start();
                assertThat(made.onExit().join().exitValue()).isZero();
            }
        },
        DEVICE("it is a pipe, a socket or a device; move it away") {
            @Override
            void make(Path name) throws IOException {
                Files.createSymbolicLink(name, Path.of("/dev/zero"));
            }
        },
        LINK_TO_NOTHING("it is a link that leads to no file; move it away") {
            @Override
            void make(Path name) throws IOException {
                Files.createSymbolicLink(name, name.resolveSibling("nothing"));
            }
        },
        LINK_TO_ITSELF("it is a link that leads to no file; move it away") {
            @Override
            void make(Path name) throws IOException {
                Files.createSymbolicLink(name, name);
            }
        };

        final String told;

        NoFile(String told) {
            this.told = told;
        }

        abstract void make(Path name) throws IOException;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "STORE",
                "KEYS",
                "END",
                "WRITTEN",
                "CHECKPOINT",
                "LOCK",
                "RESERVE",
                "segment-00000001.log",
                "segment.tmp",
                "rewritten.tmp",
                "segment.repair.tmp",
                "STORE.tmp",
                "END.tmp"
            })
    void whatIsNoFileWhereTheStoreHasOneIsNamedByAll(String name) throws IOException {
        Path inTheWay = directory.resolve(name);
        Path kept = folder.resolve("kept");
        boolean present = Files.exists(inTheWay);
        if (present) {
            Files.move(inTheWay, kept);
        }
        for (NoFile kind : NoFile.values()) {
            kind.make(inTheWay);
            for (ThrowingCallable any : all(kind.name())) {
                assertThatThrownBy(any)
                        .as(kind.name())
                        .isInstanceOf(StoreDamagedException.class)
                        .hasMessageContaining("file=" + inTheWay + ", reason=" + kind.told);
            }
            Files.move(inTheWay, folder.resolve(kind.name()));
        }
        if (present) {
            Files.move(kept, inTheWay);
        }
        isSound();
    }

    @Test
    void linksToFilesAreFollowed() throws IOException {
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        for (String name : List.of("STORE", "END", "WRITTEN", "LOCK", "segment-00000001.log")) {
            Path target = elsewhere.resolve(name);
            Files.move(directory.resolve(name), target);
            Files.createSymbolicLink(directory.resolve(name), target);
        }
        isSound();
    }

    @Test
    void whatRepairMakesIsNotWrittenThroughALinkOrIntoAFileThatHasAnotherName() throws IOException {
        Path other = Files.writeString(folder.resolve("other"), "of somebody");
        craftFooter(24, footer(24) + 1);
        Files.createSymbolicLink(directory.resolve("segment.repair.tmp"), other);
        Files.createLink(directory.resolve("END.tmp"), other);
        isDamagedUntilItIsRepaired();
        assertThat(other).hasContent("of somebody");
    }
}
