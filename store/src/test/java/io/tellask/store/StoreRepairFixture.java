package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.store.layout.SegmentLayout;
import io.tellask.store.segment.RecordReader;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A closed store of several segments to be damaged and repaired, and what holds for every repair. */
abstract class StoreRepairFixture {
    static final int SEGMENT = 4096;
    static final int RECORDS = 200;

    /** A segment of the middle, sealed. */
    static final int DAMAGED = 1;

    static final String NAME = "segment-00000001.log";

    @TempDir
    Path directory;

    StoreImage image;
    Path file;

    record Spot(String key, long offset, long bytes) {}

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

    DurableMap<String, String> open() {
        return DurableMap.builder(directory, String.class, String.class)
                .limits(StoreLimits.defaults().withKeyBytes(100).withSegmentBytes(SEGMENT))
                .open();
    }

    static String key(int i) {
        return "key-%03d".formatted(i);
    }

    static String value(int i) {
        return "value " + i + " of some length, " + "x".repeat(i % 17);
    }

    /** The records of a segment. */
    static List<Spot> spots(Path segment) throws IOException {
        RecordReader reader = new RecordReader();
        byte[] bytes = Files.readAllBytes(segment);
        reader.start(MemorySegment.ofArray(bytes), SegmentLayout.HEADER, bytes.length - SegmentLayout.FOOTER);
        List<Spot> spots = new ArrayList<>();
        while (reader.next() == RecordReader.Step.RECORD) {
            spots.add(new Spot(new String(reader.key()), reader.offset, reader.footprint()));
        }
        return spots;
    }

    void refusesToOpen() {
        assertThatThrownBy(() -> open().close())
                .isInstanceOf(StoreDamagedException.class)
                .hasMessageContaining("tellask store repair");
    }

    StoreRepair repair() {
        assertThat(StoreCheck.run(directory, StoreProgress.NONE).isSound()).isFalse();
        List<Damage> checked = StoreCheck.run(directory, StoreProgress.NONE).damages();
        StoreRepair repair = StoreRepair.run(directory, StoreProgress.NONE);
        assertThat(repair.damages()).isEqualTo(checked);
        assertThat(StoreCheck.run(directory, StoreProgress.NONE).damages()).isEmpty();
        return withoutSequences(repair);
    }

    static StoreRepair withoutSequences(StoreRepair repair) {
        List<Damage> damages = repair.damages().stream()
                .map(damage -> damage.withSequences(0, -1))
                .toList();
        return new StoreRepair(repair.segments(), repair.salvagedRecords(), repair.lostRecords(), damages);
    }

    /** All records but the lost ones are there, and a change and a second opening work. */
    void holdsAllBut(List<Spot> lost) {
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
}
