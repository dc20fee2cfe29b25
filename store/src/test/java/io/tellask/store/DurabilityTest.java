package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DurabilityTest {
    @TempDir
    Path directory;

    private final FaultyFiles files = new FaultyFiles();

    private DurableMap<String, String> open(Durability durability) {
        return DurableMap.builder(directory, String.class, String.class)
                .durability(durability)
                .period(Duration.ofMillis(5))
                .files(files)
                .open();
    }

    @Test
    void forcesBeforeAForcedPutReturns() {
        try (DurableMap<String, String> map = open(Durability.FORCED)) {
            map.put("a", "1");
            assertThat(files.forces.get()).isEqualTo(1);
            map.put("b", "2");
            assertThat(files.forces.get()).isEqualTo(2);
            map.remove("b");
            assertThat(files.forces.get()).isEqualTo(3);
        }
    }

    @Test
    void forcesWithinThePeriod() throws InterruptedException {
        try (DurableMap<String, String> map = open(Durability.PERIODIC)) {
            map.put("a", "1");
            assertThat(files.forced.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
            map.put("b", "2");
            assertThat(files.forced.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void leavesBufferedPutsToTheSystem() {
        try (DurableMap<String, String> map = open(Durability.BUFFERED)) {
            map.put("a", "1");
            assertThat(files.forces.get()).isZero();
            map.force().join();
            assertThat(files.forces.get()).isEqualTo(1);
            map.force().join();
            assertThat(files.forces.get()).isEqualTo(1);
        }
    }

    @Test
    void sharesOneForceAmongCallers() {
        try (DurableMap<String, String> map = open(Durability.BUFFERED)) {
            List<CompletableFuture<Void>> all = new ArrayList<>();
            for (int i = 0; i < 1000; i++) {
                map.put("k" + i, "v");
                all.add(map.force());
            }
            CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).join();
            assertThat(files.forces.get()).isBetween(1, 900);
        }
    }

    @Test
    void cancellingOneForceLeavesTheOthersAlone() {
        try (DurableMap<String, String> map = open(Durability.BUFFERED)) {
            map.put("a", "1");
            CompletableFuture<Void> first = map.force();
            CompletableFuture<Void> second = map.force();
            first.cancel(true);
            second.join();
            assertThat(second).isCompletedWithValue(null);
        }
    }
}
