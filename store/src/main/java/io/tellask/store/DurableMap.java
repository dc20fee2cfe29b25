package io.tellask.store;

import io.tellask.codec.DecodeException;
import io.tellask.store.codec.KeyCodec;
import io.tellask.store.codec.ValueCodec;
import io.tellask.store.file.StoreCipher;
import io.tellask.store.segment.KeyBuffer;
import io.tellask.store.segment.SegmentDirectory;
import io.tellask.store.shard.AnswerBudget;
import io.tellask.store.shard.KeyGroup;
import io.tellask.store.shard.LogFollowers;
import io.tellask.store.shard.Lookup;
import io.tellask.store.shard.ParallelScan;
import io.tellask.store.shard.Shard;
import io.tellask.store.shard.ShardScan;
import io.tellask.store.shard.ShardWriter;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A map on disk that is used like one in memory: an append-only log in mapped files, and a hash index off the heap.
 *
 * <p>What {@link #put} wrote survives {@code kill -9} as soon as it returns; what survives a power cut is said by {@link Durability}. Keys are
 * strings, byte arrays, integers, UUIDs, enums, or records of these. A directory is open in one process at a time.
 *
 * <p>A put may carry an expiry: from that time on, in whole milliseconds, the key is absent for every call but {@link #size}.
 *
 * <p>Nulls are refused with {@link NullPointerException}, except that a null expiry means never, and that {@link #get} returns null for an
 * absent key. A value that the codec cannot write or read is its {@code EncodeException} or {@code DecodeException}; everything else that can go
 * wrong is a {@link StoreException}.
 *
 * <p>Thread-safe: any number of threads read without a lock, virtual ones too; changes wait for each other.
 */
public final class DurableMap<K, V> implements AutoCloseable {
    private final Shard shard;
    private final ShardWriter writer;
    private final Lookup lookup;
    private final KeyCodec<K> keys;
    private final ValueCodec<V> values;
    private final int keyBytes;

    /** What values are encrypted with; keys are by their codec. */
    private final @Nullable StoreCipher cipher;

    DurableMap(Shard shard, KeyCodec<K> keys, ValueCodec<V> values, @Nullable StoreCipher cipher) {
        this.shard = shard;
        writer = shard.writer();
        lookup = shard.lookup();
        this.keys = keys;
        this.values = values;
        this.cipher = cipher;
        keyBytes = shard.limits().keyBytes();
    }

    /** Opens the map in a directory, or creates it there, with the defaults of {@link #builder}. */
    public static <K, V> DurableMap<K, V> open(Path directory, Class<K> keyType, Class<V> valueType) {
        return builder(directory, keyType, valueType).open();
    }

    /** Whether a directory holds a map, or what damage has left of one; does not touch it. */
    public static boolean existsIn(Path directory) {
        return SegmentDirectory.holdsStore(directory);
    }

    /** Options first, {@link DurableMapBuilder#open} last. */
    public static <K, V> DurableMapBuilder<K, V> builder(Path directory, Class<K> keyType, Class<V> valueType) {
        return new DurableMapBuilder<>(directory, keyType, valueType);
    }

    /** The value of a key, or null. */
    public @Nullable V get(K key) {
        return get(key, false);
    }

    private @Nullable V get(K key, boolean verified) {
        KeyBuffer encoded = encoded(key);
        byte[] stored = lookup.value(encoded, verified);
        return stored == null ? null : decoded(key, plain(encoded, stored));
    }

    /** The value of a key as stored, verified against its checksum, or null: what a server hands on without decoding. */
    public byte @Nullable [] getBytes(K key) {
        KeyBuffer encoded = encoded(key);
        byte[] stored = lookup.value(encoded, true);
        return stored == null ? null : plain(encoded, stored);
    }

    /** The values of keys in their order, null for absent ones. Costs much less than as many calls of {@link #get}. */
    public List<@Nullable V> getAll(List<? extends K> keysWanted) {
        List<@Nullable V> found = new ArrayList<>(keysWanted.size());
        byte[] @Nullable [] stored = stored(keysWanted, false, Long.MAX_VALUE);
        for (int i = 0; i < stored.length; i++) {
            found.add(stored[i] == null ? null : decoded(keysWanted.get(i), stored[i]));
        }
        return found;
    }

    /** As {@link #getAll}, values as stored and verified. */
    public List<byte @Nullable []> getAllBytes(List<? extends K> keysWanted) {
        return getAllBytes(keysWanted, Long.MAX_VALUE);
    }

    /**
     * As {@link #getAllBytes(List)}, for somebody who names the keys but has not the memory.
     *
     * @param mostBytes most bytes of the answer, 16 for each key and those of the values
     * @throws StoreLimitException if it would be more, before more is copied than that and one value
     */
    public List<byte @Nullable []> getAllBytes(List<? extends K> keysWanted, long mostBytes) {
        return Arrays.asList(stored(keysWanted, true, mostBytes));
    }

    private byte[] @Nullable [] stored(List<? extends K> keysWanted, boolean verified, long mostBytes) {
        AnswerBudget room = new AnswerBudget(keysWanted.size(), mostBytes);
        byte[][] found = new byte[keysWanted.size()][];
        for (int from = 0; from < found.length; from += KeyGroup.CAPACITY) {
            KeyGroup group = KeyGroup.empty();
            for (K key : keysWanted.subList(from, Math.min(found.length, from + KeyGroup.CAPACITY))) {
                keys.encode(Objects.requireNonNull(key, "key"), group.add(keyBytes));
            }
            lookup.values(group, verified, found, from, room);
            for (int i = 0; cipher != null && i < group.count(); i++) {
                found[from + i] = found[from + i] == null ? null : plain(group.key(i), found[from + i]);
            }
        }
        return found;
    }

    /** The value of a key with its sequence number and expiry, or null. */
    public @Nullable Versioned<V> getVersioned(K key) {
        KeyBuffer encoded = encoded(key);
        Versioned<byte[]> stored = lookup.versioned(encoded);
        return stored == null
                ? null
                : new Versioned<>(decoded(key, plain(encoded, stored.value())), stored.sequence(), stored.expiry());
    }

    /**
     * What a function makes of a key's stored value where it lies, or null for an absent key. The record is verified before, unless the builder says
     * otherwise; the function gets a copy only where values are encrypted, or where it is called once more as {@link ValueReader#read} says.
     */
    public <R> @Nullable R view(K key, ValueReader<R> reader) {
        Objects.requireNonNull(reader, "reader");
        if (cipher != null) {
            byte[] stored = getBytes(key);
            return stored == null
                    ? null
                    : reader.read(MemorySegment.ofArray(stored).asReadOnly());
        }
        return lookup.view(encoded(key), reader);
    }

    /**
     * Copies the value of a key as stored to where it is wanted, verified against its checksum: what a server sends on, copied once. False if the key
     * is absent.
     */
    public boolean copyTo(K key, ValueTarget target) {
        Objects.requireNonNull(target, "target");
        if (cipher == null) {
            return lookup.copyTo(encoded(key), target);
        }
        byte[] stored = getBytes(key);
        if (stored != null) {
            target.room(stored.length);
            System.arraycopy(stored, 0, target.array(), target.offset(), stored.length);
        }
        return stored != null;
    }

    /**
     * Whether a key has a value that has not expired. The value is not read, unless the map verifies all reads. Any thread may call it.
     *
     * @throws StoreClosedException if the map is closed
     */
    public boolean containsKey(K key) {
        return lookup.contains(encoded(key), false);
    }

    /** Sets the value of a key, for ever. */
    public void put(K key, V value) {
        put(key, value, null);
    }

    /** Sets the value of a key until an expiry. */
    public void put(K key, V value, @Nullable Instant expiry) {
        boolean _ = write(key, ShardWriter.ANY, value, Versioned.millis(expiry));
    }

    /** Sets the stored form of a key's value: bytes that {@link #getBytes} of a map of the same kind returned, stored unchanged. */
    public void putBytes(K key, byte[] stored) {
        Objects.requireNonNull(stored, "stored");
        boolean _ = put(key, ShardWriter.ANY, 0, stored, 0, stored.length);
    }

    /** Sets the value of a key that is absent; else returns the one that is there, and sets nothing. */
    public @Nullable V putIfAbsent(K key, V value) {
        Objects.requireNonNull(value, "value");
        while (true) {
            V present = get(key, true);
            if (present != null || compareAndSet(key, Versioned.ABSENT, value)) {
                return present;
            }
        }
    }

    /** Sets the value of a key that is present, for ever, and returns the one that was there; else returns null, and sets nothing. */
    public @Nullable V replace(K key, V value) {
        Objects.requireNonNull(value, "value");
        while (true) {
            Versioned<V> present = getVersioned(key);
            if (present == null) {
                return null;
            }
            if (compareAndSet(key, present.sequence(), value)) {
                return present.value();
            }
        }
    }

    /**
     * Sets the value of a key to what a function makes of the present one, null for an absent key; a null result removes the key. The function
     * runs without a lock, again if the key was changed meanwhile, so it must not change this key itself: this would never end. An expiry stays
     * as it was. Returns the new value.
     */
    public @Nullable V compute(K key, BiFunction<? super K, ? super @Nullable V, ? extends @Nullable V> change) {
        while (true) {
            Versioned<V> present = getVersioned(key);
            V value = change.apply(key, present == null ? null : present.value());
            if (present == null) {
                if (value == null || compareAndSet(key, Versioned.ABSENT, value)) {
                    return value;
                }
            } else if (value == null) {
                if (compareAndRemove(key, present.sequence())) {
                    return null;
                }
            } else if (compareAndSet(key, present.sequence(), value, present.expiry())) {
                return value;
            }
        }
    }

    /** As {@link #compareAndSet(Object, long, Object, Instant)}, without an expiry. */
    public boolean compareAndSet(K key, long expectedSequence, V value) {
        return compareAndSet(key, expectedSequence, value, null);
    }

    /**
     * Sets the value of a key whose sequence number is still the one that {@link #getVersioned} told, or that is absent still if that is
     * {@link Versioned#ABSENT}; else returns false, and sets nothing.
     */
    public boolean compareAndSet(K key, long expectedSequence, V value, @Nullable Instant expiry) {
        return write(key, Versioned.sequence(expectedSequence), value, Versioned.millis(expiry));
    }

    /** Removes a key whose sequence number is still the expected one; else returns false, and removes nothing. */
    public boolean compareAndRemove(K key, long expectedSequence) {
        return writer.remove(encoded(key), Versioned.sequence(expectedSequence));
    }

    /** Removes a key; returns whether it was there. */
    public boolean remove(K key) {
        return writer.remove(encoded(key), ShardWriter.ANY);
    }

    /**
     * Removes all keys as one change, in a time that does not grow with their number: the files of what was there are given back in the background, as
     * after {@link #compact}. Scans and backups that have begun still see the map as it was.
     */
    public void clear() {
        writer.clear();
    }

    /** Several changes to be made as one. */
    public Batch<K, V> batch() {
        return new Batch<>(this, shard);
    }

    /** Keys in the index. One that expired is counted until it is written to again or compaction drops it. */
    public long size() {
        return shard.size();
    }

    /** Calls an action for every record as of now, in the order in which they were written. A value that cannot be decoded ends it: {@link #scan} can skip one. */
    public void forEach(BiConsumer<? super K, ? super V> action) {
        Objects.requireNonNull(action, "action");
        try (Scan<K, V> scan = scan()) {
            while (scan.next()) {
                action.accept(scan.key(), scan.value());
            }
        }
    }

    /** As {@link #forEach}, until the action returns false. */
    public void forEachWhile(BiPredicate<? super K, ? super V> action) {
        Objects.requireNonNull(action, "action");
        try (Scan<K, V> scan = scan()) {
            boolean goesOn = true;
            while (goesOn && scan.next()) {
                goesOn = action.test(scan.key(), scan.value());
            }
        }
    }

    /**
     * Calls an action for the records as of now whose key is wanted, from several threads at once and in no order; keys are judged before values
     * are decoded. Returns when all is done; the first exception ends it.
     *
     * @param threads 1 to 256, this one included
     */
    public void forEachParallel(int threads, Predicate<? super K> wanted, BiConsumer<? super K, ? super V> action) {
        Objects.requireNonNull(wanted, "wanted");
        Objects.requireNonNull(action, "action");
        if (threads < 1 || threads > ParallelScan.MOST_THREADS) {
            throw new IllegalArgumentException(
                    "store: threads=" + threads + ", allowed=1.." + ParallelScan.MOST_THREADS);
        }
        List<ShardScan> parts = new ArrayList<>();
        parts.add(shard.scan(new byte[0]));
        while (parts.size() < threads) {
            parts.add(parts.getFirst().split());
        }
        new ParallelScan(parts, part -> {
                    Scan<K, V> record = new Scan<>(part, keys, values, cipher);
                    K key = record.key();
                    if (wanted.test(key)) {
                        action.accept(key, record.value());
                    }
                })
                .run();
    }

    /** A walk over every record as of now. */
    public Scan<K, V> scan() {
        return new Scan<>(shard.scan(new byte[0]), keys, values, cipher);
    }

    /** A walk over the records whose key starts with a prefix; it looks at all. Only for String keys. */
    public Scan<K, V> scan(String prefix) {
        return scan(prefix.getBytes(StandardCharsets.UTF_8), "string", "only string keys have prefixes");
    }

    /** A walk over the records whose key starts with a prefix; it looks at all. Only for byte[] keys. */
    public Scan<K, V> scan(byte[] prefix) {
        return scan(prefix.clone(), "bytes", "only bytes have a prefix of bytes");
    }

    /** As {@link #scan()}, with the records that have expired but still count in {@link #size}, until they are removed, replaced or compacted. */
    public Scan<K, V> scanWithExpired() {
        return new Scan<>(shard.scanWithExpired(), keys, values, cipher);
    }

    private Scan<K, V> scan(byte[] prefix, String wantedKeys, String reason) {
        if (cipher != null && keys.signature().equals(StoreCipher.keyKind(wantedKeys))) {
            return new Scan<>(shard.scan(new byte[0]), keys, values, cipher, prefix);
        }
        if (!keys.signature().equals(wantedKeys)) {
            throw new StoreTypeException("store: prefix scan over keys=" + keys.signature() + "; " + reason);
        }
        return new Scan<>(shard.scan(prefix), keys, values, null);
    }

    /** The sequence number of the youngest change, 0 if there is none. */
    public long sequence() {
        return shard.followers().sequence();
    }

    /** From this sequence number on {@link #changes} has every change: compaction forgets those before. */
    public long oldestSequence() {
        return shard.followers().oldestSequence();
    }

    /**
     * Follows the changes of the map from a sequence number on: from the next one, {@code sequence() + 1}, or from one in the past that the log
     * still has.
     *
     * @param mostBehindBytes bytes of records that may be written and not be read, beyond those that were there at the beginning; 0 at least
     * @throws StoreHistoryException if the log has not, or not any more, every change from that sequence number on
     */
    public ChangeFeed<K, V> changes(long fromSequence, long mostBehindBytes) {
        if (mostBehindBytes < 0) {
            throw new IllegalArgumentException("store: mostBehindBytes=" + mostBehindBytes + ", allowed=0..");
        }
        LogFollowers followers = shard.followers();
        return new ChangeFeed<>(followers, followers.follow(fromSequence, mostBehindBytes), keys, values, cipher);
    }

    /**
     * Completes when everything put before the call is on disk; callers at the same time share one force. Fails with
     * {@link StoreReadOnlyException} if the disk refuses, and the map takes no changes from then on.
     */
    public CompletableFuture<Void> force() {
        return shard.force();
    }

    /** As {@link StoreBackup#create} from outside: the map exactly as of now, while changes go on. */
    public StoreBackup backup(Path target, StoreBackup.Options options, StoreProgress progress) {
        return StoreBackup.create(shard, target, options, progress);
    }

    /**
     * Gives back the space of all records that were replaced, removed or have expired, at once and at full speed; returns when that is done. Reads,
     * changes and scans go on meanwhile. On a full disk it takes the segment with the fewest live bytes first and a reserve that it has for that. Throws
     * {@link StoreIoException} if there is no room even so, and {@link StoreDamagedException}, when all
     * others are compacted, for the first segment with a record that is damaged, live or dead, or that the index does not lead to: it is left as it is.
     */
    public void compact() {
        shard.compact();
    }

    /** What opening found and did. */
    public RecoveryReport recovery() {
        return shard.recovery();
    }

    /** Counts and sizes of the map as they are now. Any thread may call it; the figures may be a few changes apart from each other. */
    public StoreStatistics statistics() {
        return shard.statistics();
    }

    /**
     * Forces what was put, saves the index for a quick start, and unmaps the files. Calls under way in other threads end with
     * {@link StoreClosedException}. Calling it again does nothing. A thread that is interrupted closes the map as well, and stays interrupted.
     */
    @Override
    public void close() {
        boolean interrupted = Thread.interrupted();
        try {
            shard.close();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    Shard shard() {
        return shard;
    }

    KeyBuffer encoded(K key) {
        KeyBuffer buffer = KeyBuffer.empty(keyBytes);
        keys.encode(Objects.requireNonNull(key, "key"), buffer);
        return buffer;
    }

    ValueCodec<V> values() {
        return values;
    }

    private V decoded(K key, byte[] stored) {
        try {
            return values.decode(stored, 0, stored.length);
        } catch (DecodeException e) {
            throw values.unreadable(ValueCodec.shown(key, cipher != null), e);
        }
    }

    private boolean write(K key, long expected, V value, long expiryMillis) {
        Objects.requireNonNull(value, "value");
        return values.encode(value, (array, offset, length) -> put(key, expected, expiryMillis, array, offset, length));
    }

    private boolean put(K key, long expected, long expiryMillis, byte[] array, int offset, int length) {
        KeyBuffer encoded = encoded(key);
        if (cipher == null) {
            return writer.put(encoded, expected, expiryMillis, array, offset, length);
        }
        byte[] sealed = cipher.sealValue(encoded.bytes(), array, offset, length);
        return writer.put(encoded, expected, expiryMillis, sealed, 0, sealed.length);
    }

    @Nullable
    StoreCipher cipher() {
        return cipher;
    }

    /** A value as its codec wrote it. */
    private byte[] plain(KeyBuffer key, byte[] stored) {
        return cipher == null ? stored : cipher.openValue(key.bytes(), stored);
    }
}
