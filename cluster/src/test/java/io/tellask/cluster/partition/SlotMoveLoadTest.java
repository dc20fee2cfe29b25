package io.tellask.cluster.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.Streams;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A slot of 100,000 keys moves under load: no call fails, and nothing is lost. */
@Tag("slow")
class SlotMoveLoadTest {
    private static final int KEYS = 100_000;
    private static final int CLIENTS = 8;

    @TempDir
    private Path folder;

    @Test
    void noCallFailsWhileALargeSlotMoves() {
        try (LocalGroups groups = new LocalGroups(folder, "a", "b");
                Partitions partitions = groups.partitions()) {
            PartitionedMap<String, Integer> map = partitions.map(String.class, Integer.class);
            int slot = map.slot("{t}");
            partitions.found("a").join();
            List<CompletableFuture<Void>> puts = new ArrayList<>();
            for (int i = 0; i < KEYS; i++) {
                puts.add(map.put("{t}" + i, -1));
                if (puts.size() == 1_000) {
                    CompletableFuture.allOf(puts.toArray(new CompletableFuture<?>[0]))
                            .join();
                    puts.clear();
                }
            }
            AtomicBoolean ends = new AtomicBoolean();
            List<CompletableFuture<List<Long>>> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                int its = i;
                clients.add(CompletableFuture.supplyAsync(
                        () -> write(map, its, ends), task -> Thread.ofVirtual().start(task)));
            }
            List<MoveEvent> events =
                    Streams.collect(partitions.move(List.of(slot), "b")).join();
            ends.set(true);
            List<Long> nanos = new ArrayList<>();
            clients.forEach(each -> nanos.addAll(each.join()));
            assertThat(events.getLast())
                    .isEqualTo(new MoveEvent(
                            MoveEvent.Kind.CLEARED,
                            "a",
                            "b",
                            1,
                            events.getLast().entries()));
            assertThat(events.getLast().entries()).isEqualTo(KEYS);
            assertThat(nanos).isNotEmpty();
            assertThat(Streams.collect(map.scan()).join()).hasSize(KEYS);
        }
    }

    /** Each client has keys of its own, and reads what it wrote. */
    private static List<Long> write(PartitionedMap<String, Integer> map, int client, AtomicBoolean ends) {
        List<Long> nanos = new ArrayList<>();
        for (int i = 0; !ends.get(); i++) {
            String key = "{t}" + (i * CLIENTS + client) % KEYS;
            long begin = System.nanoTime();
            map.put(key, i).join();
            nanos.add(System.nanoTime() - begin);
            assertThat(map.get(key).join()).isEqualTo(i);
        }
        return nanos;
    }
}
