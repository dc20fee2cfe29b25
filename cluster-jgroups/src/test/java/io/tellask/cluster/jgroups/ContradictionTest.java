package io.tellask.cluster.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tellask.cluster.ClusterException;
import io.tellask.cluster.ClusterException.Problem;
import io.tellask.cluster.FreePorts;
import io.tellask.cluster.LogMachine;
import io.tellask.cluster.LogOptions;
import io.tellask.cluster.ReplicatedLog;
import io.tellask.test.Await;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jgroups.protocols.raft.LogEntries;
import org.jgroups.protocols.raft.LogEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A member with the folder of another group, whose entries contradict those of its leader. */
@Timeout(120)
class ContradictionTest {
    @TempDir
    private Path folder;

    private final Map<String, InetSocketAddress> members = new TreeMap<>();

    @Test
    void aMemberWhoseAgreedEntriesTheLeaderContradictsEnds() throws Exception {
        for (int port : FreePorts.take(3)) {
            members.put(
                    "abc".substring(members.size(), members.size() + 1),
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        }
        write("a", entry(1, "one"), entry(1, "two"));
        write("b", entry(2, "other"), entry(2, "another"), entry(2, "third")); // it leads: its last term is greater

        CompletableFuture<ReplicatedLog> other = CompletableFuture.supplyAsync(() -> open("b"));
        try (ReplicatedLog a = open("a");
                ReplicatedLog b = other.join()) {
            Await.until("the end of a", () -> end(a) != null);
            assertThat(end(a)).satisfies(end -> {
                assertThat(end.problem()).isEqualTo(Problem.FAILED);
                assertThat(end.getCause())
                        .hasMessageContaining(
                                "entry=2 was agreed on in term=1, and the leader has another one, of term=2")
                        .hasMessageContaining("begin it with an empty folder");
            });
            assertThat(b.whenEnded()).isNotDone();
            assertThat(b.query(new byte[] {1})).containsExactly(1);
        }
    }

    private static ClusterException end(ReplicatedLog log) {
        return catchThrowableOfType(ClusterException.class, () -> log.query(new byte[0]));
    }

    private static LogEntry entry(long term, String command) {
        return new LogEntry(term, command.getBytes(StandardCharsets.UTF_8));
    }

    private void write(String member, LogEntry... entries) throws IOException {
        try (RaftLog log = RaftLog.open(folder.resolve(member), false, failure -> {})) {
            log.currentTerm(2);
            log.append(1, LogEntries.create(entries));
            log.commitIndex(entries.length);
        }
    }

    private ReplicatedLog open(String member) {
        LogOptions options = LogOptions.of("contradiction", member, members, folder.resolve(member))
                .withSilence(Duration.ofMillis(800));
        return new JGroupsEngine().open(options, new Echo());
    }

    private static final class Echo implements LogMachine {
        @Override
        public byte[] apply(long index, byte[] command) {
            return command;
        }

        @Override
        public byte[] query(byte[] question) {
            return question;
        }

        @Override
        public boolean queriesConcurrently() {
            return false;
        }

        @Override
        public void writeSnapshot(DataOutput out) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void readSnapshot(long index, DataInput in) {
            throw new UnsupportedOperationException();
        }
    }
}
