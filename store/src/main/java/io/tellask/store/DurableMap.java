package io.tellask.store;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A map on disk that is used like one in memory: an append-only log in mapped files, and a hash index off the heap.
 *
 * <p>What {@link #put} wrote survives {@code kill -9} as soon as it returns; what survives a power cut is said by {@link Durability}. Keys are
 * strings, byte arrays, integers, UUIDs, enums, or records of these. A directory is open in one process at a time.
 *
 * <p>Nulls are refused with {@link NullPointerException}, except that {@link #get} returns null for an absent key. Everything else that can go
 * wrong is a {@link StoreException}.
 *
 * <p>Thread-safe: any number of threads read without a lock, virtual ones too; changes wait for each other.
 */
public final class DurableMap<K, V> implements AutoCloseable {
    private final Shard shard;
    private final KeyCodec<K> keys;
    private final ValueCodec<V> values;
    private final int keyBytes;

    DurableMap(Shard shard, KeyCodec<K> keys, ValueCodec<V> values) {
        this.shard = shard;
        this.keys = keys;
        this.values = values;
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
        byte[] stored = shard.value(encoded(key), false);
        return stored == null ? null : values.decode(stored, 0, stored.length);
    }

    /** The value of a key as stored, verified against its checksum, or null: what a server hands on without decoding. */
    public byte @Nullable [] getBytes(K key) {
        return shard.value(encoded(key), true);
    }

    public boolean containsKey(K key) {
        return shard.contains(encoded(key));
    }

    /** Sets the value of a key. */
    public void put(K key, V value) {
        Objects.requireNonNull(value, "value");
        values.encode(value, (array, offset, length) -> shard.put(encoded(key), array, offset, length));
    }

    /** Sets the stored form of a key's value: bytes that {@link #getBytes} of a map of the same kind returned, stored unchanged. */
    public void putBytes(K key, byte[] stored) {
        Objects.requireNonNull(stored, "stored");
        shard.put(encoded(key), stored, 0, stored.length);
    }

    /** Removes a key; returns whether it was there. */
    public boolean remove(K key) {
        return shard.remove(encoded(key));
    }

    public long size() {
        return shard.size();
    }

    /** Calls an action for every record as of now, in the order in which they were written. */
    public void forEach(BiConsumer<? super K, ? super V> action) {
        try (Scan<K, V> scan = scan()) {
            while (scan.next()) {
                action.accept(scan.key(), scan.value());
            }
        }
    }

    /** As {@link #forEach}, until the action returns false. */
    public void forEachWhile(BiPredicate<? super K, ? super V> action) {
        try (Scan<K, V> scan = scan()) {
            boolean goesOn = true;
            while (goesOn && scan.next()) {
                goesOn = action.test(scan.key(), scan.value());
            }
        }
    }

    /** A walk over every record as of now. */
    public Scan<K, V> scan() {
        return new Scan<>(shard.scan(new byte[0]), keys, values);
    }

    /** A walk over the records whose key starts with a prefix; it looks at all. Only for String keys. */
    public Scan<K, V> scan(String prefix) {
        if (!keys.signature().equals("string")) {
            throw new StoreTypeException(
                    "store: prefix scan over keys=" + keys.signature() + "; only string keys have prefixes");
        }
        return new Scan<>(shard.scan(prefix.getBytes(StandardCharsets.UTF_8)), keys, values);
    }

    /**
     * Completes when everything put before the call is on disk; callers at the same time share one force. Fails with
     * {@link StoreReadOnlyException} if the disk refuses, and the map takes no changes from then on.
     */
    public CompletableFuture<Void> force() {
        return shard.force();
    }

    /** What opening found and did. */
    public RecoveryReport recovery() {
        return shard.recovery();
    }

    public StoreStatistics statistics() {
        return shard.statistics();
    }

    /**
     * Forces what was put, saves the index for a quick start, and unmaps the files. Calls under way in other threads end with
     * {@link StoreClosedException}. Calling it again does nothing.
     */
    @Override
    public void close() {
        shard.close();
    }

    private KeyBuffer encoded(K key) {
        KeyBuffer buffer = KeyBuffer.empty(keyBytes);
        keys.encode(Objects.requireNonNull(key, "key"), buffer);
        return buffer;
    }
}
