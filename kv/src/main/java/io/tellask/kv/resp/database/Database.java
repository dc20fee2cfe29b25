package io.tellask.kv.resp.database;

import io.tellask.kv.resp.message.Reply;
import io.tellask.remote.TurnScheduler;
import io.tellask.store.Batch;
import io.tellask.store.DurableMap;
import io.tellask.store.Scan;
import io.tellask.store.StoreDamagedException;
import io.tellask.store.StoreException;
import io.tellask.store.StoreLimitException;
import io.tellask.store.Versioned;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One numbered database: a durable map from bytes to bytes, opened when it is first written to. Belongs to the loop, which is its only
 * writer.
 *
 * <p>Between {@link #begin} and {@link #commit} changes gather in memory, seen by every read here, and become one record of the log.
 */
public final class Database {
    /** The expiry of a key that does not expire. */
    public static final long NEVER = -1;

    /** The expiry of a key that is not there. */
    public static final long ABSENT = -2;

    /** Most reads of different commands that are worth to be looked up together. */
    public static final int GATHERED_READS = 16;

    /** So many that are read together are a turn. */
    private static final int LONG_BYTES = TurnScheduler.TURN_BYTES / GATHERED_READS;

    /** After a long value so many are read one by one. */
    private static final int READS_AFTER_LONG = 1000;

    /** What it takes to begin a scan. */
    private static final int SCAN_STEPS = 4 << 10;

    private static final int GATHERED_KEYS = 256;
    private static final int GATHERED_BYTES = 1 << 20;

    private final int index;
    private final DatabaseFiles files;
    private final InstantSource clock;
    private final DatabaseListener listener;
    private final Expirations expirations = new Expirations();
    private final Cursors cursors = new Cursors();
    private final RandomWalk randomWalk = new RandomWalk(RandomGenerator.getDefault());
    private @Nullable PendingChanges changes;
    private @Nullable Batch<byte[], byte[]> prepared;
    private int readsAlone;
    private boolean alone;
    private boolean unforced; // written to since the last force
    private volatile @Nullable StoreException forceFailure;

    /** A database of a number, opened at once if it has been written to before. */
    Database(int index, DatabaseFolder folder, InstantSource clock, DatabaseListener listener) {
        this.index = index;
        files = new DatabaseFiles(index, folder);
        this.clock = clock;
        this.listener = listener;
    }

    /** Why the database is not served, if it is not. */
    public Optional<DatabaseDamage> damage() {
        return Optional.ofNullable(files.damage());
    }

    /** Throws the refusal of every command if the database is not served. */
    public void requireServed() {
        files.requireServed();
    }

    public int index() {
        return index;
    }

    /** The map, if it is open. */
    Optional<DurableMap<byte[], byte[]>> map() {
        return Optional.ofNullable(files.opened());
    }

    /** Notes that a key expires. */
    void expires(byte[] key, long millis) {
        expirations.add(key, millis);
        listener.needsCare();
    }

    /** How many keys are known to expire. */
    public int expiring() {
        return expirations.count();
    }

    private PendingChanges.@Nullable Change change(byte[] key) {
        return changes == null ? null : changes.of(key);
    }

    /** Writes the value of a key as a bulk string; false, and nothing, if it is not there. */
    public boolean read(byte[] key, Reply reply) {
        if (changes != null) {
            byte[] value = stored(key);
            if (value != null) {
                reply.bulk(value);
            }
            return value != null;
        }
        DurableMap<byte[], byte[]> known = files.served();
        int before = reply.length();
        reply.beginValue();
        boolean there = known != null && known.copyTo(key, reply);
        if (!there) {
            reply.forgetValue();
        }
        wasRead(reply.length() - before);
        return there;
    }

    /** The value of a key, or null; all of it was looked at, whatever becomes of it. */
    public byte @Nullable [] get(byte[] key) {
        byte[] value = stored(key);
        looksAt(value);
        return value;
    }

    private void looksAt(byte @Nullable [] value) {
        if (value != null) {
            listener.looks(value.length); // it is copied and its checksum is compared
        }
    }

    private byte @Nullable [] stored(byte[] key) {
        PendingChanges.Change change = change(key);
        if (change != null) {
            return change.value();
        }
        DurableMap<byte[], byte[]> known = files.served();
        return known == null ? null : known.getBytes(key);
    }

    /**
     * Writes the values of several keys in their order, as bulk strings or that there is none, and says of each whether it was there. They
     * are looked up together, so that the waits for memory overlap; for this they are copied first, which long ones are not worth.
     */
    public void readAll(List<byte[]> keys, Reply reply, Consumer<Boolean> there) {
        DurableMap<byte[], byte[]> known = files.served();
        for (int from = 0; from < keys.size(); from += GATHERED_KEYS) {
            List<byte[]> some = keys.subList(from, Math.min(keys.size(), from + GATHERED_KEYS));
            if (known == null || changes != null || !gathersReads() || !readGathered(known, some, reply, there)) {
                readEach(some, reply, there);
            }
        }
    }

    private void readEach(List<byte[]> keys, Reply reply, Consumer<Boolean> there) {
        for (byte[] key : keys) {
            boolean found = read(key, reply);
            there.accept(found);
            if (!found) {
                reply.nil();
            }
        }
    }

    /** False, with nothing written, where the values are too long to be copied first: a few keys may name more than the heap has. */
    private boolean readGathered(
            DurableMap<byte[], byte[]> known, List<byte[]> keys, Reply reply, Consumer<Boolean> there) {
        List<byte[]> values;
        try {
            values = known.getAllBytes(keys, GATHERED_BYTES);
        } catch (StoreLimitException tooLong) {
            readsAlone = READS_AFTER_LONG;
            return false;
        }
        for (byte[] value : values) {
            there.accept(value != null);
            if (value == null) {
                reply.nil();
            } else {
                reply.bulk(value);
                wasRead(value.length);
            }
        }
        return true;
    }

    private void wasRead(int length) {
        readsAlone = length >= LONG_BYTES ? READS_AFTER_LONG : Math.max(0, readsAlone - 1);
    }

    /** Whether it is worth to look several keys up together: not where values were long of late. */
    public boolean gathersReads() {
        return readsAlone == 0;
    }

    public boolean contains(byte[] key) {
        PendingChanges.Change change = change(key);
        if (change != null) {
            return change.value() != null;
        }
        DurableMap<byte[], byte[]> known = files.served();
        return known != null && known.containsKey(key);
    }

    /** When a key expires, in milliseconds since 1970, or {@link #NEVER}, or {@link #ABSENT}. */
    public long expiry(byte[] key) {
        PendingChanges.Change change = change(key);
        if (change != null) {
            return change.value() == null ? ABSENT : change.expiry();
        }
        DurableMap<byte[], byte[]> known = files.served();
        Versioned<byte[]> stored = known == null ? null : known.getVersioned(key);
        if (stored == null) {
            return ABSENT;
        }
        looksAt(stored.value());
        return stored.expiry() == null ? NEVER : stored.expiry().toEpochMilli();
    }

    /** When a key expires whose value is to be replaced and nothing else: never if it is not there. */
    public long expiryToKeep(byte[] key) {
        return Math.max(expiry(key), NEVER);
    }

    /** Sets the value of a key until an expiry; one that has passed removes the key. */
    public void put(byte[] key, byte[] value, long expiry) {
        if (expiry != NEVER && expiry <= clock.millis()) {
            remove(key);
            return;
        }
        requireServed();
        listener.changes(index, key);
        if (changes != null) {
            changes.put(key, value, expiry);
        } else if (expiry == NEVER) {
            files.made().put(key, value);
            wrote();
        } else {
            files.made().put(key, value, Instant.ofEpochMilli(expiry));
            expires(key, expiry);
            wrote();
        }
    }

    /** Changes when a key expires that is there. */
    public void expire(byte[] key, long expiry) {
        byte[] value = get(key);
        if (value != null) {
            put(key, value, expiry);
        }
    }

    /** Removes a key; returns whether it was there. */
    public boolean remove(byte[] key) {
        if (!contains(key)) {
            return false;
        }
        listener.changes(index, key);
        if (changes != null) {
            changes.remove(key);
        } else {
            files.made().remove(key);
            wrote();
        }
        return true;
    }

    /** How many keys there are. One that has expired may count until it is removed, which happens within a second as a rule. */
    public long size() {
        DurableMap<byte[], byte[]> known = files.served();
        long size = known == null ? 0 : known.size();
        return changes == null ? size : size + changes.sizeChange(key -> known != null && known.containsKey(key));
    }

    /** Hands over every key, in no order, until the visitor has enough. */
    public void forEachKey(Predicate<byte[]> visitor) {
        DurableMap<byte[], byte[]> known = files.served();
        listener.looks(SCAN_STEPS + pendingChanges());
        if (changes != null && !changes.forEachKey(visitor) || known == null) {
            return;
        }
        try (Scan<byte[], byte[]> scan = known.scan()) {
            boolean goesOn = true;
            for (long before = 0; goesOn && !scan.hasEnded(); before = scan.passedBytes()) {
                boolean found = scan.nextWithin(KeySearch.PORTION_BYTES);
                listener.looks(scan.passedBytes() - before);
                byte[] key = found ? scan.key() : null;
                goesOn = key == null || change(key) != null || visitor.test(key);
            }
        }
    }

    /**
     * Begins to hand over about so many keys behind a cursor, fewer where the visitor has enough. What is there all the time is handed over once at
     * least.
     */
    public Cursors.Step walk(long cursor, int count, Predicate<byte[]> visitor) {
        DurableMap<byte[], byte[]> known = files.served();
        listener.needsCare();
        return cursors.walk(
                known,
                cursor,
                count,
                clock,
                () -> visitPending(cursor, visitor),
                key -> change(key) != null || !contains(key) || visitor.test(key));
    }

    private void visitPending(long cursor, Predicate<byte[]> visitor) {
        listener.looks(SCAN_STEPS);
        if (cursor == 0 && changes != null) {
            listener.looks(pendingChanges());
            boolean _ = changes.forEachKey(key -> {
                boolean _ = visitor.test(key);
                return true;
            });
        }
    }

    /** How many keys the transaction that is under way has changed. */
    private int pendingChanges() {
        return changes == null ? 0 : changes.count();
    }

    /** Begins to look for a key at random; a transaction's own keys count only if there are no others. */
    public RandomWalk.Search randomKey() {
        listener.looks(SCAN_STEPS + pendingChanges());
        return randomWalk.search(files.served(), this::contains, () -> changes == null ? null : changes.firstKey());
    }

    /** Removes every key: in a transaction one by one, otherwise all at once. */
    public void clear() {
        if (changes != null) {
            changes.requireRoomForRemovals(size());
            forEachKey(key -> {
                remove(key);
                return true;
            });
            return;
        }
        DurableMap<byte[], byte[]> known = files.served();
        if (known != null) {
            listener.clears(index, this::mayBeThere);
            known.clear();
            expirations.clear();
            cursors.close();
            randomWalk.close();
            wrote();
        }
    }

    /** A damaged key is one that clearing removes. */
    private boolean mayBeThere(byte[] key) {
        try {
            return contains(key);
        } catch (StoreDamagedException damaged) {
            return true;
        }
    }

    private void wrote() {
        unforced = true;
        listener.wrote(index);
    }

    /** Completes when everything written so far is on disk, or never will be: {@link #forceFailure} tells. */
    CompletableFuture<Void> force() {
        DurableMap<byte[], byte[]> known = files.opened();
        if (!unforced || known == null) {
            return CompletableFuture.completedFuture(null);
        }
        unforced = false;
        return known.force().handle((done, failure) -> {
            if (failure != null) {
                forceFailure = StoreRefusal.reason(failure);
            }
            return null;
        });
    }

    /** Why something that was written may not be on disk, once a force has failed: the map takes no changes from then on. */
    @Nullable
    StoreException forceFailure() {
        return forceFailure;
    }

    /** Lets changes gather; what they hold is asked for where it may be more than what came as arguments. */
    void begin(LongPredicate room) {
        changes = new PendingChanges(files.mostBatchBytes(), room);
    }

    /** Gathers the changes in a record that {@link #commit} writes; throws where that is too long, or one of them was refused. */
    void prepare() {
        if (changes != null && changes.isComplete()) {
            prepared = changes.batch(files.made());
        }
    }

    /** Makes the changes last that were prepared. */
    void commit() {
        PendingChanges made = changes;
        Batch<byte[], byte[]> record = prepared;
        abandon();
        if (made != null && record != null) {
            boolean _ = record.commit();
            made.committed(expirations);
            listener.needsCare();
            wrote();
        }
    }

    /** Forgets the gathered changes. */
    void abandon() {
        changes = null;
        prepared = null;
    }

    /** Whether changes of several commands become one record. */
    public boolean gathersForOthers() {
        return changes != null && !alone;
    }

    /** Makes several changes as one, within a transaction or alone. */
    public void atomically(Runnable several) {
        if (changes != null) {
            several.run();
            return;
        }
        begin(bytes -> true);
        alone = true;
        try {
            several.run();
            prepare();
            commit();
        } finally {
            alone = false;
            abandon();
        }
    }

    /** Removes keys that have expired, up to so many; returns whether there may be more that the disk takes. */
    public boolean removeExpired(int most) {
        DurableMap<byte[], byte[]> known = files.opened();
        if (known == null) {
            return false;
        }
        if (expirations.isToBeFilled()) {
            listener.sweeps(this, known);
        }
        return expirations.removeFrom(known, most, clock.millis(), listener::expired);
    }

    /** Has it looked for keys that expire among all that are there. */
    public void sweep() {
        map().ifPresent(known -> listener.sweeps(this, known));
    }

    /** Ends walks that nobody goes on with. */
    public void closeIdle() {
        cursors.closeIdle(clock.millis());
    }

    /** Walks over the database that are open. */
    public int openWalks() {
        return cursors.count() + randomWalk.count();
    }

    /** Whether keys or walks are to be looked after as time goes on. */
    public boolean needsCare() {
        return expirations.count() > 0 || cursors.count() > 0;
    }

    void close() {
        cursors.close();
        randomWalk.close();
        map().ifPresent(DurableMap::close);
    }
}
