package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.store.index.Checkpoint;
import io.tellask.store.segment.LogEnd;
import io.tellask.store.segment.WriteMark;
import io.tellask.test.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What repair says of its losses, where it can tell them and where not, and what it does beside others. */
class RepairLossesTest extends StoreRepairFixture {
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
