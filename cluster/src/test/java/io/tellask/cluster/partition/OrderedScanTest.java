package io.tellask.cluster.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.StreamItems;
import io.tellask.actor.Streams;
import io.tellask.cluster.ClusterException;
import io.tellask.remote.Spore;
import io.tellask.test.Await;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OrderedScanTest {
    private static final int KEYS = 300;
    private static final String LARGE = "v".repeat(16 << 10); // so that no part of a stream holds many

    @TempDir
    private Path folder;

    /** Says of each entry so often what its key is. */
    record Repeated(int times) implements Spore<StoredEntry, String> {
        @Override
        public void accept(StoredEntry input, Output<String> out) {
            for (int i = 0; i < times; i++) {
                out.emit(input.keyText());
            }
        }

        @Override
        public void finish(Output<String> out) {
            out.emit("end");
        }
    }

    private static TreeMap<String, String> filled(PartitionedMap<String, String> map) {
        TreeMap<String, String> model = new TreeMap<>();
        List<CompletableFuture<Void>> puts = new ArrayList<>();
        for (int i = 0; i < KEYS; i++) {
            String key = "key " + i * 7 % KEYS;
            model.put(key, LARGE + i);
            puts.add(map.put(key, LARGE + i));
        }
        CompletableFuture.allOf(puts.toArray(new CompletableFuture<?>[0])).join();
        return model;
    }

    private static void requireModel(Iterable<Map.Entry<String, String>> found, Map<String, String> model) {
        assertThat(found)
                .containsExactlyElementsOf(model.entrySet().stream()
                        .map(each -> Map.entry(each.getKey(), each.getValue()))
                        .toList());
    }

    /** Half of the slots to each group, as of the beginning. */
    private static void divide(LocalGroups groups) {
        for (int i = 0; i < 2; i++) {
            Map<Integer, Place> owned = new TreeMap<>();
            for (int slot = i; slot < Slots.COUNT; slot += 2) {
                owned.put(slot, Place.owned(1));
            }
            try (Group group = groups.group(i == 0 ? "a" : "b")) {
                List<Integer> slots = List.copyOf(owned.keySet());
                for (int from = 0; from < slots.size(); from += SlotPlan.MOST_SLOTS) {
                    Map<Integer, Place> some = new TreeMap<>(owned);
                    some.keySet().retainAll(slots.subList(from, from + SlotPlan.MOST_SLOTS));
                    group.replace(some, place -> place).join();
                }
            }
        }
    }

    /** Keys of some slots, in order. */
    private static List<String> keys(Partitions partitions, BitSet slots, String from) {
        return Streams.collect(new OrderedScan<byte[], String>(
                                partitions,
                                Duration.ofSeconds(30),
                                1,
                                PartitionService::entriesInOrder,
                                (part, items) -> EntryPart.read(part, (stored, value) -> {
                                    byte[] key = PartitionMember.key(stored);
                                    items.accept(key, List.of(new String(key, StandardCharsets.UTF_8)));
                                }))
                        .stream(slots, from.getBytes(StandardCharsets.UTF_8)))
                .join();
    }

    @Test
    void keysOfTwoGroupsAreMergedAlsoAfterAMove() {
        try (LocalGroups groups = new LocalGroups(folder, "a", "b");
                Partitions partitions = groups.partitions()) {
            PartitionedMap<String, Integer> map = partitions.map(String.class, Integer.class);
            BitSet slots = new BitSet();
            TreeSet<String> model = new TreeSet<>();
            for (String tag : List.of("0", "1", "2", "3")) {
                int slot = map.slot(tag);
                slots.set(slot);
                try (Group group = groups.group(Integer.parseInt(tag) % 2 == 0 ? "a" : "b")) {
                    group.replace(Map.of(slot, Place.owned(1)), place -> place).join();
                }
                for (int i = 0; i < 20; i++) {
                    String key = (char) ('a' + i) + "{" + tag + "}";
                    model.add(key);
                    map.put(key, i).join();
                }
            }
            assertThat(keys(partitions, slots, "")).containsExactlyElementsOf(model);
            assertThat(keys(partitions, slots, "f{2}")).containsExactlyElementsOf(model.tailSet("f{2}"));
            assertThat(keys(partitions, slots, "z")).isEmpty();
            Streams.collect(partitions.move(List.of(map.slot("0")), "b")).join();
            assertThat(keys(partitions, slots, "c")).containsExactlyElementsOf(model.tailSet("c"));
        }
    }

    @Test
    @Tag("slow")
    void keysOfAllGroupsComeInOrder() {
        try (LocalGroups groups = new LocalGroups(folder, "a", "b");
                Partitions partitions = groups.partitions()) {
            divide(groups);
            PartitionedMap<String, String> map = partitions.map(String.class, String.class);
            TreeMap<String, String> model = filled(map);
            requireModel(Streams.collect(map.scanInOrder()).join(), model);
            requireModel(Streams.collect(map.scanInOrder("key 2")).join(), model.tailMap("key 2"));
            assertThat(Streams.collect(map.scanInOrder("z")).join()).isEmpty();
            List<String> twice = model.keySet().stream()
                    .flatMap(key -> List.of(key, key).stream())
                    .toList();
            assertThat(Streams.collect(map.processInOrder(new Repeated(2))).join())
                    .isEqualTo(twice);
            assertThat(Streams.collect(map.process(new Repeated(1))).join())
                    .containsOnlyOnceElementsOf(model.keySet())
                    .hasSize(KEYS + 2); // each member emits what its spore gathered
        }
    }

    @Test
    void aSporeMakesAsManyResultsOfAnEntryAsTheLimit() {
        List<Object> made = new ArrayList<>();
        Spore.Output<KeyedResults<String>> out = new Spore.Output<>() {
            @Override
            public void emit(KeyedResults<String> result) {
                made.addAll(result.results());
            }

            @Override
            public void stop() {
                made.clear();
            }

            @Override
            public boolean stopped() {
                return false;
            }
        };
        StoredEntry entry = new StoredEntry(new byte[] {'k'}, new byte[0], 1);
        KeyedResults.of(new Repeated(KeyedResults.MOST_RESULTS)).accept(entry, out);
        assertThat(made).hasSize(1_024).containsOnly("k");
        made.clear();
        assertThatThrownBy(() -> KeyedResults.of(new Repeated(KeyedResults.MOST_RESULTS + 1))
                        .accept(entry, out))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("results of one entry=1025, limit=1024");
        KeyedResults.of(new Repeated(0)).accept(entry, out);
        assertThat(made).isEmpty();
    }

    @Test
    @Tag("slow")
    void orderedStreamsGoOnWhereSlotsMoveAndMembersEnd() {
        try (LocalGroups groups = new LocalGroups(folder, "a", "b");
                Partitions partitions = groups.partitions()) {
            divide(groups);
            PartitionedMap<String, String> map = partitions.map(String.class, String.class);
            TreeMap<String, String> model = filled(map);
            for (String ended : List.of("a", "b")) {
                try (StreamItems<Map.Entry<String, String>> items = Streams.iterate(map.scanInOrder(), 1)) {
                    List<Map.Entry<String, String>> found = new ArrayList<>();
                    Iterator<Map.Entry<String, String>> iterator = items.iterator();
                    found.add(iterator.next());
                    Streams.collect(partitions.move(
                                    model.keySet().stream().map(map::slot).toList(), ended))
                            .join();
                    groups.stop(ended);
                    groups.start(ended);
                    iterator.forEachRemaining(found::add);
                    requireModel(found, model);
                }
            }
        }
    }

    @Test
    void aMemberMakesAsManyOrderedStreamsAsTheLimit() {
        try (LocalGroups groups = new LocalGroups(folder, "a");
                Partitions partitions = groups.partitions();
                Group group = groups.group("a")) {
            PartitionedMap<String, String> map = partitions.map(String.class, String.class);
            int slot = map.slot("{t}");
            group.replace(Map.of(slot, Place.owned(1)), place -> place).join();
            for (int i = 0; i < 40; i++) {
                map.put("{t}" + i, LARGE).join(); // more parts than wait for a subscriber
            }
            byte[] slots = Slots.of(slot).toByteArray();
            try (Group.Leader leader = group.leader()) {
                PartitionService service = leader.service();
                List<StreamItems<byte[]>> open = new ArrayList<>();
                for (int i = 0; i < Partitions.MOST_ORDERED; i++) {
                    open.add(Streams.iterate(service.entriesInOrder(slots, new byte[0]), 1));
                    assertThat(open.getLast().iterator().next()).isNotEmpty();
                }
                assertThatThrownBy(Streams.collect(service.entriesInOrder(slots, new byte[0]))::join)
                        .hasStackTraceContaining(ClusterException.class.getName())
                        .hasStackTraceContaining("streams in the order of keys=9, limit=8");
                open.removeLast().close();
                Await.until("a stream that was closed makes room", () -> isTaken(service, slots));
                open.forEach(StreamItems::close);
            }
        }
    }

    private static boolean isTaken(PartitionService service, byte[] slots) {
        return Streams.collect(service.entriesInOrder(slots, new byte[0]))
                .handle((parts, failure) -> failure == null)
                .join();
    }
}
