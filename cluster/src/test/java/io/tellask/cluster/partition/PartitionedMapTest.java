package io.tellask.cluster.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Streams;
import io.tellask.cluster.ClusterException;
import io.tellask.cluster.ClusterException.Problem;
import io.tellask.cluster.ReplicatedMap.Versioned;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartitionedMapTest {
    @TempDir
    private Path folder;

    private static Map<String, Integer> counts(Partitions partitions) {
        return partitions.owners().join().entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, each -> each.getValue().cardinality()));
    }

    private static List<MoveEvent> rebalance(Partitions partitions, String... groups) {
        return Streams.collect(partitions.rebalance(Set.of(groups))).join();
    }

    private static Map<String, Integer> scanned(PartitionedMap<String, Integer> map) {
        Map<String, Integer> found = new HashMap<>();
        Streams.collect(map.scan())
                .join()
                .forEach(each ->
                        assertThat(found.put(each.getKey(), each.getValue())).isNull());
        return found;
    }

    /** Gives one slot to the first group, which is quicker than all. */
    private static void own(LocalGroups groups, int slot) {
        try (Group first = groups.group("a")) {
            first.replace(Map.of(slot, Place.owned(1)), place -> place).join();
        }
    }

    @Test
    @Tag("slow")
    void entriesStayWhatTheyAreWhileGroupsComeAndGo() {
        try (LocalGroups groups = new LocalGroups(folder, "a", "b", "c");
                Partitions partitions = groups.partitions()) {
            PartitionedMap<String, Integer> map = partitions.map(String.class, Integer.class);
            assertThatThrownBy(map.put("x", 1)::join)
                    .cause()
                    .isInstanceOfSatisfying(
                            ClusterException.class,
                            failure -> assertThat(failure.problem()).isEqualTo(Problem.REFUSED))
                    .hasMessageContaining("found()");
            partitions.found("a").join();
            partitions.found("a").join(); // once more changes nothing
            assertThatThrownBy(partitions.found("b")::join).hasMessageContaining("rebalance()");
            Map<String, Integer> model = new HashMap<>();
            List<CompletableFuture<Void>> puts = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                model.put("key " + i, i);
                puts.add(map.put("key " + i, i));
            }
            CompletableFuture.allOf(puts.toArray(new CompletableFuture<?>[0])).join();
            Versioned<Integer> seven = map.versioned("key 7").join();
            assertThat(counts(partitions)).isEqualTo(Map.of("a", 16_384, "b", 0, "c", 0));

            List<MoveEvent> events = rebalance(partitions, "a", "b", "c");
            assertThat(counts(partitions).values()).containsExactlyInAnyOrder(5_462, 5_461, 5_461);
            assertThat(events.stream()
                            .filter(each -> each.kind() == MoveEvent.Kind.MOVED)
                            .mapToInt(MoveEvent::slots)
                            .sum())
                    .isEqualTo(10_922);
            assertThat(scanned(map)).isEqualTo(model);
            assertThat(map.versioned("key 7").join()).isEqualTo(seven);
            assertThat(map.stale("key 8").join()).isEqualTo(8);
            assertThat(map.compareAndSet("key 7", seven.version(), 77).join()).isTrue();
            assertThat(map.versioned("key 7").join().version()).isGreaterThan(seven.version());
            assertThat(map.compareAndSet("key 7", seven.version(), 78).join()).isFalse();

            rebalance(partitions, "b");
            assertThat(counts(partitions)).isEqualTo(Map.of("a", 0, "b", 16_384, "c", 0));
            model.put("key 7", 77);
            assertThat(scanned(map)).isEqualTo(model);
            assertThat(partitions.recover().join()).isZero();
            for (String each : List.of("a", "c")) {
                assertThat(groups.state(each)
                                .scan(Place.entryKey(0, new byte[0]))
                                .nextWithin(Long.MAX_VALUE))
                        .isFalse();
            }
        }
    }

    @Test
    void aBatchHasKeysOfOneSlot() {
        try (LocalGroups groups = new LocalGroups(folder, "a");
                Partitions partitions = groups.partitions()) {
            PartitionedMap<String, Integer> map = partitions.map(String.class, Integer.class);
            own(groups, map.slot("t"));
            assertThat(map.batch().put("{t}1", 1).put("{t}2", 2).commit().join())
                    .isTrue();
            assertThat(map.batch().require("{t}1", 9).remove("{t}2").commit().join())
                    .isFalse();
            assertThat(map.get("{t}2").join()).isEqualTo(2);
            assertThatThrownBy(() -> map.batch().put("foo", 1).put("bar", 2))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("cluster: slot of a key=5061, slot of the batch=12182; a batch has keys of one slot,"
                            + " give them the same {tag}, or make a batch for each");
            assertThat(map.batch().commit().join()).isFalse();
        }
    }

    @Test
    void commandsOfAKeyKeepTheirOrderWhileItsSlotMoves() {
        try (LocalGroups groups = new LocalGroups(folder, "a", "b");
                Partitions partitions = groups.partitions()) {
            PartitionedMap<String, Integer> map = partitions.map(String.class, Integer.class);
            int slot = map.slot("x");
            own(groups, slot);
            for (String target : List.of("b", "a", "b")) {
                var moved = Streams.collect(partitions.move(List.of(slot), target));
                List<CompletableFuture<Void>> puts = new ArrayList<>();
                int value = 0;
                while (!moved.isDone() || value < 100) {
                    puts.add(map.put("x", ++value));
                    if (value % 50 == 0) {
                        puts.getLast().join();
                    }
                }
                CompletableFuture.allOf(puts.toArray(new CompletableFuture<?>[0]))
                        .join();
                assertThat(map.get("x").join()).isEqualTo(value);
                assertThat(partitions.owner(slot).join()).isEqualTo(target);
            }
            BitSet only = Slots.of(slot);
            assertThat(partitions.owners().join().get("b")).isEqualTo(only);
        }
    }
}
