package io.tellask.cluster.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.cluster.FreePorts;
import io.tellask.cluster.LogMachine;
import io.tellask.cluster.LogOptions;
import io.tellask.cluster.ReplicatedLog;
import io.tellask.cluster.actors.ActorTable;
import io.tellask.codec.Codec;
import io.tellask.test.Await;
import java.io.DataInput;
import java.io.DataOutput;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.jgroups.JChannel;
import org.jgroups.protocols.FD_ALL3;
import org.jgroups.protocols.TCP;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What groups cost that have nothing to do: the rows of the tables in docs/SCALE.md, on standard output. There are as many groups as nodes; the members
 * of a group are on a node and the two that follow it, all in this process.
 */
@Tag("slow")
@Timeout(600)
class GroupScaleTest {
    private static final int MEMBERS = 3;
    private static final int BEATS = 10; // of each member, over which is measured

    @TempDir
    private Path folder;

    private final ConcurrentLinkedQueue<JChannel> channels = new ConcurrentLinkedQueue<>();

    private static final class NoState implements LogMachine {
        @Override
        public byte[] apply(long index, byte[] entry) {
            return entry;
        }

        @Override
        public byte[] query(byte[] question) {
            return question;
        }

        @Override
        public boolean queriesConcurrently() {
            return true;
        }

        @Override
        public void writeSnapshot(DataOutput out) {
            // there is none
        }

        @Override
        public void readSnapshot(long index, DataInput in) {
            // there is none
        }
    }

    private List<ReplicatedLog> openGroup(int group, int nodes) {
        List<Integer> ports = FreePorts.take(MEMBERS);
        Map<String, InetSocketAddress> members = new TreeMap<>();
        for (int i = 0; i < MEMBERS; i++) {
            members.put(
                    "node-" + (group + i) % nodes,
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), ports.get(i)));
        }
        List<CompletableFuture<ReplicatedLog>> opening = members.keySet().stream()
                .map(name -> LogOptions.of("g" + group, name, members, folder.resolve("g" + group + name)))
                .map(options -> CompletableFuture.supplyAsync(
                        () -> new JGroupsEngine(this::count).open(options, new NoState()),
                        task -> Thread.ofVirtual().start(task)))
                .toList();
        return opening.stream().map(CompletableFuture::join).toList();
    }

    private void count(JChannel channel) {
        channel.getProtocolStack().getTransport().getMessageStats().enable(true);
        channels.add(channel);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 9, 27})
    void idleGroupsCostByTheirNumberOnEachNode(int nodes) {
        int threadsBefore = platformThreads();
        List<ReplicatedLog> logs = new ArrayList<>();
        try {
            for (int group = 0; group < nodes; group++) {
                logs.addAll(openGroup(group, nodes));
            }
            Await.until(
                    "a leader of each group",
                    () -> logs.stream().filter(log -> log.view().leads()).count() == nodes);
            Await.until("connections of all members", () -> sum(GroupScaleTest::connections) >= MEMBERS * 2L * nodes);
            int threads = platformThreads() - threadsBefore;
            Await.until(
                    "members that see each other",
                    () -> logs.stream().allMatch(log -> log.view().present().size() == MEMBERS));
            long begin = System.nanoTime();
            long beats = sum(GroupScaleTest::beats);
            long messages = sum(GroupScaleTest::messages);
            long bytes = sum(GroupScaleTest::bytes);
            long goal = beats + (long) BEATS * channels.size();
            Await.until("heartbeats", () -> sum(GroupScaleTest::beats) >= goal);
            double seconds = (System.nanoTime() - begin) / 1e9;
            double each = seconds * nodes;
            long perNode = sum(GroupScaleTest::connections) / nodes;
            System.out.printf(
                    "nodes=%d groups=%d members=%d: of a node: connections=%d threads=%d heartbeats/s=%.1f messages/s=%.1f"
                            + " bytes/s=%.0f; leaders at most=%d; table of %d shards, bytes=%d%n",
                    nodes,
                    nodes,
                    channels.size(),
                    perNode,
                    threads / nodes,
                    (sum(GroupScaleTest::beats) - beats) / each,
                    (sum(GroupScaleTest::messages) - messages) / each,
                    (sum(GroupScaleTest::bytes) - bytes) / each,
                    mostLeaders(logs),
                    ActorTable.SHARDS,
                    tableBytes(nodes));
            assertThat(channels).hasSize(MEMBERS * nodes);
            assertThat(perNode).isEqualTo(MEMBERS * 2L);
        } finally {
            logs.forEach(ReplicatedLog::close);
        }
    }

    /** The table of who hosts which actors, as it is stored and sent. */
    private static int tableBytes(int hosts) {
        List<ActorTable.Host> list = IntStream.range(0, hosts)
                .mapToObj(i -> new ActorTable.Host("host-" + i, "tellask://10.0.0." + i + ":7601", 1_000L + i, false))
                .toList();
        List<ActorTable.Shard> shards = IntStream.range(0, ActorTable.SHARDS)
                .mapToObj(i -> new ActorTable.Shard(i % hosts, 1_000L + i))
                .toList();
        return Codec.builder()
                .allow(ActorTable.class)
                .build()
                .encode(new ActorTable(2_000, list, shards), ActorTable.class)
                .length;
    }

    private static int mostLeaders(List<ReplicatedLog> logs) {
        Map<String, Integer> leaders = new HashMap<>();
        logs.stream()
                .filter(log -> log.view().leads())
                .forEach(log -> leaders.merge(log.view().self(), 1, Integer::sum));
        return leaders.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    }

    private static int platformThreads() {
        return Thread.getAllStackTraces().size();
    }

    private long sum(ToLongFunction<JChannel> number) {
        return channels.stream().mapToLong(number).sum();
    }

    private static long connections(JChannel channel) {
        return ((TCP) channel.getProtocolStack().getTransport()).getOpenConnections();
    }

    private static long beats(JChannel channel) {
        FD_ALL3 detection = channel.getProtocolStack().findProtocol(FD_ALL3.class);
        return Objects.requireNonNull(detection).getHeartbeatsSent();
    }

    private static long messages(JChannel channel) {
        return channel.getProtocolStack().getTransport().getMessageStats().getNumMsgsSent();
    }

    private static long bytes(JChannel channel) {
        return channel.getProtocolStack().getTransport().getMessageStats().getNumBytesSent();
    }
}
