package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.store.index.Checkpoint;
import io.tellask.store.layout.RecordLayout;
import io.tellask.store.layout.SegmentLayout;
import io.tellask.store.segment.SegmentPreparer;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every kind of damage to a closed store: what check and repair say, and what the map holds afterwards. */
class StoreRepairTest extends StoreRepairFixture {
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
}
