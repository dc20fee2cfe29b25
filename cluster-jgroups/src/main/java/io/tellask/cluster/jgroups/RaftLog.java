package io.tellask.cluster.jgroups;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import java.util.stream.Stream;
import org.jgroups.Address;
import org.jgroups.protocols.raft.Log;
import org.jgroups.protocols.raft.LogEntries;
import org.jgroups.protocols.raft.LogEntry;
import org.jgroups.util.Util;
import org.jspecify.annotations.Nullable;

/**
 * What a member of a group has promised, on disk: its log in segments, its vote, its snapshot. Thread-safe.
 *
 * <p>Entries have checks: one that was cut short at the end was never acknowledged and is dropped, anything else that does not check out keeps
 * the log from opening. A write that fails ends the log for good: then nothing of it succeeds any more, so that nothing is acknowledged which is
 * not there.
 *
 * <p>A snapshot and the entry that the log begins with afterwards belong together. Writing the snapshot is what counts; opening finishes what
 * was to follow.
 */
final class RaftLog implements Log {
    /** What to do with a member that has lost something of what it promised. */
    static final String RESET =
            "end it, say so to the others (tellask cluster reset), and begin it with an empty folder: it gets everything from them";

    private static final int SEGMENT_BYTES = 16 << 20;
    private static final int BUFFER_BYTES = 256 << 10;

    private final Path folder;
    private final Consumer<Throwable> failed;
    private final TreeMap<Long, LogSegment> segments = new TreeMap<>(); // by first index
    private final VoteFile votes;
    private final SnapshotFile snapshot;
    private final CommitFile commits;
    private long first; // 0 where there is no entry
    private long last;
    private boolean forces;
    private ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
    private int[] sizes = new int[64]; // of the entries in the buffer
    private int buffered; // how many they are
    private final RecentEntries recent = new RecentEntries();
    private @Nullable Throwable failure;
    private boolean isClosed;

    private RaftLog(Path folder, boolean forces, Consumer<Throwable> failed) throws IOException {
        this.folder = folder;
        this.forces = forces;
        this.failed = failed;
        votes = VoteFile.open(folder.resolve("vote"));
        snapshot = SnapshotFile.open(folder);
        commits = CommitFile.open(folder.resolve("commit"));
    }

    /**
     * Opens what a folder has, or an empty log there.
     *
     * @param failed told once, when a write has failed
     * @throws IOException if something is damaged, or cannot be read
     */
    static RaftLog open(Path folder, boolean forces, Consumer<Throwable> failed) throws IOException {
        Files.createDirectories(folder);
        RaftLog log = new RaftLog(folder, forces, failed);
        try {
            log.openSegments();
            log.finishSnapshot();
            return log;
        } catch (IOException | RuntimeException damaged) {
            log.close();
            throw damaged;
        }
    }

    private void openSegments() throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.filter(LogSegment::isSegment).sorted().toList();
        }
        for (int i = 0; i < files.size(); i++) {
            LogSegment segment = LogSegment.open(files.get(i));
            segments.put(segment.first(), segment);
            boolean isLast = i == files.size() - 1;
            if (segment.isTorn() && (!isLast || segment.isDamaged())) {
                throw damaged(segment, "entry after index=" + segment.last());
            }
            if (i > 0 && segment.first() != last + 1) {
                throw damaged(segment, "entries from index=" + (last + 1) + " are missing");
            }
            if (segment.isTorn()) {
                segment.cut();
            }
            last = segment.last();
        }
        first = segments.isEmpty() ? 0 : segments.firstKey();
    }

    private static IOException damaged(LogSegment segment, String what) {
        return new IOException("log is damaged: file=" + segment.file().getFileName() + ", " + what + "; " + RESET);
    }

    /**
     * Refuses a log that lacks entries or a term that it was told of: a member that has forgotten what it promised must not vote.
     *
     * @throws IOException if it does
     */
    synchronized void requireWhole() throws IOException {
        if (commits.index() > last) {
            throw new IOException("log is damaged: it ends at index=" + last + ", and entries up to index="
                    + commits.index() + " were agreed on, as file=commit says; " + RESET);
        }
        LogEntry newest = last == 0 ? null : get(last);
        if (newest != null && newest.term() > votes.term()) {
            throw new IOException("log is damaged: file=vote has term=" + votes.term() + ", and entry=" + last
                    + " is of term=" + newest.term() + "; " + RESET);
        }
    }

    private void finishSnapshot() throws IOException {
        long index = snapshot.index();
        if (index > last) {
            restart(index, snapshot.term());
        } else if (index > first) {
            dropBefore(index);
        }
    }

    /** Nothing to do: {@link #open} has done it. */
    @Override
    public void init(String name, Map<String, String> arguments) {
        requireUsable();
    }

    @Override
    public synchronized Log useFsync(boolean wanted) {
        forces = wanted;
        return this;
    }

    @Override
    public synchronized boolean useFsync() {
        return forces;
    }

    /** Refused: a member that forgets what it promised is taken out of the group first. */
    @Override
    public void delete() {
        throw new UnsupportedOperationException("cluster: delete the folder of a member that has been closed");
    }

    @Override
    public synchronized long currentTerm() {
        return votes.term();
    }

    @Override
    public synchronized Log currentTerm(long term) {
        run(() -> {
            if (term > votes.term()) {
                votes.write(term, new byte[0]);
            }
        });
        return this;
    }

    @Override
    public synchronized @Nullable Address votedFor() {
        byte[] vote = votes.vote();
        try {
            return vote.length == 0 ? null : Util.objectFromByteBuffer(vote);
        } catch (IOException | ClassNotFoundException unreadable) {
            throw fail(unreadable);
        }
    }

    @Override
    public synchronized Log votedFor(@Nullable Address member) {
        run(() -> votes.write(votes.term(), member == null ? new byte[0] : Util.objectToByteBuffer(member)));
        return this;
    }

    @Override
    public synchronized long commitIndex() {
        return Math.clamp(commits.index(), snapshot.index(), Math.max(snapshot.index(), last));
    }

    @Override
    public synchronized Log commitIndex(long index) {
        requireUsable();
        commits.write(index);
        return this;
    }

    @Override
    public synchronized long firstAppended() {
        return first;
    }

    @Override
    public synchronized long lastAppended() {
        return last;
    }

    @Override
    public synchronized void setSnapshot(ByteBuffer state) {
        requireUsable();
        snapshot.prepare(state);
    }

    @Override
    public synchronized @Nullable ByteBuffer getSnapshot() {
        return call(snapshot::content);
    }

    @Override
    public synchronized long append(long index, LogEntries entries) {
        run(() -> {
            if (index != last + 1) {
                throw new IllegalStateException("append: index=" + index + ", last=" + last);
            }
            write(entries);
        });
        return last;
    }

    private void write(LogEntries entries) throws IOException {
        LogSegment segment = null;
        for (LogEntry each : entries) {
            if (buffer.position() > 0 && buffer.remaining() < LogSegment.encodedSize(each)) {
                segment = writeBuffer();
            }
            encode(each);
        }
        segment = buffered == 0 ? segment : writeBuffer();
        if (forces && segment != null) {
            segment.force();
        }
    }

    /** Encodes an entry into the buffer, which has room for it, or is empty. */
    private void encode(LogEntry entry) {
        int bytes = LogSegment.encodedSize(entry);
        if (buffer.remaining() < bytes) {
            buffer = ByteBuffer.allocate(bytes);
        }
        sizes = buffered == sizes.length ? Arrays.copyOf(sizes, 2 * buffered) : sizes;
        LogSegment.encode(last + 1 + buffered, entry, buffer);
        recent.add(last + 1 + buffered, entry); // seen once it counts: get looks at last
        sizes[buffered++] = bytes;
    }

    /** Writes what is in the buffer to the last segment; entries count once they are written. */
    private LogSegment writeBuffer() throws IOException {
        LogSegment segment = segments.isEmpty() ? null : segments.lastEntry().getValue();
        if (segment == null || segment.size() >= SEGMENT_BYTES) {
            segment = newSegment(last + 1);
        }
        segment.write(buffer.flip(), sizes, buffered);
        last += buffered;
        first = first == 0 ? 1 : first;
        buffered = 0;
        buffer = buffer.capacity() > BUFFER_BYTES ? ByteBuffer.allocate(BUFFER_BYTES) : buffer.clear();
        return segment;
    }

    private LogSegment newSegment(long index) throws IOException {
        if (forces && !segments.isEmpty()) {
            segments.lastEntry().getValue().force();
        }
        LogSegment segment = LogSegment.create(folder, index);
        segments.put(index, segment);
        Folders.force(folder);
        return segment;
    }

    @Override
    public synchronized @Nullable LogEntry get(long index) {
        requireUsable();
        if (index < first || index > last || index == 0) {
            return null;
        }
        LogEntry known = recent.get(index);
        return known != null
                ? known
                : call(() -> segments.floorEntry(index).getValue().read(index));
    }

    @Override
    public synchronized void truncate(long index) {
        run(() -> {
            LogEntry entry = get(index);
            if (entry == null) {
                return; // nothing was committed yet
            }
            snapshot.keep(index, entry.term());
            dropBefore(index);
        });
    }

    private void dropBefore(long index) throws IOException {
        while (segments.size() > 1 && segments.firstEntry().getValue().last() < index) {
            LogSegment old = segments.pollFirstEntry().getValue();
            old.delete();
        }
        first = index;
    }

    @Override
    public synchronized void reinitializeTo(long index, LogEntry entry) {
        run(() -> {
            snapshot.keep(index, entry.term());
            restart(index, entry.term());
        });
    }

    /** Begins anew with an entry that stands for all that a snapshot has. */
    private void restart(long index, long term) throws IOException {
        commits.write(
                Math.min(index, commits.index())); // an end at any point of this leaves none behind the last entry
        for (LogSegment each : new ArrayList<>(segments.values())) {
            segments.remove(each.first());
            each.delete();
        }
        first = index;
        last = index - 1;
        recent.removeFrom(1);
        newSegment(index);
        write(LogEntries.create(new LogEntry(term, null)));
        commits.write(index);
    }

    @Override
    public synchronized void deleteAllEntriesStartingFrom(long index) {
        run(() -> {
            if (index <= commitIndex()) {
                throw new IllegalStateException(
                        "delete: index=" + index + " is committed, commitIndex=" + commitIndex());
            }
            while (!segments.isEmpty() && segments.lastEntry().getValue().first() >= index) {
                segments.pollLastEntry().getValue().delete();
            }
            if (!segments.isEmpty()) {
                segments.lastEntry().getValue().cutFrom(index);
            }
            recent.removeFrom(index);
            last = Math.min(last, index - 1);
            first = last == 0 ? 0 : first;
        });
    }

    @Override
    public void forEach(ObjLongConsumer<LogEntry> function, long start, long end) {
        for (long index = Math.max(Math.max(1, start), firstAppended());
                index <= Math.min(end, lastAppended());
                index++) {
            LogEntry entry = get(index);
            if (entry != null) {
                function.accept(entry, index);
            }
        }
    }

    @Override
    public void forEach(ObjLongConsumer<LogEntry> function) {
        forEach(function, firstAppended(), lastAppended());
    }

    @Override
    public synchronized long sizeInBytes() {
        return segments.values().stream().mapToLong(LogSegment::size).sum();
    }

    private interface Step {
        void run() throws IOException;
    }

    private interface Question<T> {
        @Nullable
        T ask() throws IOException;
    }

    private void run(Step step) {
        call(() -> {
            step.run();
            return null;
        });
    }

    private <T> @Nullable T call(Question<T> question) {
        requireUsable();
        try {
            return question.ask();
        } catch (IOException | RuntimeException broken) {
            throw fail(broken);
        }
    }

    private void requireUsable() {
        Throwable known = failure;
        if (known != null) {
            throw new IllegalStateException("the log has failed before", known);
        }
    }

    private RuntimeException fail(Exception cause) {
        if (failure == null) {
            failure = cause;
            failed.accept(cause);
        }
        return cause instanceof RuntimeException unchecked
                ? unchecked
                : new UncheckedIOException(cause instanceof IOException io ? io : new IOException(cause));
    }

    @Override
    public synchronized void close() throws IOException {
        if (isClosed) {
            return; // by the protocol that used it
        }
        isClosed = true;
        failure = failure == null ? new IllegalStateException("the log was closed") : failure;
        for (LogSegment each : segments.values()) {
            each.close();
        }
        votes.close();
        commits.close();
    }
}
