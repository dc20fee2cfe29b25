package io.tellask.cluster.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.test.Rounds;
import io.tellask.test.Seed;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jgroups.protocols.raft.LogEntries;
import org.jgroups.protocols.raft.LogEntry;
import org.jgroups.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RaftLogTest {
    @TempDir
    private Path folder;

    private final List<Throwable> failures = new ArrayList<>();

    private RaftLog open() throws IOException {
        return RaftLog.open(folder, false, failures::add);
    }

    private static LogEntry entry(long term, String command) {
        return new LogEntry(term, command.getBytes(StandardCharsets.UTF_8));
    }

    private static @Nullable String command(@Nullable LogEntry entry) {
        return entry == null ? null : new String(entry.command(), StandardCharsets.UTF_8);
    }

    private Path segment() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(LogSegment::isSegment).sorted().findFirst().orElseThrow();
        }
    }

    @Test
    void keepsTermAndVote() throws Exception {
        UUID member = UUID.randomUUID();
        try (RaftLog log = open()) {
            assertThat(log.currentTerm()).isZero();
            assertThat(log.votedFor()).isNull();
            log.currentTerm(3).votedFor(member);
        }
        try (RaftLog log = open()) {
            assertThat(log.currentTerm()).isEqualTo(3);
            assertThat(log.votedFor()).isEqualTo(member);
            log.currentTerm(2); // a write that was overtaken
            assertThat(log.currentTerm()).isEqualTo(3);
            log.currentTerm(4);
            assertThat(log.votedFor()).isNull();
        }
    }

    private void write(String name, String digits) throws IOException {
        Files.write(folder.resolve(name), HexFormat.of().parseHex(digits));
    }

    /** The files of the first build whose servers formed groups. */
    @Test
    void readsTheFilesThatEarlierBuildsWrote() throws Exception {
        String nothing = "00".repeat(1024);
        write(
                "0000000000000001.segment",
                "0000000399e59c7700000000000000010000000000000002006f6e65"
                        + "00000001217a20790000000000000002000000000000000301" + "09"
                        + "00000000439042e10000000000000003000000000000000302");
        write("commit", "0200000000000000");
        write("snapshot", "71411f2d000000000000000200000000000000037374617465");
        write("vote", nothing + "a47d932e00000000000000010000000000000003" + nothing.substring(2 * 20));
        try (RaftLog log = open()) {
            assertThat(log.currentTerm()).isEqualTo(3);
            assertThat(log.commitIndex()).isEqualTo(2);
            assertThat(log.lastAppended()).isEqualTo(3);
            assertThat(log.getSnapshot()).isEqualTo(ByteBuffer.wrap("state".getBytes(StandardCharsets.UTF_8)));
            LogEntry second = log.get(2);
            assertThat(second.command()).containsExactly(9);
            assertThat(second.internal()).isTrue();
            assertThat(log.get(3).command()).isNull();
        }
    }

    @Test
    void whatANewerVersionWroteIsRefused() throws Exception {
        write("0000000000000001.segment", "00000000f67124b20000000000000001000000000000000304");
        assertThatThrownBy(this::open)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("kind=4, greatest known=3")
                .hasMessageContaining("run the member with that version");
        Files.delete(segment());
        write("snapshot", "cc0e90e1fffffffffffffffe0000000000000003");
        assertThatThrownBy(this::open)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("form=2, newest known=1")
                .hasMessageContaining("run the member with that version");
    }

    @Test
    void aVoteThatWasCutShortLeavesTheOneBefore() throws Exception {
        try (RaftLog log = open()) {
            log.currentTerm(3).currentTerm(4);
        }
        try (RandomAccessFile votes =
                new RandomAccessFile(folder.resolve("vote").toFile(), "rw")) {
            votes.seek(12);
            votes.write(77); // of term 4, which is in the first slot
        }
        try (RaftLog log = open()) {
            assertThat(log.currentTerm()).isEqualTo(3);
        }
    }

    @Test
    void anEntryThatWasCutShortIsDropped() throws Exception {
        try (RaftLog log = open()) {
            log.append(1, LogEntries.create(entry(1, "one"), entry(1, "two")));
        }
        byte[] whole = Files.readAllBytes(segment());
        for (int length = LogSegment.HEADER + 3; length < whole.length; length++) {
            Files.write(segment(), Arrays.copyOf(whole, length));
            try (RaftLog log = open()) {
                assertThat(log.lastAppended()).isEqualTo(1);
                assertThat(command(log.get(1))).isEqualTo("one");
                assertThat(log.get(2)).isNull();
                log.append(2, LogEntries.create(entry(2, "other")));
                assertThat(command(log.get(2))).isEqualTo("other");
            }
        }
    }

    @Test
    void entriesOfAnyLengthFillSegments() throws Exception {
        byte[] large = new byte[6 << 20];
        new Random(1).nextBytes(large);
        LogEntries entries = new LogEntries();
        for (int i = 0; i < 4; i++) {
            entries.add(entry(1, "small"), new LogEntry(1, large), entry(2, "end"));
        }
        try (RaftLog log = open()) {
            assertThat(log.append(1, entries)).isEqualTo(12);
            assertThat(log.append(13, LogEntries.create(entry(3, "last")))).isEqualTo(13);
        }
        try (RaftLog log = open();
                Stream<Path> files = Files.list(folder)) {
            assertThat(files.filter(LogSegment::isSegment)).hasSizeGreaterThan(1);
            for (int i = 0; i < 4; i++) {
                assertThat(command(log.get(3 * i + 1))).isEqualTo("small");
                assertThat(log.get(3 * i + 2).command()).isEqualTo(large);
                assertThat(command(log.get(3 * i + 3))).isEqualTo("end");
            }
            assertThat(log.get(13).term()).isEqualTo(3);
        }
    }

    @Test
    void damageIsNoticed() throws Exception {
        try (RaftLog log = open()) {
            log.append(1, LogEntries.create(entry(1, "one"), entry(1, "two")));
        }
        byte[] whole = Files.readAllBytes(segment());
        for (int at = 0; at < LogSegment.HEADER + 3; at++) {
            byte[] damaged = whole.clone();
            damaged[at] ^= 1;
            Files.write(segment(), damaged);
            assertThatThrownBy(this::open)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("log is damaged")
                    .hasMessageContaining("begin it with an empty folder");
        }
        assertThat(failures).isEmpty();
    }

    @Test
    void aLogThatLacksWhatWasAgreedOnIsNotWhole() throws Exception {
        try (RaftLog log = open()) {
            log.currentTerm(1).append(1, LogEntries.create(entry(1, "one"), entry(1, "two")));
            log.commitIndex(2);
            log.requireWhole();
        }
        byte[] whole = Files.readAllBytes(segment());
        Files.write(segment(), Arrays.copyOf(whole, whole.length - 1)); // as if the end of an entry was never written
        try (RaftLog log = open()) {
            assertThatThrownBy(log::requireWhole)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("ends at index=1, and entries up to index=2 were agreed on")
                    .hasMessageContaining("begin it with an empty folder");
        }
        Files.delete(segment());
        try (RaftLog log = open()) {
            assertThatThrownBy(log::requireWhole)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("index=0");
        }
    }

    @Test
    void aLogWithoutItsVoteIsNotWhole() throws Exception {
        try (RaftLog log = open()) {
            log.currentTerm(4).append(1, LogEntries.create(entry(4, "one")));
            log.requireWhole();
        }
        Files.delete(folder.resolve("vote"));
        try (RaftLog log = open()) {
            assertThatThrownBy(log::requireWhole)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("file=vote has term=0, and entry=1 is of term=4");
        }
    }

    @Test
    void anEndWhileASnapshotTakesThePlaceOfMoreEntriesLeavesAWholeLog() throws Exception {
        try (RaftLog log = open()) {
            log.currentTerm(1).append(1, LogEntries.create(entry(1, "one"), entry(1, "two"), entry(1, "three")));
            log.commitIndex(3);
            log.setSnapshot(ByteBuffer.wrap(new byte[] {7}));
            log.reinitializeTo(2, entry(1, ""));
            log.requireWhole();
            assertThat(log.commitIndex()).isEqualTo(2);
        }
        try (RaftLog log = open()) {
            log.requireWhole();
            assertThat(log.lastAppended()).isEqualTo(2);
        }
    }

    @Test
    void anEndBetweenASnapshotAndWhatFollowsIsNoLoss() throws Exception {
        try (RaftLog log = open()) {
            log.append(1, LogEntries.create(entry(1, "one"), entry(1, "two"), entry(1, "three")));
            log.commitIndex(2);
        }
        byte[] before = Files.readAllBytes(segment());
        try (RaftLog log = open()) {
            log.setSnapshot(ByteBuffer.wrap(new byte[] {7}));
            log.truncate(2);
        }
        Files.write(segment(), before); // as if what follows the snapshot had not been reached
        try (RaftLog log = open()) {
            assertThat(log.firstAppended()).isEqualTo(2);
            assertThat(log.get(1)).isNull();
            assertThat(command(log.get(3))).isEqualTo("three");
            assertThat(log.getSnapshot()).isEqualTo(ByteBuffer.wrap(new byte[] {7}));
            log.setSnapshot(ByteBuffer.wrap(new byte[] {8})); // never kept
        }
        try (RaftLog log = open()) {
            assertThat(log.getSnapshot()).isEqualTo(ByteBuffer.wrap(new byte[] {7}));
        }
    }

    @Test
    void aLogThatHasFailedDoesNothingMore() throws Exception {
        try (RaftLog log = open()) {
            log.append(1, LogEntries.create(entry(1, "one")));
            assertThatThrownBy(() -> log.append(3, LogEntries.create(entry(1, "three"))))
                    .hasMessageContaining("index=3");
            assertThatThrownBy(() -> log.append(2, LogEntries.create(entry(1, "two"))))
                    .hasMessageContaining("failed before");
            assertThatThrownBy(() -> log.commitIndex(1)).hasMessageContaining("failed before");
            assertThat(failures).hasSize(1);
        }
    }

    /** Entries that the log should have, and where it should begin. */
    private static final class Model {
        final List<LogEntry> entries = new ArrayList<>(); // from index 1 on
        long first;
        long commit;
        byte @Nullable [] snapshot;

        long last() {
            return entries.size();
        }
    }

    @Test
    void behavesAsAListThroughAnyUseAndReopening() throws Exception {
        Random random = new Random(Seed.given());
        for (int round = 0; round < Rounds.of(20, 500); round++) {
            Path its = Files.createDirectory(folder.resolve("round-" + round));
            Model model = new Model();
            RaftLog log = RaftLog.open(its, false, failures::add);
            for (int step = 0; step < 60; step++) {
                if (random.nextInt(8) == 0) {
                    log.close();
                    log = RaftLog.open(its, false, failures::add);
                } else {
                    step(log, model, random);
                }
                compare(log, model);
            }
            log.close();
        }
        assertThat(failures).isEmpty();
    }

    private static void step(RaftLog log, Model model, Random random) {
        switch (random.nextInt(6)) {
            case 0, 1, 2 -> {
                LogEntries batch = new LogEntries();
                for (int count = random.nextInt(1, 5); count > 0; count--) {
                    byte[] command = new byte[random.nextInt(3) == 0 ? 0 : random.nextInt(300)];
                    random.nextBytes(command);
                    batch.add(new LogEntry(1 + model.last() / 7, command, 0, command.length, random.nextBoolean()));
                }
                log.append(model.last() + 1, batch);
                batch.forEach(model.entries::add);
                model.first = model.first == 0 ? 1 : model.first;
            }
            case 3 -> {
                if (model.last() > model.commit) {
                    model.commit = random.nextLong(model.commit, model.last() + 1);
                    log.commitIndex(model.commit);
                }
            }
            case 4 -> {
                if (model.last() > model.commit && model.commit > 0) {
                    long from = random.nextLong(model.commit + 1, model.last() + 1);
                    log.deleteAllEntriesStartingFrom(from);
                    model.entries.subList((int) from - 1, model.entries.size()).clear();
                }
            }
            default -> {
                if (model.commit > 0) {
                    model.snapshot = new byte[random.nextInt(1, 50)];
                    random.nextBytes(model.snapshot);
                    log.setSnapshot(ByteBuffer.wrap(model.snapshot));
                    if (random.nextInt(4) == 0) {
                        long index = model.last() + random.nextInt(1, 9);
                        LogEntry standsFor = new LogEntry(9, null);
                        log.reinitializeTo(index, standsFor);
                        while (model.last() < index) {
                            model.entries.add(standsFor);
                        }
                        model.commit = index;
                    } else {
                        log.truncate(model.commit);
                    }
                    model.first = model.commit;
                }
            }
        }
    }

    private static void compare(RaftLog log, Model model) {
        assertThat(log.firstAppended()).isEqualTo(model.first);
        assertThat(log.lastAppended()).isEqualTo(model.last());
        assertThat(log.commitIndex()).isEqualTo(model.commit);
        ByteBuffer snapshot = log.getSnapshot();
        assertThat(snapshot).isEqualTo(model.snapshot == null ? null : ByteBuffer.wrap(model.snapshot));
        for (long index = 0; index <= model.last() + 1; index++) {
            LogEntry expected = index < Math.max(1, model.first) || index > model.last()
                    ? null
                    : model.entries.get((int) index - 1);
            LogEntry actual = log.get(index);
            assertThat(actual == null).isEqualTo(expected == null);
            if (actual != null && expected != null) {
                assertThat(actual.term()).isEqualTo(expected.term());
                assertThat(actual.internal()).isEqualTo(expected.internal());
                assertThat(actual.command()).isEqualTo(expected.command());
            }
        }
    }
}
