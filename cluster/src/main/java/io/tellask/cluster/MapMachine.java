package io.tellask.cluster;

import io.tellask.actor.Streams;
import io.tellask.store.Durability;
import io.tellask.store.DurableMap;
import io.tellask.store.Scan;
import io.tellask.store.StoreBackup;
import io.tellask.store.StoreException;
import io.tellask.store.StoreLimitException;
import io.tellask.store.StoreStatistics;
import io.tellask.text.SafeLog;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The state of a {@link ReplicatedMap}: a {@link DurableMap} that outlives its process.
 *
 * <p>Commands that came together are one batch of it, with their indexes and their answers, so that a member that begins again knows which commands
 * it has, and what it answered lately. Snapshots of the log are a name only: a member that lacks the state fetches it from the one that wrote the snapshot.
 */
public final class MapMachine implements StateMachine, AutoCloseable {
    private static final byte ENTRY = 1;
    private static final byte[] AHEAD = {3}; // key of how far versions are ahead
    private static final byte[] NOTHING = {};

    /** Keys that one question may name, at most. */
    static final int MOST_QUESTION_KEYS = 4_096;

    /** Bytes of the values that answer one question, at most. */
    static final int MOST_ANSWER_BYTES = 64 << 20;

    private final String self;
    private final Path folder;
    private final StateSource source;
    private final InstantSource clock;
    private final @Nullable MapProcedure procedure;
    private final KeptAnswers answers = new KeptAnswers();
    private volatile DurableMap<byte[], byte[]> map;
    private PendingWrites writes;
    private long added; // entries that are more once it is written
    private long millis; // time of the newest command
    private volatile long applied; // index of the last command; entries that are none for this machine are not counted
    private long ahead; // of indexes are versions, since values came with versions of their own
    private volatile long entries;
    private volatile long lastMillis; // time of the last command

    private MapMachine(
            String self, Path folder, StateSource source, InstantSource clock, @Nullable MapProcedure procedure) {
        this.clock = clock;
        this.procedure = procedure;
        this.self = self;
        this.folder = folder;
        this.source = source;
        map = openMap(folder.resolve("map"));
        writes = new PendingWrites(map);
        readAnswers();
    }

    /**
     * Opens the state that a folder has, or an empty one.
     *
     * @param self name of the member
     * @param source where the state comes from if this member lacks it
     */
    public static MapMachine open(String self, Path folder, StateSource source) {
        return open(self, folder, source, InstantSource.system(), null);
    }

    /**
     * As {@link #open(String, Path, StateSource)}, with commands of the program's own, which must be the same at all members.
     *
     * @param procedure runs them
     */
    public static MapMachine open(String self, Path folder, StateSource source, MapProcedure procedure) {
        return open(self, folder, source, InstantSource.system(), Objects.requireNonNull(procedure, "procedure"));
    }

    /** As {@link #open(String, Path, StateSource)}, with another clock to tell what has expired when it is read. */
    static MapMachine open(String self, Path folder, StateSource source, InstantSource clock) {
        return open(self, folder, source, clock, null);
    }

    private static MapMachine open(
            String self, Path folder, StateSource source, InstantSource clock, @Nullable MapProcedure procedure) {
        Objects.requireNonNull(self, "self");
        Objects.requireNonNull(folder, "folder");
        Objects.requireNonNull(source, "source");
        try {
            Files.createDirectories(folder);
            delete(folder.resolve("map.next"));
            if (!Files.exists(folder.resolve("map")) && Files.exists(folder.resolve("map.old"))) {
                Files.move(folder.resolve("map.old"), folder.resolve("map"));
            }
            delete(folder.resolve("map.old"));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return new MapMachine(self, folder, source, clock, procedure);
    }

    /**
     * Makes the folder of a member from a backup, for the first member of a new group: {@link #open} opens it, {@link Replica#found} begins the group.
     *
     * @param backup a folder that {@link #backup} wrote
     * @param folder of the member; it must not have a state
     * @throws io.tellask.store.StoreDamagedException if a file of the backup is missing or changed
     * @throws io.tellask.store.StoreIoException if the folder has a state, or the disk refuses
     */
    public static StoreBackup restore(Path backup, Path folder) {
        Objects.requireNonNull(backup, "backup");
        try {
            Files.createDirectories(Objects.requireNonNull(folder, "folder"));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return StoreBackup.restore(backup, folder.resolve("map"), (done, all) -> {});
    }

    /**
     * Writes a backup of the state as of one moment, while commands go on: entries, their versions, and how far the state is. On any thread.
     *
     * @param target a folder that is not there yet
     * @throws io.tellask.store.StoreClosedException if this member fetches its state from another one meanwhile; try again
     * @throws io.tellask.store.StoreIoException if the target exists, or the disk refuses
     */
    public StoreBackup backup(Path target) {
        return map.backup(Objects.requireNonNull(target, "target"), StoreBackup.Options.COPY, (done, all) -> {});
    }

    private static DurableMap<byte[], byte[]> openMap(Path itsFolder) {
        return DurableMap.builder(itsFolder, byte[].class, byte[].class)
                .durability(Durability.BUFFERED) // the log has what a power cut takes
                .open();
    }

    private void readAnswers() {
        long records = answers.read(map);
        applied = answers.last();
        byte[] kept = map.getBytes(AHEAD);
        ahead = kept == null ? 0 : ByteBuffer.wrap(kept).getLong();
        entries = map.size() - records - (kept == null ? 0 : 1);
    }

    private static byte[] entryKey(byte[] key) {
        return ByteBuffer.allocate(1 + key.length).put(ENTRY).put(key).array();
    }

    @Override
    public byte[] apply(long index, long millis, byte[] command) {
        Objects.requireNonNull(command, "command");
        if (index <= applied) {
            return answers.get(index);
        }
        try {
            return applied(index, millis, command);
        } catch (IllegalArgumentException | StoreLimitException refusal) { // the same at every member, which must go on
            writes.undo();
            if (!writes.isEmpty()) {
                flush(); // perhaps it was too much together
                return apply(index, millis, command);
            }
            return keep(index, millis, 0, new byte[] {MapCommand.REFUSED});
        }
    }

    private byte[] applied(long index, long millis, byte[] command) {
        if (MapCommand.isCall(command)) {
            MapCells cells = new MapCells(key -> writes.get(entryKey(key)), millis);
            byte[] called = called(cells, millis, command);
            Change change = change(index + ahead, millis, cells.steps());
            keep(index, millis, change.added(), new byte[] {MapCommand.FORGOTTEN}); // the answer may be long
            return Entries.tagged(MapCommand.APPLIED, called);
        }
        List<MapCommand.Step> steps = MapCommand.decode(command);
        if (!holdAll(MapCommand.BOUND, steps, millis)) {
            return keep(index, millis, 0, new byte[] {MapCommand.MOVED});
        }
        if (!holdAll(MapCommand.REQUIRE, steps, millis)) {
            return keep(index, millis, 0, new byte[] {MapCommand.NOT_APPLIED});
        }
        long nowAhead = keepAhead(index, steps);
        Change change = change(index + nowAhead, millis, steps);
        ahead = nowAhead;
        return keep(index, millis, change.added(), applied(index + nowAhead, change.removed()));
    }

    /** Keeps what a command has changed, and its answer. */
    private byte[] keep(long index, long millis, long added, byte[] answer) {
        writes.keep();
        this.added += added;
        this.millis = millis;
        answers.add(index, answer);
        return answer;
    }

    @Override
    public void flush() {
        if (answers.isWritten()) {
            return;
        }
        answers.writeTo(writes);
        writes.commit();
        lastMillis = millis;
        entries += added;
        applied = answers.last();
        added = 0;
    }

    private byte[] called(MapCells cells, long millis, byte[] command) {
        MapProcedure known = procedure;
        if (known == null) {
            throw new IllegalArgumentException("cluster: this map has no procedure");
        }
        try {
            return known.run(cells, millis, Arrays.copyOfRange(command, 1, command.length));
        } catch (StoreException ofThisMember) {
            throw ofThisMember; // such as of its disk: the others go on
        } catch (RuntimeException refusal) { // the same at every member
            throw new IllegalArgumentException("cluster: the procedure refused, " + SafeLog.describe(refusal), refusal);
        }
    }

    private boolean holdAll(byte kind, List<MapCommand.Step> steps, long millis) {
        for (MapCommand.Step step : steps) {
            if (step.kind() == kind && step.number() != version(step.key(), millis)) {
                return false;
            }
        }
        return true;
    }

    /** Has the versions that follow go on above those that a command brings along; how far they are ahead of indexes from it on. */
    private long keepAhead(long index, List<MapCommand.Step> steps) {
        long now = ahead;
        for (MapCommand.Step step : steps) {
            byte[] value = step.kind() == MapCommand.RESTORE ? step.value() : null;
            now = value == null ? now : Math.max(now, MapValue.version(value) + 1 - index);
        }
        if (now != ahead) {
            writes.set(AHEAD, ByteBuffer.allocate(Long.BYTES).putLong(now).array());
        }
        return now;
    }

    private static byte[] applied(long version, int removed) {
        return ByteBuffer.allocate(1 + Long.BYTES + Integer.BYTES)
                .put(MapCommand.APPLIED)
                .putLong(version)
                .putInt(removed)
                .array();
    }

    /** Version of a key's value; 0 where it is absent or has expired. */
    private long version(byte[] key, long millis) {
        byte[] stored = writes.get(entryKey(key));
        return stored == null || MapValue.hasExpired(stored, millis) ? 0 : MapValue.version(stored);
    }

    /**
     * What a command changes.
     *
     * @param added how many entries more there are, with those that have expired
     * @param removed how many keys that had a value its removals met
     */
    private record Change(long added, int removed) {}

    private Change change(long version, long millis, List<MapCommand.Step> steps) {
        long more = 0;
        int removed = 0;
        for (MapCommand.Step step : steps) {
            byte[] key = entryKey(step.key());
            byte[] value = step.value();
            if (value != null) {
                more += writes.contains(key) ? 0 : 1;
                boolean isStored = step.kind() == MapCommand.RESTORE;
                writes.set(key, isStored ? value : MapValue.stored(version, step.number(), value));
            } else if (step.kind() == MapCommand.REMOVE || step.kind() == MapCommand.REMOVE_EXPIRED) {
                byte[] before = writes.get(key);
                boolean isAlive = before != null && !MapValue.hasExpired(before, millis);
                if (before != null && !(isAlive && step.kind() == MapCommand.REMOVE_EXPIRED)) {
                    more--;
                    removed += isAlive ? 1 : 0;
                    writes.set(key, null);
                }
            }
        }
        return new Change(more, removed);
    }

    /** Time by which this member tells what has expired: its own clock's, but not before the last command. */
    private long now() {
        return Math.max(lastMillis, clock.millis());
    }

    /**
     * The entries whose key begins with a prefix, as this member has them now, which may be less than others have. Close it.
     *
     * @throws io.tellask.store.StoreClosedException also while it goes on, where the member has fetched a newer state from another one
     */
    public MapScan scan(byte[] prefix) {
        return new MapScan(map.scan(entryKey(Objects.requireNonNull(prefix, "prefix"))), now());
    }

    /** Keys that have expired and are still stored, at most so many; looks at all entries, so on a thread that may wait. */
    public List<byte[]> expired(int most) {
        try (Scan<byte[], byte[]> scan = map.scan(new byte[] {ENTRY})) {
            return MapScan.expired(scan, now(), most);
        }
    }

    /** Counts and sizes of the files, with the answers that are kept. */
    public StoreStatistics statistics() {
        return map.statistics();
    }

    /** Index of the last command in this state. */
    public long appliedIndex() {
        return applied;
    }

    @Override
    public byte[] query(byte[] question) {
        Objects.requireNonNull(question, "question");
        switch (question.length == 0 ? 0 : question[0]) {
            case MapCommand.GET -> {
                byte[] stored = map.getBytes(entryKey(Arrays.copyOfRange(question, 1, question.length)));
                return stored == null || MapValue.hasExpired(stored, now()) ? NOTHING : stored;
            }
            case MapCommand.GET_ALL -> {
                return getAll(ByteBuffer.wrap(question, 1, question.length - 1));
            }
            case MapCommand.SIZE -> {
                return ByteBuffer.allocate(Long.BYTES).putLong(entries).array();
            }
            case MapCommand.CALL -> {
                long now = now();
                return called(new MapCells(key -> map.getBytes(entryKey(key)), now), now, question);
            }
            default -> throw new IllegalArgumentException("cluster: this is no question to a map");
        }
    }

    /** The values of keys, read one after the other. */
    private byte[] getAll(ByteBuffer keys) {
        List<byte[]> found = new ArrayList<>();
        long bytes = 0;
        long now = now();
        while (keys.hasRemaining()) {
            byte[] stored = map.getBytes(entryKey(MapCommand.bytes(keys)));
            byte[] each = stored == null || MapValue.hasExpired(stored, now) ? NOTHING : stored;
            found.add(each);
            bytes += Integer.BYTES + each.length;
            LogLimits.require("keys of a question", found.size(), 1, MOST_QUESTION_KEYS);
            LogLimits.require("bytes of an answer", bytes, 0, MOST_ANSWER_BYTES);
        }
        ByteBuffer answer = ByteBuffer.allocate((int) bytes);
        found.forEach(each -> answer.putInt(each.length).put(each));
        return answer.array();
    }

    /** The value of a key as this member has it, which may be old, or null. */
    public ReplicatedMap.@Nullable Versioned<byte[]> value(byte[] key) {
        byte[] stored = map.getBytes(entryKey(Objects.requireNonNull(key, "key")));
        if (stored == null || MapValue.hasExpired(stored, now())) {
            return null;
        }
        MapValue found = MapValue.of(stored);
        return new ReplicatedMap.Versioned<>(found.bytes(), found.version(), found.expiry());
    }

    /**
     * The entries as this member has them now, and then what changes, in its order, for as long as the feed is open. Close it.
     *
     * @throws io.tellask.store.StoreClosedException also while it goes on, where the member has fetched a newer state from another one
     */
    public MapFeed follow() {
        return MapFeed.of(map, new byte[] {ENTRY});
    }

    @Override
    public long lastIndex() {
        return applied;
    }

    @Override
    public boolean queriesConcurrently() {
        return true;
    }

    @Override
    public void writeSnapshot(DataOutput out) throws IOException {
        Objects.requireNonNull(out, "out");
        out.writeUTF(self);
        out.writeLong(applied);
    }

    @Override
    public void readSnapshot(long index, DataInput in) throws IOException {
        Objects.requireNonNull(in, "in");
        String member = in.readUTF();
        long needed = in.readLong();
        if (needed <= applied) {
            return; // all that is in it is here
        }
        if (member.equals(self)) {
            throw new IllegalStateException("cluster: folder=" + folder + " has commands up to index=" + applied
                    + ", and its snapshot index=" + needed
                    + "; end this member, say so to the others (tellask cluster reset), and begin it with an empty folder: it gets"
                    + " everything from them");
        }
        fetch(member);
        if (applied < needed) {
            throw new IllegalStateException("cluster: member=" + member + " sent its state of index=" + applied
                    + ", which does not have index=" + needed);
        }
    }

    private void fetch(String member) throws IOException {
        Path next = folder.resolve("map.next");
        delete(next);
        try (DurableMap<byte[], byte[]> fetched = openMap(next)) {
            source.fetch(member, part -> write(fetched, ByteBuffer.wrap(part)));
            fetched.force().join();
        }
        map.close();
        Files.move(folder.resolve("map"), folder.resolve("map.old"), StandardCopyOption.ATOMIC_MOVE);
        Files.move(next, folder.resolve("map"), StandardCopyOption.ATOMIC_MOVE);
        map = openMap(folder.resolve("map"));
        writes = new PendingWrites(map);
        delete(folder.resolve("map.old"));
        readAnswers();
    }

    private static void write(DurableMap<byte[], byte[]> fetched, ByteBuffer part) {
        while (part.hasRemaining()) {
            fetched.put(MapCommand.bytes(part), MapCommand.bytes(part));
        }
    }

    @Override
    public Flow.Publisher<byte[]> parts() {
        return Streams.of(() -> new MapParts(map.scan())); // which the stream closes
    }

    private static void delete(Path itsFolder) throws IOException {
        if (Files.exists(itsFolder)) {
            try (Stream<Path> files = Files.walk(itsFolder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    @Override
    public void close() {
        map.close();
    }
}
