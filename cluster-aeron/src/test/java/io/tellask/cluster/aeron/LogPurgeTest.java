package io.tellask.cluster.aeron;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.cluster.LogLimits;
import io.tellask.cluster.Replica;
import io.tellask.cluster.ReplicaGroup;
import io.tellask.cluster.StateMachine;
import io.tellask.test.Await;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The disk that a member takes is bounded while all are there; what a member needs that is away stays. */
@Timeout(300)
@Tag("slow")
class LogPurgeTest {
    private static final int COMMAND_BYTES = 60 << 10;
    private static final int COMMANDS = 20; // 1.2 MB, more than a segment
    private static final int ROUNDS = 6;
    private static final int MOST_FILES = 10; // two segments of the log, or three, and two snapshots of two files

    private static final List<String> NAMES = List.of("a", "b", "c");

    @TempDir
    private Path folder;

    /** Counts its commands. */
    private static final class CountingMachine implements StateMachine {
        private long count;

        @Override
        public byte[] apply(long index, long millis, byte[] command) {
            return ByteBuffer.allocate(8).putLong(++count).array();
        }

        @Override
        public byte[] query(byte[] question) {
            return ByteBuffer.allocate(8).putLong(count).array();
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

    @Test
    void diskIsGivenBackAndWhoWasAwayCatchesUp() throws Exception {
        LogLimits limits = LogLimits.defaults().withCommandBytes(COMMAND_BYTES);
        try (ReplicaGroup group = new ReplicaGroup(
                        new PatientEngine(),
                        folder,
                        options -> options.withLimits(limits),
                        (name, its, source) -> new CountingMachine(),
                        NAMES.toArray(String[]::new))
                .startAll()) {
            write(group);
            awaitFewFiles(group);
            String away = group.follower();
            group.stop(away);
            write(group);
            assertThat(files(group, group.leader())).isGreaterThan(ROUNDS);
            long count = count(group.replica(group.leader()));
            group.start(away);
            Await.until("what it missed", () -> count(group.replica(away)) == count);
            awaitFewFiles(group);
            group.close();
            group.startAll();
            for (String name : NAMES) {
                Await.until("the same state", () -> count(group.replica(name)) == count);
            }
        }
    }

    private void awaitFewFiles(ReplicaGroup group) {
        for (String name : NAMES) {
            Await.until(() -> "few files, " + files(group, name), () -> files(group, name) <= MOST_FILES);
        }
    }

    private static void write(ReplicaGroup group) throws Exception {
        String command = "x".repeat(COMMAND_BYTES);
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < COMMANDS; i++) {
                group.apply(command);
            }
            group.replica(group.leader()).snapshot().get(60, TimeUnit.SECONDS);
        }
    }

    private static long count(Replica replica) {
        return ByteBuffer.wrap(replica.queryLocally(new byte[0])).getLong();
    }

    private static long files(ReplicaGroup group, String name) {
        try (Stream<Path> files = Files.list(group.folder(name).resolve("log").resolve("archive"))) {
            return files.filter(each -> each.toString().endsWith(".rec")).count();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
