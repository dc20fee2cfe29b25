package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.store.index.Checkpoint;
import io.tellask.store.layout.RecordLayout;
import io.tellask.store.layout.SegmentLayout;
import io.tellask.store.segment.LogEnd;
import io.tellask.store.segment.RecordReader;
import io.tellask.store.segment.SegmentPreparer;
import io.tellask.store.segment.WriteMark;
import io.tellask.test.Seed;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every kind of damage to a closed store: what check and repair say, and what the map holds afterwards. */
class StoreRepairTest {
    private static final int SEGMENT = 4096;
    private static final int RECORDS = 200;

    /** A segment of the middle, sealed. */
    private static final int DAMAGED = 1;

    private static final String NAME = "segment-00000001.log";

    @TempDir
    Path directory;

    private StoreImage image;
    private Path file;

    private record Spot(String key, long offset, long bytes) {}

    @BeforeEach
    void write() throws IOException {
        try (DurableMap<String, String> map = open()) {
            for (int i = 0; i < RECORDS; i++) {
                map.put(key(i), value(i));
            }
        }
        image = new StoreImage(directory);
        file = image.segments().get(DAMAGED);
    }

    private DurableMap<String, String> open() {
        return DurableMap.builder(directory, String.class, String.class)
                .limits(StoreLimits.defaults().withKeyBytes(100).withSegmentBytes(SEGMENT))
                .open();
    }

    private static String key(int i) {
        return "key-%03d".formatted(i);
    }

    private static String value(int i) {
        return "value " + i + " of some length, " + "x".repeat(i % 17);
    }

    /** The records of a segment. */
    private static List<Spot> spots(Path segment) throws IOException {
        RecordReader reader = new RecordReader();
        byte[] bytes = Files.readAllBytes(segment);
        reader.start(MemorySegment.ofArray(bytes), SegmentLayout.HEADER, bytes.length - SegmentLayout.FOOTER);
        List<Spot> spots = new ArrayList<>();
        while (reader.next() == RecordReader.Step.RECORD) {
            spots.add(new Spot(new String(reader.key()), reader.offset, reader.footprint()));
        }
        return spots;
    }

    private void refusesToOpen() {
        assertThatThrownBy(() -> open().close())
                .isInstanceOf(StoreDamagedException.class)
                .hasMessageContaining("tellask store repair");
    }

    private StoreRepair repair() {
        assertThat(StoreCheck.run(directory, StoreProgress.NONE).isSound()).isFalse();
        List<Damage> checked = StoreCheck.run(directory, StoreProgress.NONE).damages();
        StoreRepair repair = StoreRepair.run(directory, StoreProgress.NONE);
        assertThat(repair.damages()).isEqualTo(checked);
        assertThat(StoreCheck.run(directory, StoreProgress.NONE).damages()).isEmpty();
        return withoutSequences(repair);
    }

    private static StoreRepair withoutSequences(StoreRepair repair) {
        List<Damage> damages = repair.damages().stream()
                .map(damage -> damage.withSequences(0, -1))
                .toList();
        return new StoreRepair(repair.segments(), repair.salvagedRecords(), repair.lostRecords(), damages);
    }

    /** All records but the lost ones are there, and a change and a second opening work. */
    private void holdsAllBut(List<Spot> lost) {
        TreeMap<String, String> expected = new TreeMap<>();
        for (int i = 0; i < RECORDS; i++) {
            expected.put(key(i), value(i));
        }
        lost.forEach(spot -> expected.remove(spot.key()));
        for (int round = 0; round < 2; round++) {
            try (DurableMap<String, String> map = open()) {
                TreeMap<String, String> found = new TreeMap<>();
                map.forEach(found::put);
                assertThat(found).isEqualTo(expected);
                assertThat(map.recovery().cuts()).isEmpty();
                map.put("more", "after repair");
                expected.put("more", "after repair");
            }
        }
    }

    @Test
    void losesOneRecordToAFlippedBitInItsValue() throws IOException {
        Spot hit = spots(file).get(3);
        image.flipBit(file, hit.offset() + 40, 2);
        byte[] damaged = Files.readAllBytes(file);
        Files.delete(directory.resolve(Checkpoint.FILE));
        refusesToOpen();

        StoreRepair repair = repair();

        assertThat(repair)
                .isEqualTo(new StoreRepair(
                        List.of(DAMAGED),
                        spots(file).size(),
                        1,
                        List.of(new Damage(NAME, DAMAGED, hit.offset(), hit.bytes(), 1, "checksum differs"))));
        assertThat(directory.resolve(NAME + ".damaged")).hasBinaryContent(damaged);
        holdsAllBut(List.of(hit));
    }

    @Test
    void losesOneRecordToAFlippedBitInAnyOfItsBytes() throws IOException {
        Spot hit = spots(file).get(5);
        byte[] sound = Files.readAllBytes(file);
        for (int at = 0; at < hit.bytes(); at++) {
            image.flipBit(file, hit.offset() + at, at % 8);
            StoreCheck check = StoreCheck.run(directory, StoreProgress.NONE);
            boolean padding = check.isSound();
            assertThat(padding).as("byte " + at).isEqualTo(at >= hit.bytes() - paddingBytes(hit));
            if (!padding) {
                assertThat(check.damages()).singleElement().satisfies(damage -> {
                    assertThat(damage.offset()).isEqualTo(hit.offset());
                    assertThat(damage.bytes()).isEqualTo(hit.bytes());
                    assertThat(damage.records()).isEqualTo(1);
                });
            }
            Files.write(file, sound);
        }
    }

    private static long paddingBytes(Spot spot) {
        int number = Integer.parseInt(spot.key().substring(4));
        return spot.bytes()
                - RecordLayout.HEADER
                - spot.key().length()
                - value(number).length();
    }

    @Test
    void losesNothingToADamagedHeader() throws IOException {
        image.flipBit(file, 40, 0);
        refusesToOpen();

        StoreRepair repair = repair();

        assertThat(repair.damages())
                .containsExactly(new Damage(NAME, DAMAGED, 0, SegmentLayout.HEADER, 0, "header checksum differs"));
        holdsAllBut(List.of());
    }

    @Test
    void losesNothingToADamagedFooter() throws IOException {
        image.flipBit(file, SEGMENT - 60, 0);
        refusesToOpen();

        StoreRepair repair = repair();

        assertThat(repair.damages())
                .containsExactly(new Damage(
                        NAME, DAMAGED, SEGMENT - SegmentLayout.FOOTER, SegmentLayout.FOOTER, 0, "footer is missing"));
        holdsAllBut(List.of());
    }

    @Test
    void losesWhatStoodBehindTheEndOfAShortenedFile() throws IOException {
        List<Spot> lost = spots(file).stream()
                .filter(spot -> spot.offset() + spot.bytes() > 1000)
                .toList();
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
            open.setLength(1000);
        }

        StoreRepair repair = repair();

        long offset = lost.getFirst().offset();
        assertThat(repair.damages())
                .containsExactly(new Damage(NAME, DAMAGED, offset, SEGMENT - offset, lost.size(), "file ends early"));
        holdsAllBut(lost);
    }

    @Test
    void losesAllOfAFileThatIsShorterThanItsEnds() throws IOException {
        List<Spot> lost = spots(file);
        for (int length : new int[] {0, 63, 127}) {
            StoreImage copy = image.copyTo(directory.resolve("length" + length));
            try (RandomAccessFile open =
                    new RandomAccessFile(copy.segments().get(DAMAGED).toFile(), "rw")) {
                open.setLength(length);
            }
            StoreRepair repair = withoutSequences(StoreRepair.run(copy.directory(), StoreProgress.NONE));
            assertThat(repair)
                    .isEqualTo(new StoreRepair(
                            List.of(DAMAGED),
                            0,
                            lost.size(),
                            List.of(new Damage(NAME, DAMAGED, 0, length, lost.size(), "file ends early"))));
            try (DurableMap<String, String> map = DurableMap.open(copy.directory(), String.class, String.class)) {
                assertThat(map.size()).isEqualTo(RECORDS - lost.size());
            }
        }
    }

    @Test
    void losesWhatStoodInAZeroedPart() throws IOException {
        List<Spot> spots = spots(file);
        image.overwrite(file, 1024, new byte[1024]);
        List<Spot> lost = spots.stream()
                .filter(spot -> spot.offset() < 2048 && spot.offset() + spot.bytes() > 1024)
                .toList();

        StoreRepair repair = repair();

        Spot first = lost.getFirst();
        Spot last = lost.getLast();
        assertThat(repair.damages()).singleElement().satisfies(damage -> {
            assertThat(damage.offset()).isEqualTo(first.offset());
            assertThat(damage.bytes()).isEqualTo(last.offset() + last.bytes() - first.offset());
            assertThat(damage.records()).isEqualTo(lost.size());
        });
        assertThat(repair.salvagedRecords()).isEqualTo(spots.size() - lost.size());
        holdsAllBut(lost);
    }

    @Test
    void losesAWholeSegmentThatIsMissing() throws IOException {
        List<Spot> allLost = new ArrayList<>();
        for (int number : new int[] {0, 2}) {
            List<Spot> lost = spots(image.segments().get(number));
            allLost.addAll(lost);
            Files.delete(image.segments().get(number));
            StoreRepair repair = repair();
            assertThat(repair.damages())
                    .containsExactly(
                            new Damage(SegmentPreparer.name(number), number, 0, 0, lost.size(), "file is missing"));
            assertThat(repair.segments()).containsExactly(number);
        }
        holdsAllBut(allLost);
    }

    @Test
    void losesAWholeSegmentInWhosePlaceAnotherLies() throws IOException {
        List<Spot> lost = spots(file);
        Files.write(file, Files.readAllBytes(image.segments().get(0)));

        StoreRepair repair = repair();

        assertThat(repair.lostRecords()).isEqualTo(lost.size());
        assertThat(repair.damages().getFirst().reason()).startsWith("it is segment=0 of store=");
        holdsAllBut(lost);
    }

    @Test
    void savesTheWholeMembersOfADamagedBatch() throws IOException {
        try (DurableMap<String, String> map = open()) {
            map.batch().put("b1", "one").put("b2", "two").put("b3", "three").commit();
            for (int i = 0; i < RECORDS; i++) {
                map.put(key(i), value(i));
            }
        }
        for (Path segment : image.segments()) {
            byte[] bytes = Files.readAllBytes(segment);
            int at = new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1).indexOf("b2two");
            if (at >= 0) {
                image.flipBit(segment, at + 3, 1);
            }
        }

        StoreRepair repair = repair();

        assertThat(repair.lostRecords()).isEqualTo(2);
        try (DurableMap<String, String> map = open()) {
            assertThat(map.get("b1")).isEqualTo("one");
            assertThat(map.get("b2")).isNull();
            assertThat(map.get("b3")).isEqualTo("three");
            assertThat(map.size()).isEqualTo(RECORDS + 2);
        }
    }

    @Test
    void countsWhatIsLostOfACompactedSegment() throws IOException {
        try (DurableMap<String, String> map = open()) {
            for (int i = 0; i < RECORDS; i += 2) {
                map.put(key(i), value(i));
            }
            map.compact();
        }
        Path rewritten = image.segments().get(0);
        List<Spot> spots = spots(rewritten);
        image.flipBit(rewritten, spots.get(2).offset() + 30, 0);
        assertThat(repair().damages()).singleElement().satisfies(damage -> {
            assertThat(damage.offset()).isEqualTo(spots.get(2).offset());
            assertThat(damage.records()).isEqualTo(1);
        });
        holdsAllBut(List.of(spots.get(2)));

        List<Spot> left = spots(rewritten);
        image.flipBit(rewritten, left.get(1).offset() + 30, 0);
        image.flipBit(rewritten, left.get(4).offset() + 30, 0);
        assertThat(repair().lostRecords()).isEqualTo(2);
    }

    @Test
    void takesNoBytesOfAValueForARecord() throws IOException {
        byte[] segment = Files.readAllBytes(image.segments().get(0));
        Path other = directory.resolve("other");
        try (DurableMap<String, byte[]> map = DurableMap.builder(other, String.class, byte[].class)
                .limits(StoreLimits.defaults().withFirstSegmentBytes(SEGMENT))
                .open()) {
            map.put("holds a segment", segment);
            for (int i = 0; i < 10; i++) {
                map.put(key(i), new byte[2000]);
            }
        }
        StoreImage target = new StoreImage(other);
        target.flipBit(target.segments().get(0), SegmentLayout.HEADER + RecordLayout.HEADER, 0);

        StoreRepair repair = StoreRepair.run(other, StoreProgress.NONE);

        assertThat(repair.lostRecords()).isEqualTo(1);
        try (DurableMap<String, byte[]> map = DurableMap.open(other, String.class, byte[].class)) {
            assertThat(map.size()).isEqualTo(10);
        }
    }

    @Test
    void leavesASoundStoreAlone() throws IOException {
        assertThat(StoreRepair.run(directory, StoreProgress.NONE))
                .isEqualTo(new StoreRepair(List.of(), 0, 0, List.of()));
        assertThat(directory.resolve(Checkpoint.FILE)).exists();
        StoreCheck check = StoreCheck.run(directory, StoreProgress.NONE);
        assertThat(check.isSound()).isTrue();
        assertThat(check.records()).isEqualTo(RECORDS);
        assertThat(check.sequence()).isEqualTo(RECORDS);
        assertThat(check.cuts()).isEmpty();
    }

    @Test
    void leavesTheEndThatAPowerCutLeftToOpening() throws IOException {
        StoreImage torn;
        try (DurableMap<String, String> map = DurableMap.builder(directory, String.class, String.class)
                .durability(Durability.BUFFERED)
                .open()) {
            map.put("unforced", "value");
            torn = image.copyTo(directory.resolve("torn")).ofAnotherRun();
        }
        Path last = torn.segments().getLast();
        List<Spot> spots = spots(last);
        torn.flipBit(last, spots.getLast().offset() + 30, 0);

        StoreCheck check = StoreCheck.run(torn.directory(), StoreProgress.NONE);

        assertThat(check.isSound()).isTrue();
        assertThat(check.cuts()).singleElement().satisfies(cut -> {
            assertThat(cut.offset()).isEqualTo(spots.getLast().offset());
            assertThat(cut.reason()).isEqualTo("checksum differs");
        });
        assertThat(StoreRepair.run(torn.directory(), StoreProgress.NONE).segments())
                .isEmpty();
        try (DurableMap<String, String> map = DurableMap.open(torn.directory(), String.class, String.class)) {
            assertThat(map.size()).isEqualTo(RECORDS);
            assertThat(map.recovery().cuts()).hasSize(1);
        }
    }

    @Test
    void losesOneRecordToAFlippedBitInTheLastSegmentOfAClosedStore() throws IOException {
        Path last = image.segments().getLast();
        Spot hit = spots(last).get(1);
        image.flipBit(last, hit.offset() + 30, 0);
        refusesToOpen();

        StoreRepair repair = repair();

        assertThat(repair.lostRecords()).isEqualTo(1);
        holdsAllBut(List.of(hit));
    }

    @Test
    void namesTheSequenceNumbersOfWhatIsLost() throws IOException {
        Spot hit = spots(file).get(3);
        image.flipBit(file, hit.offset() + 40, 2);
        long sequence = Long.parseLong(hit.key().substring(4)) + 1;

        List<Damage> damages = StoreRepair.run(directory, StoreProgress.NONE).damages();

        assertThat(damages).singleElement().satisfies(damage -> {
            assertThat(damage.firstSequence()).isEqualTo(sequence);
            assertThat(damage.lastSequence()).isEqualTo(sequence);
        });
    }

    @Test
    void anInterruptedRepairLeavesAStoreThatCanBeRepaired() throws IOException {
        image.flipBit(file, SEGMENT / 2, 0);
        image.flipBit(image.segments().get(2), SEGMENT / 2, 0);
        byte[] second = Files.readAllBytes(image.segments().get(2));

        assertThatThrownBy(() -> StoreRepair.run(directory, (done, total) -> {
                    if (done > SEGMENT) {
                        throw new IllegalStateException("enough");
                    }
                }))
                .hasMessage("enough");

        assertThat(image.segments().get(2)).hasBinaryContent(second);
        assertThat(StoreRepair.run(directory, StoreProgress.NONE).segments()).containsExactly(2);
        assertThat(StoreCheck.run(directory, StoreProgress.NONE).isSound()).isTrue();
    }

    /** What it lacks of the version that was there last, its own footer cannot tell: that one had a count of its own. */
    @Test
    void cannotTellHowMuchIsLostToAnOlderVersionOfARewrittenSegment() throws IOException {
        removeAndCompact(40);
        byte[] older = Files.readAllBytes(file);
        removeAndCompact(60);
        assertThat(file).exists();
        assertThat(Files.readAllBytes(file)).isNotEqualTo(older);
        Files.write(file, older);
        refusesToOpen();

        StoreRepair repair = repair();

        assertThat(repair.damages()).singleElement().satisfies(damage -> {
            assertThat(damage.reason()).isEqualTo("older version of the segment");
            assertThat(damage.records()).isEqualTo(-1);
        });
        assertThat(repair.lostRecords()).isEqualTo(-1);
    }

    /** An older end looks like one that nothing was written behind, and an older segment like the youngest. */
    @Test
    void cannotTellHowMuchIsLostWithoutTheFilesThatTellTheEnd() throws IOException {
        for (String name : List.of(LogEnd.FILE, WriteMark.FILE)) {
            image.flipBit(directory.resolve(name), 20, 3);
            StoreRepair repair = repair();
            assertThat(repair.damages())
                    .isNotEmpty()
                    .allSatisfy(damage -> assertThat(damage.records()).isEqualTo(-1));
            assertThat(repair.lostRecords()).isEqualTo(-1);
            holdsAllBut(List.of());
            try (DurableMap<String, String> map = open()) {
                map.remove("more");
            }
        }
    }

    /** Only the header behind tells which record the last one was. */
    @Test
    void cannotTellHowMuchIsLostWithAFooterAndTheHeaderBehindIt() throws IOException {
        image.removeFooter(file);
        image.flipBit(image.segments().get(DAMAGED + 1), 20, 3);

        StoreRepair repair = repair();

        assertThat(repair.lostRecords()).isEqualTo(-1);
        holdsAllBut(List.of());
    }

    private void removeAndCompact(int first) {
        try (DurableMap<String, String> map = open()) {
            for (int i = first; i < first + 10; i++) {
                map.remove(key(i));
            }
            map.compact();
        }
    }

    @Test
    void isRefusedWhileTheStoreIsOpen() {
        try (DurableMap<String, String> map = open()) {
            assertThatThrownBy(() -> StoreRepair.run(directory, StoreProgress.NONE))
                    .isInstanceOf(StoreLockedException.class);
            assertThatThrownBy(() -> StoreCheck.run(directory, StoreProgress.NONE))
                    .isInstanceOf(StoreLockedException.class);
            assertThat(map.size()).isEqualTo(RECORDS);
        }
    }

    @Test
    void savesEveryRecordThatIsNotTouchedByRandomDamage() throws IOException {
        long seed = Seed.given();
        Random random = new Random(seed);
        for (int round = 0; round < 8; round++) {
            StoreImage copy = image.copyTo(directory.resolve("copy" + round));
            Files.deleteIfExists(copy.directory().resolve(Checkpoint.FILE));
            TreeSet<String> safe = new TreeSet<>();
            List<Path> sealed = copy.segments().subList(0, copy.segments().size() - 1);
            for (Path segment : sealed) {
                List<Spot> spots = spots(segment);
                long at = random.nextInt(SEGMENT - 64);
                byte[] junk = new byte[1 + random.nextInt(64)];
                random.nextBytes(junk);
                copy.overwrite(segment, at, junk);
                spots.stream()
                        .filter(spot -> spot.offset() + spot.bytes() <= at || spot.offset() >= at + junk.length)
                        .forEach(spot -> safe.add(spot.key()));
            }
            StoreRepair.run(copy.directory(), StoreProgress.NONE);
            try (DurableMap<String, String> map = DurableMap.open(copy.directory(), String.class, String.class)) {
                for (String key : safe) {
                    int number = Integer.parseInt(key.substring(4));
                    assertThat(map.get(key)).as("seed=" + seed).isEqualTo(value(number));
                }
                map.forEach((key, value) ->
                        assertThat(value).as("seed=" + seed).isEqualTo(value(Integer.parseInt(key.substring(4)))));
            }
        }
    }
}
