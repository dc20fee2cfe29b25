package io.tellask.cluster.jgroups;

import io.tellask.cluster.ClusterException;
import io.tellask.cluster.FreePorts;
import io.tellask.cluster.LogOptions;
import io.tellask.cluster.Replica;
import io.tellask.cluster.StateMachine;
import io.tellask.test.Await;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** Members m0, m1, … of a group in this process, whose state is how many commands there were. */
final class Members implements AutoCloseable {
    private final Path folder;
    private final Map<String, InetSocketAddress> addresses = new TreeMap<>();
    private final Map<String, Replica> running = new ConcurrentHashMap<>();

    Members(Path folder, int count) {
        this.folder = folder;
        List<Integer> ports = FreePorts.take(count);
        for (int i = 0; i < count; i++) {
            addresses.put("m" + i, new InetSocketAddress(InetAddress.getLoopbackAddress(), ports.get(i)));
        }
    }

    Members startAll(UnaryOperator<LogOptions> options) {
        CompletableFuture.allOf(addresses.keySet().stream()
                        .map(name -> CompletableFuture.runAsync(
                                () -> start(name, options),
                                each -> Thread.ofVirtual().start(each)))
                        .toArray(CompletableFuture<?>[]::new))
                .join();
        return this;
    }

    Replica start(String name, UnaryOperator<LogOptions> options) {
        LogOptions plain =
                LogOptions.of("count", name, addresses, folder.resolve(name)).withSilence(Duration.ofMillis(800));
        Replica replica = Replica.open(new JGroupsEngine(), options.apply(plain), new Count());
        running.put(name, replica);
        return replica;
    }

    void stop(String name) {
        Objects.requireNonNull(running.remove(name)).close();
    }

    int port(String name) {
        return Objects.requireNonNull(addresses.get(name)).getPort();
    }

    Socket connect(String name) throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), port(name));
    }

    String follower() {
        String leader = leader();
        return running.keySet().stream()
                .filter(each -> !each.equals(leader))
                .findFirst()
                .orElseThrow();
    }

    private String leader() {
        Await.until("a leader", () -> leaders().size() == 1);
        List<String> leaders = leaders();
        return leaders.size() == 1 ? leaders.getFirst() : leader();
    }

    private List<String> leaders() {
        return running.entrySet().stream()
                .filter(each -> each.getValue().view().leads())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Has a command applied by whoever leads, once at least, and waits until all that run have it. */
    void applyAtAll() throws Exception {
        applyAtTheOthers("");
    }

    /** As above, where one is not waited for. */
    void applyAtTheOthers(String than) throws Exception {
        long count = 0;
        while (count == 0) {
            try {
                byte[] answer = Objects.requireNonNull(running.get(leader()))
                        .apply(new byte[1])
                        .get(60, TimeUnit.SECONDS);
                count = ByteBuffer.wrap(answer).getLong();
            } catch (ExecutionException failure) {
                if (!(failure.getCause() instanceof ClusterException)) {
                    throw failure;
                }
            }
        }
        long least = count;
        Await.until(
                "the command at all",
                () -> running.entrySet().stream()
                        .filter(each -> !each.getKey().equals(than))
                        .map(Map.Entry::getValue)
                        .allMatch(each ->
                                ByteBuffer.wrap(each.queryLocally(new byte[0])).getLong() >= least));
    }

    @Override
    public void close() {
        running.values().forEach(Replica::close);
    }

    static final class Count implements StateMachine {
        private long count;

        @Override
        public byte[] apply(long index, long time, byte[] command) {
            count++;
            return query(command);
        }

        @Override
        public byte[] query(byte[] question) {
            return ByteBuffer.allocate(Long.BYTES).putLong(count).array();
        }

        @Override
        public void writeSnapshot(DataOutput out) throws IOException {
            out.writeLong(count);
        }

        @Override
        public void readSnapshot(long index, DataInput in) throws IOException {
            count = in.readLong();
        }
    }
}
