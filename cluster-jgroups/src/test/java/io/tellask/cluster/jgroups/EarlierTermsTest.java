package io.tellask.cluster.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.cluster.FreePorts;
import io.tellask.cluster.LogMachine;
import io.tellask.cluster.LogOptions;
import io.tellask.cluster.ReplicatedLog;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jgroups.protocols.raft.LogEntries;
import org.jgroups.protocols.raft.LogEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The moment (c) of Raft's figure 8: a leader has had an entry of an earlier term stored by a majority, while a member that is away has another
 * one, of a later term, in its place.
 */
@Timeout(120)
class EarlierTermsTest {
    @TempDir
    private Path folder;

    /** What a member applied, and the term of the last entry in its log at that moment. */
    private record Applied(String member, String command, long lastTerm) {}

    private final BlockingQueue<Applied> applied = new LinkedBlockingQueue<>();
    private final Map<String, InetSocketAddress> members = new TreeMap<>();

    @Test
    void anEntryOfAnEarlierTermIsCommittedWithOneOfTheLeadersOwn() throws Exception {
        for (int port : FreePorts.take(3)) {
            members.put(
                    "abc".substring(members.size(), members.size() + 1),
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        }
        write("a", 3, entry(1, "first"), entry(2, "of term 2"));
        write("b", 3, entry(1, "first"));

        CompletableFuture<ReplicatedLog> other = CompletableFuture.supplyAsync(() -> open("b"));
        try (ReplicatedLog a = open("a");
                ReplicatedLog b = other.join()) {
            List<Applied> seen = new ArrayList<>();
            while (seen.stream()
                            .filter(each -> each.command().equals("of term 2"))
                            .count()
                    < 2) {
                seen.add(Objects.requireNonNull(applied.poll(30, TimeUnit.SECONDS)));
            }
            assertThat(a.view().leader()).isEqualTo("a"); // b lacks an entry
            assertThat(seen)
                    .filteredOn(
                            each -> each.member().equals("a") && each.command().equals("of term 2"))
                    .singleElement()
                    .satisfies(each -> assertThat(each.lastTerm()).isGreaterThan(3));
        }
    }

    private static LogEntry entry(long term, String command) {
        return new LogEntry(term, command.getBytes(StandardCharsets.UTF_8));
    }

    private void write(String member, long term, LogEntry... entries) throws IOException {
        try (RaftLog log = RaftLog.open(folder.resolve(member), false, failure -> {})) {
            log.append(1, LogEntries.create(entries));
            log.commitIndex(1);
            log.currentTerm(term);
        }
    }

    private ReplicatedLog open(String member) {
        LogOptions options = LogOptions.of("figure-8", member, members, folder.resolve(member))
                .withSilence(Duration.ofMillis(800));
        return new JGroupsEngine().open(options, new Machine(member));
    }

    private final class Machine implements LogMachine {
        private final String member;

        Machine(String member) {
            this.member = member;
        }

        @Override
        public byte[] apply(long index, byte[] command) {
            applied.add(new Applied(member, new String(command, StandardCharsets.UTF_8), lastTerm()));
            return command;
        }

        private long lastTerm() {
            try (LogSegment segment = LogSegment.open(folder.resolve(member).resolve("0000000000000001.segment"))) {
                return Objects.requireNonNull(segment.read(segment.last())).term();
            } catch (IOException failure) {
                throw new IllegalStateException(failure);
            }
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
