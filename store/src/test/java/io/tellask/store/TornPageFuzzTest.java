package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.store.file.StoreFiles;
import io.tellask.store.layout.SegmentLayout;
import io.tellask.store.segment.LogExtent;
import io.tellask.store.segment.LogSegment;
import io.tellask.test.Seed;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random changes, forces, compactions and closes on a {@link TornDisk} whose power is cut anywhere. What is left must open as the map was
 * after some change, none before the last force; what was written and does not count is reported. Then it goes on from there.
 */
class TornPageFuzzTest {
    private static final int KEYS = 60;
    private static final StoreLimits LIMITS =
            StoreLimits.defaults().withKeyBytes(64).withFirstSegmentBytes(4096).withSegmentBytes(32 << 10);

    @TempDir
    Path directory;

    /** What the map holds after each change: the number of the change that wrote the key, 0 for an absent one. */
    private final List<int[]> states = new ArrayList<>(List.of(new int[KEYS]));

    private volatile int begun;
    private volatile int forced;
    private int cutBegun;
    private int cutForced;

    @Test
    void keepsWhatWasForcedAndReportsTheRest() throws IOException {
        run(Seed.given(), 40);
    }

    @Test
    @Tag("slow")
    void keepsWhatWasForcedThousandsOfTimes() throws IOException {
        run(Seed.given(), 5_000);
    }

    private void run(long seed, int rounds) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        Path own = directory.resolve("first");
        int cuts = 0;
        for (int round = 0; round < rounds; round++) {
            Path image = directory.resolve("round" + round);
            String where = "seed=" + seed + ", round=" + round;
            change(own, image, random);
            try {
                cuts += verify(image, where);
            } catch (StoreException refused) {
                throw new AssertionError(where, refused);
            }
            new StoreImage(own).delete();
            own = image;
        }
        assertThat(cuts).as("seed=%d", seed).isPositive();
    }

    private static DurableMap<Integer, byte[]> open(Path own, StoreFiles files, boolean automatic) {
        return DurableMap.builder(own, Integer.class, byte[].class)
                .durability(Durability.BUFFERED)
                .limits(LIMITS)
                .compaction(Compaction.defaults().withAutomatic(automatic))
                .files(files)
                .open();
    }

    /** Leaves in {@code image} what the disk holds after a cut at some moment. */
    private void change(Path own, Path image, SplittableRandom random) throws IOException {
        TornDisk disk = new TornDisk(own, random.split());
        forced = begun = states.size() - 1;
        DurableMap<Integer, byte[]> map = open(own, disk, random.nextBoolean());
        Runnable begins = () -> cutForced = forced;
        Runnable over = () -> cutBegun = begun;
        int changes = 1 + random.nextInt(300);
        int armed = random.nextInt(2 * changes);
        for (int i = 0; i < changes; i++) {
            if (i == armed) {
                disk.cutAfter(1 + random.nextInt(20), image, begins, over);
            }
            step(map, random);
        }
        if (random.nextInt(4) == 0) {
            map.close();
            forced = begun;
        }
        if (!Files.exists(image)) {
            disk.cutAfter(0, image, begins, over);
        }
        map.close();
    }

    private void step(DurableMap<Integer, byte[]> map, SplittableRandom random) {
        int dice = random.nextInt(100);
        if (dice < 3) {
            int until = begun;
            map.force().join();
            forced = until;
        } else if (dice < 4) {
            map.compact();
        } else if (dice < 5) {
            if (Arrays.stream(states.getLast()).anyMatch(number -> number > 0)) {
                states.add(new int[KEYS]);
                begun = states.size() - 1;
                map.clear();
            }
        } else {
            int[] next = states.getLast().clone();
            int number = states.size();
            Batch<Integer, byte[]> batch = map.batch();
            int count = dice < 10 ? 2 + random.nextInt(6) : 1;
            for (int i = 0; i < count; i++) {
                int key = random.nextInt(KEYS);
                next[key] = random.nextInt(5) == 0 ? 0 : number;
                if (next[key] == 0) {
                    batch.remove(key);
                } else {
                    batch.put(key, value(number, key));
                }
            }
            if (Arrays.equals(next, states.getLast())) {
                return;
            }
            states.add(next);
            begun = number;
            assertThat(batch.commit()).isTrue();
        }
    }

    /** Four bytes that say which change it was, and others that follow from it. */
    private static byte[] value(int number, int key) {
        SplittableRandom random = new SplittableRandom(number * 1_000L + key);
        byte[] value = new byte[4 + random.nextInt(random.nextInt(20) == 0 ? 9_000 : 200)];
        random.nextBytes(value);
        SegmentLayout.INT.varHandle().set(MemorySegment.ofArray(value), 0L, number);
        return value;
    }

    private int verify(Path image, String where) throws IOException {
        Map<Integer, byte[]> before = segments(image);
        int cuts;
        try (DurableMap<Integer, byte[]> map = open(image, new MemoryOnlyFiles(), false)) {
            cuts = map.recovery().cuts().size();
            checkReported(before, map, where);
            int last = stateOf(found(map, where), where);
            states.subList(last + 1, states.size()).clear();
            assertThat(map.size())
                    .as(where)
                    .isEqualTo(Arrays.stream(states.getLast())
                            .filter(number -> number > 0)
                            .count());
        }
        try (DurableMap<Integer, byte[]> again = open(image, new MemoryOnlyFiles(), false)) {
            assertThat(again.recovery().cuts()).as(where).isEmpty();
            assertThat(found(again, where)).as(where).isEqualTo(states.getLast());
        }
        return cuts;
    }

    private static int[] found(DurableMap<Integer, byte[]> map, String where) {
        int[] found = new int[KEYS];
        for (int key = 0; key < KEYS; key++) {
            byte @Nullable [] value = map.getBytes(key);
            if (value != null) {
                found[key] = MemorySegment.ofArray(value).get(SegmentLayout.INT, 0);
                assertThat(value).as("%s, key=%d", where, key).isEqualTo(value(found[key], key));
            }
        }
        return found;
    }

    /** The change after which the map was as it is found. */
    private int stateOf(int[] found, String where) {
        for (int number = cutForced; number <= cutBegun; number++) {
            if (Arrays.equals(states.get(number), found)) {
                return number;
            }
        }
        throw new AssertionError(
                where + ": no state from change " + cutForced + " to " + cutBegun + " is " + Arrays.toString(found));
    }

    private static Map<Integer, byte[]> segments(Path image) throws IOException {
        Map<Integer, byte[]> bytes = new HashMap<>();
        for (Path file : new StoreImage(image).segments()) {
            String name = file.getFileName().toString();
            bytes.put(Integer.parseInt(name.substring(8, 16)), Files.readAllBytes(file));
        }
        return bytes;
    }

    /** Every byte behind the end of what counts, but for footers, is in a reported cut. */
    private static void checkReported(Map<Integer, byte[]> before, DurableMap<Integer, byte[]> map, String where) {
        LogExtent extent = map.shard().extent();
        Map<Integer, Long> ends = new HashMap<>();
        int covered = -1;
        for (LogSegment segment : extent.segments()) {
            ends.put(segment.number, extent.endOf(segment));
            covered = segment.through();
        }
        Map<Integer, RecoveryReport.Cut> cuts = new HashMap<>();
        map.recovery().cuts().forEach(cut -> cuts.put(cut.segment(), cut));
        for (Map.Entry<Integer, byte[]> entry : before.entrySet()) {
            int number = entry.getKey();
            if (!ends.containsKey(number) && number <= covered) {
                continue;
            }
            int end = ends.containsKey(number) ? ends.get(number).intValue() : 0;
            byte[] bytes = entry.getValue();
            int limit = ends.containsKey(number) ? bytes.length - SegmentLayout.FOOTER : bytes.length;
            int last = limit;
            while (last > end && bytes[last - 1] == 0) {
                last--;
            }
            if (last > end) {
                RecoveryReport.Cut cut = cuts.get(number);
                assertThat(cut)
                        .as("%s, segment=%d, end=%d, last=%d", where, number, end, last)
                        .isNotNull();
                assertThat(cut.offset()).as(where).isEqualTo(end);
                assertThat(cut.bytes()).as(where).isGreaterThanOrEqualTo(last - end);
            }
        }
    }
}
