package io.tellask.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tellask.cluster.LogEngine;
import io.tellask.cluster.LogMachine;
import io.tellask.cluster.LogOptions;
import io.tellask.cluster.LogView;
import io.tellask.cluster.MapMachine;
import io.tellask.cluster.Replica;
import io.tellask.cluster.ReplicatedLog;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is measured of a member of a group, which knows what the test has it know. */
class GroupMetersTest {
    @TempDir
    private Path folder;

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final HandLog log = new HandLog();

    @Test
    void membersTellWhatTheyKnow() {
        MapMachine machine = MapMachine.open("a", folder, (member, parts) -> {
            throw new IllegalStateException("there is no other member");
        });
        LogOptions options =
                LogOptions.of("kv", "a", Map.of("a", new InetSocketAddress("127.0.0.1", 1)), folder.resolve("log"));
        try (machine;
                Replica member = Replica.open(log, options, machine);
                ProcessMeters meters = GroupMeters.of(registry, "kv", member)) {
            assertThat(gauges("leads", "leader", "voters", "present", "term", "applied"))
                    .containsExactly(0.0, 0.0, 3.0, 1.0, 0.0, 0.0);
            log.see(view("b", 1, 7));
            assertThat(gauges("leads", "leader", "present", "term", "applied"))
                    .containsExactly(0.0, 1.0, 1.0, 1.0, 7.0);
            log.see(view("b", 1, 8));
            log.see(view(null, 2, 8));
            log.see(view("a", 2, 9));
            assertThat(gauges("leads", "leader", "term", "applied")).containsExactly(1.0, 1.0, 2.0, 9.0);
            assertThat(registry.get("tellask.group.leader.changes")
                            .tag("group", "kv")
                            .functionCounter()
                            .count())
                    .isEqualTo(2);
            meters.close();
            assertThat(registry.getMeters()).isEmpty();
        }
    }

    private List<Double> gauges(String... names) {
        return List.of(names).stream()
                .map(name -> registry.get("tellask.group." + name)
                        .tag("group", "kv")
                        .gauge()
                        .value())
                .toList();
    }

    private static LogView view(@Nullable String leader, long term, long applied) {
        return new LogView("a", leader, term, List.of("a", "b", "c"), Map.of("a", Instant.EPOCH), applied);
    }

    /** A log that has no commands, and the view that it is given. */
    private static final class HandLog implements LogEngine, ReplicatedLog {
        private final List<Consumer<LogView>> listeners = new ArrayList<>();
        private LogView view = GroupMetersTest.view(null, 0, 0);

        void see(LogView newView) {
            view = newView;
            listeners.forEach(each -> each.accept(newView));
        }

        @Override
        public ReplicatedLog open(LogOptions options, LogMachine machine) {
            return this;
        }

        @Override
        public void found(LogOptions options, LogMachine machine, long lastIndex) {
            throw new UnsupportedOperationException();
        }

        @Override
        public LogView view() {
            return view;
        }

        @Override
        public void onView(Consumer<LogView> listener) {
            listeners.add(listener);
        }

        @Override
        public CompletableFuture<Void> whenEnded() {
            return new CompletableFuture<>();
        }

        @Override
        public CompletableFuture<byte[]> append(byte[] command) {
            throw new UnsupportedOperationException();
        }

        @Override
        public byte[] query(byte[] question) {
            throw new UnsupportedOperationException();
        }

        @Override
        public CompletableFuture<Void> addVoter(String name) {
            throw new UnsupportedOperationException(name);
        }

        @Override
        public CompletableFuture<Void> removeVoter(String name) {
            throw new UnsupportedOperationException(name);
        }

        @Override
        public CompletableFuture<Void> snapshot() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}
    }
}
