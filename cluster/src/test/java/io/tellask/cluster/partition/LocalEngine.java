package io.tellask.cluster.partition;

import io.tellask.cluster.ClusterException;
import io.tellask.cluster.ClusterException.Problem;
import io.tellask.cluster.LogEngine;
import io.tellask.cluster.LogMachine;
import io.tellask.cluster.LogOptions;
import io.tellask.cluster.LogView;
import io.tellask.cluster.ReplicatedLog;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Logs of groups of one member in memory, which outlive their members. */
final class LocalEngine implements LogEngine {
    private final Map<String, List<byte[]>> logs = new ConcurrentHashMap<>();

    @Override
    public ReplicatedLog open(LogOptions options, LogMachine machine) {
        List<byte[]> entries = logs.computeIfAbsent(options.group(), name -> new ArrayList<>());
        LocalLog log = new LocalLog(options.self(), entries, machine);
        for (int i = 0; i < entries.size(); i++) {
            machine.apply(i + 1, entries.get(i));
        }
        return log;
    }

    @Override
    public void found(LogOptions options, LogMachine machine, long lastIndex) {
        throw new UnsupportedOperationException();
    }

    private static final class LocalLog implements ReplicatedLog {
        private final LogView view;
        private final List<byte[]> entries; // guarded by this
        private final LogMachine machine;
        private final CompletableFuture<Void> end = new CompletableFuture<>();
        private boolean isClosed;

        LocalLog(String self, List<byte[]> entries, LogMachine machine) {
            view = new LogView(self, self, 1, List.of(self), Map.of(self, Instant.EPOCH), 0);
            this.entries = entries;
            this.machine = machine;
        }

        @Override
        public LogView view() {
            return view;
        }

        @Override
        public void onView(Consumer<LogView> listener) {
            listener.accept(view);
        }

        @Override
        public synchronized CompletableFuture<byte[]> append(byte[] command) {
            if (isClosed) {
                return CompletableFuture.failedFuture(new ClusterException(Problem.CLOSED, "closed"));
            }
            entries.add(command);
            return CompletableFuture.completedFuture(machine.apply(entries.size(), command));
        }

        @Override
        public byte[] query(byte[] question) {
            return machine.query(question);
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
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletableFuture<Void> whenEnded() {
            return end;
        }

        @Override
        public synchronized void close() {
            isClosed = true;
            end.complete(null);
        }
    }
}
