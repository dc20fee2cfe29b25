package io.tellask.cluster.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.cluster.ClusterException;
import io.tellask.cluster.LogMachine;
import io.tellask.cluster.LogOptions;
import java.io.DataInput;
import java.io.DataOutput;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A member whose state has commands that its log knows nothing of: they would count as those that its group begins with. */
class StateWithoutLogTest {
    private final JGroupsEngine engine = new JGroupsEngine();

    @TempDir
    private Path folder;

    private LogOptions options() {
        return LogOptions.of(
                "ledger",
                "a",
                Map.of(
                        "a",
                        new InetSocketAddress(
                                InetAddress.getLoopbackAddress(), 1)), // nobody listens: it is refused before
                folder.resolve("log"));
    }

    @Test
    void isRefusedBeforeItJoinsAndLeavesNothingBehind() {
        assertThatThrownBy(() -> engine.open(options(), new Counted(7)))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("state has commands up to index=7")
                .hasMessageContaining(
                        "found a new group with that state, or, where its member had one, end it, say so to the others");
        assertThat(folder.resolve("log")).doesNotExist();
    }

    @Test
    void isRefusedWhereTheLogWasOpenedAndNoGroupTalkedToIt() throws Exception {
        RaftLog.open(folder.resolve("log"), false, failure -> {}).close();
        assertThat(VoteFile.isNew(folder.resolve("log").resolve("vote"))).isTrue();
        assertThatThrownBy(() -> engine.open(options(), new Counted(1))).hasMessageContaining("no log of them");
    }

    @Test
    void isTakenWhereTheLogBeginsWithIt() throws Exception {
        engine.found(options(), new Counted(7), 7);
        assertThat(VoteFile.isNew(folder.resolve("log").resolve("vote"))).isFalse();
        assertThat(Files.exists(folder.resolve("log").resolve("snapshot"))).isTrue();
    }

    @Test
    void isTakenWhereAGroupHasTalkedToTheLog() throws Exception {
        try (RaftLog log = RaftLog.open(folder.resolve("log"), false, failure -> {})) {
            log.currentTerm(1); // what comes first, before a snapshot that the state is fetched for
        }
        assertThat(VoteFile.isNew(folder.resolve("log").resolve("vote"))).isFalse();
    }

    /** A state that had so many commands before. */
    private record Counted(long lastIndex) implements LogMachine {
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
        public void writeSnapshot(DataOutput out) {}

        @Override
        public void readSnapshot(long index, DataInput in) {}
    }
}
