package io.tellask.cluster.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.cluster.MapMachine;
import io.tellask.test.Seed;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OrderedLotsTest {
    private static final int KEY_BYTES = 4;
    private static final int VALUE_BYTES = 9;
    private static final int ENTRY_BYTES = 128 + Place.KEY_BYTES + KEY_BYTES + VALUE_BYTES;

    @TempDir
    private Path folder;

    private LocalGroups groups;
    private Group group;
    private final AtomicInteger scans = new AtomicInteger();
    private final BitSet slots = Slots.of(1, 2, 16_383);

    @BeforeEach
    void open() {
        groups = new LocalGroups(folder, "a");
        group = groups.group("a");
    }

    @AfterEach
    void close() {
        group.close();
        groups.close();
    }

    private void put(int slot, String key) {
        group.map()
                .put(Place.entryKey(slot, key.getBytes(StandardCharsets.UTF_8)), new byte[VALUE_BYTES])
                .join();
    }

    private List<String> ordered(String from, long lotBytes, int most) {
        MapMachine state = groups.state("a");
        List<String> found = new ArrayList<>();
        scans.set(0);
        new OrderedLots(
                        () -> {
                            scans.incrementAndGet();
                            return state.scan(new byte[0]);
                        },
                        slots,
                        from.getBytes(StandardCharsets.UTF_8),
                        lotBytes)
                .forEach((stored, value) -> {
                    assertThat(value.value()).hasSize(VALUE_BYTES);
                    found.add(new String(PartitionMember.key(stored), StandardCharsets.UTF_8));
                    return found.size() < most;
                });
        return found;
    }

    @Test
    void keysOfAllSlotsComeInOrderWhateverALotHolds() {
        SplittableRandom random = new SplittableRandom(Seed.given());
        TreeSet<String> keys = new TreeSet<>();
        List<Integer> numbers = slots.stream().boxed().toList();
        for (int i = 0; i < 40; i++) {
            String key = "%04d".formatted(random.nextInt(10_000));
            if (keys.add(key)) {
                put(numbers.get(random.nextInt(numbers.size())), key);
            }
        }
        put(3, "0500"); // not asked for
        group.map().put(Place.key(1), new byte[0]).join(); // no entry of a slot
        for (int lotBytes : List.of(1, 2 * ENTRY_BYTES, 7 * ENTRY_BYTES + 5, 1 << 20)) {
            assertThat(ordered("", lotBytes, keys.size())).containsExactlyElementsOf(keys);
            assertThat(ordered("5", lotBytes, keys.size())).containsExactlyElementsOf(keys.tailSet("5"));
        }
        assertThat(ordered(keys.first(), 1, 2))
                .containsExactlyElementsOf(keys.stream().limit(2).toList());
        assertThat(ordered(keys.last() + '\0', 1, 2)).isEmpty();
    }

    @Test
    void aLotHoldsAsManyBytesAsItsLimit() {
        Map.of("0001", 2, "0002", 1, "0003", 2).forEach((key, slot) -> put(slot, key));
        assertThat(ordered("", 3L * ENTRY_BYTES, 9)).containsExactly("0001", "0002", "0003");
        assertThat(scans).hasValue(1);
        assertThat(ordered("", 3L * ENTRY_BYTES - 1, 9)).containsExactly("0001", "0002", "0003");
        assertThat(scans).hasValue(2);
        assertThat(ordered("", 1, 9)).containsExactly("0001", "0002", "0003"); // one entry at least
        assertThat(scans).hasValue(3);
    }
}
