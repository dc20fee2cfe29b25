package io.tellask.cluster.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.cluster.ClusterException;
import io.tellask.cluster.ClusterException.Problem;
import io.tellask.cluster.ClusterMap;
import io.tellask.cluster.ReplicatedMap.Versioned;
import io.tellask.store.StoreLimitException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The limits of partitioned maps, at their edges. */
class PartitionLimitsTest {
    @TempDir
    private Path folder;

    private static Map<String, Map<String, URI>> absent(int groups) {
        Map<String, Map<String, URI>> addresses = new TreeMap<>();
        for (int i = 0; i < groups; i++) {
            addresses.put("g" + i, Map.of("m", URI.create("memory://absent-" + i)));
        }
        return addresses;
    }

    private static Partitions of(ActorSystem system, int groups) {
        return Partitions.of(system, absent(groups), Duration.ofHours(1), UnaryOperator.identity());
    }

    @Test
    void callsWaitForAGroupUpToTheLimit() {
        try (ActorSystem system = ActorSystem.create();
                Partitions partitions = of(system, 1)) {
            PartitionedMap<String, Integer> map = partitions.map(String.class, Integer.class);
            List<Promise<?>> waiting = new ArrayList<>();
            for (int i = 0; i < Partitions.MOST_WAITING; i++) {
                waiting.add(i % 2 == 0 ? map.put("x", i) : map.get("x"));
            }
            for (Promise<?> beyond : List.of(map.put("x", 1), map.get("x"))) {
                assertThatThrownBy(beyond::join)
                        .cause()
                        .isInstanceOfSatisfying(
                                ClusterException.class,
                                failure -> assertThat(failure.problem()).isEqualTo(Problem.LIMIT))
                        .hasMessageContaining("=8192, limit=8192");
            }
            assertThat(waiting).noneMatch(Promise::isDone);
            partitions.close();
            for (Promise<?> each : List.of(waiting.getFirst(), waiting.getLast())) {
                assertThatThrownBy(each::join)
                        .cause()
                        .isInstanceOfSatisfying(
                                ClusterException.class,
                                failure -> assertThat(failure.problem()).isEqualTo(Problem.CLOSED));
            }
        }
    }

    @Test
    void groupsAreBounded() {
        try (ActorSystem system = ActorSystem.create()) {
            of(system, Partitions.MOST_GROUPS).close();
            assertThatThrownBy(() -> of(system, Partitions.MOST_GROUPS + 1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("cluster: groups=1001, allowed=1..1000");
            assertThatThrownBy(() -> of(system, 0)).hasMessage("cluster: groups=0, allowed=1..1000");
        }
    }

    @Test
    void aKeyIsAsLongAsTheLimit() {
        try (LocalGroups groups = new LocalGroups(folder, "a");
                Partitions partitions = groups.partitions();
                Group group = groups.group("a")) {
            PartitionedMap<String, Integer> map = partitions.map(String.class, Integer.class);
            String longest = "k".repeat(PartitionedMap.KEY_BYTES);
            assertThat(longest).hasSize(32_764);
            group.replace(Map.of(map.slot(longest), Place.owned(1)), place -> place)
                    .join();
            map.put(longest, 1).join();
            assertThat(map.get(longest).join()).isEqualTo(1);
            assertThatThrownBy(() -> map.put(longest + "k", 1)).isInstanceOf(StoreLimitException.class);
            assertThatThrownBy(() -> map.get(longest + "k")).isInstanceOf(StoreLimitException.class);
        }
    }

    @Test
    void aVersionToExpectIsNotNegative() {
        try (ActorSystem system = ActorSystem.create();
                Partitions partitions = of(system, 1);
                Group group = new Group(
                        system, "g", Map.of("m", URI.create("memory://absent")), Duration.ofHours(1), its -> its)) {
            ClusterMap<byte[], byte[]> many = partitions.map(byte[].class, byte[].class);
            for (ClusterMap<byte[], byte[]> each : List.of(many, group.map())) {
                byte[] key = {1};
                assertThatThrownBy(() -> each.compareAndSet(key, -1, key))
                        .hasMessage("cluster: version=-1, allowed=0..");
                assertThatThrownBy(() -> each.compareAndRemove(key, -1)).isInstanceOf(IllegalArgumentException.class);
            }
        }
    }

    @Test
    void aMoveHasAsManySlotsAsTheLimit() {
        BitSet slots = new BitSet();
        slots.set(0, SlotPlan.MOST_SLOTS);
        assertThat(SlotPlan.to("b", slots, Map.of("a", slots))).hasSize(1);
        slots.set(SlotPlan.MOST_SLOTS);
        assertThat(SlotPlan.to("b", slots, Map.of("a", slots)))
                .extracting(step -> step.slots().cardinality())
                .containsExactly(512, 1);
    }

    @Test
    void aPartIsFullAtItsLimit() {
        EntryPart part = new EntryPart();
        int beside = 2 * Integer.BYTES + 2 * Long.BYTES;
        part.add(new byte[0], new Versioned<>(new byte[EntryPart.BYTES - beside - 1], 1, null));
        assertThat(part.isFull()).isFalse();
        part.take();
        part.add(new byte[0], new Versioned<>(new byte[EntryPart.BYTES - beside], 1, null));
        assertThat(part.isFull()).isTrue();
    }
}
