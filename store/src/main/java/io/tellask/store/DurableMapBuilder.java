package io.tellask.store;

import io.tellask.codec.Codec;
import io.tellask.codec.EncodeException;
import io.tellask.store.codec.EncryptedKeyCodec;
import io.tellask.store.codec.KeyCodec;
import io.tellask.store.codec.ValueCodec;
import io.tellask.store.file.NotAFileException;
import io.tellask.store.file.StoreCipher;
import io.tellask.store.file.StoreFiles;
import io.tellask.store.file.StoreIdentity;
import io.tellask.store.file.StoreKeys;
import io.tellask.store.file.StoreLock;
import io.tellask.store.file.StoreOptions;
import io.tellask.store.file.Uninterrupted;
import io.tellask.store.index.Recovery;
import io.tellask.store.offline.BackupManifest;
import io.tellask.store.offline.ClosedStore;
import io.tellask.store.segment.SegmentDirectory;
import io.tellask.store.shard.Shard;
import java.io.IOException;
import java.lang.invoke.MethodType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How a {@link DurableMap} is opened; every option has a default. Not thread-safe. */
public final class DurableMapBuilder<K, V> {
    private static final Duration LONGEST_PERIOD = Duration.ofDays(1);
    private static final long MOST_EXPECTED_RECORDS = 1L << 33;

    private final Path directory;
    private final Class<K> keyType;
    private final Class<V> valueType;
    private Durability durability = Durability.PERIODIC;
    private Duration period = Duration.ofMillis(100);
    private StoreLimits limits = StoreLimits.defaults();
    private long expectedRecords;
    private boolean verifyReads = true;
    private boolean verifyOnOpen;
    private Codec codec = Codec.standard();
    private Compaction compaction = Compaction.defaults();
    private InstantSource clock = InstantSource.system();
    private StoreFiles files = new StoreFiles();
    private boolean raw;
    private boolean changingClass;
    private @Nullable StoreKey encryption;

    DurableMapBuilder(Path directory, Class<K> keyType, Class<V> valueType) {
        this.directory = Objects.requireNonNull(directory, "directory");
        this.keyType = Objects.requireNonNull(keyType, "keyType");
        this.valueType = boxed(Objects.requireNonNull(valueType, "valueType"));
    }

    /** When a put is safe from a power cut; {@link Durability#PERIODIC} unless said. */
    public DurableMapBuilder<K, V> durability(Durability level) {
        durability = Objects.requireNonNull(level, "level");
        return this;
    }

    /** The longest time until a put is on disk with {@link Durability#PERIODIC}; 100 ms unless said. */
    public DurableMapBuilder<K, V> period(Duration longest) {
        if (longest.compareTo(Duration.ofMillis(1)) < 0 || longest.compareTo(LONGEST_PERIOD) > 0) {
            throw new IllegalArgumentException("store: period=" + longest + ", allowed=PT0.001S.." + LONGEST_PERIOD);
        }
        period = longest;
        return this;
    }

    /** Bounds of keys, values, segments, scans and batches; {@link StoreLimits#defaults} unless said. */
    public DurableMapBuilder<K, V> limits(StoreLimits bounds) {
        limits = Objects.requireNonNull(bounds, "bounds");
        return this;
    }

    /** Encodes values that are neither bytes nor strings; a codec without grants unless said, which takes the closure of the value type. */
    public DurableMapBuilder<K, V> codec(Codec valueCodec) {
        codec = Objects.requireNonNull(valueCodec, "valueCodec");
        return this;
    }

    /** Sizes the index for so many keys at once, 14 to 27 bytes each off the heap; without it, it grows as needed. */
    public DurableMapBuilder<K, V> expectedRecords(long count) {
        if (count < 0 || count > MOST_EXPECTED_RECORDS) {
            throw new IllegalArgumentException(
                    "store: expectedRecords=" + count + ", allowed=0.." + MOST_EXPECTED_RECORDS);
        }
        expectedRecords = count;
        return this;
    }

    /**
     * Whether {@link DurableMap#get}, {@link DurableMap#getAll}, {@link DurableMap#view} and {@link DurableMap#containsKey} verify the checksum of
     * what they read; yes unless said. Costs more the longer the values are. Without it they still compare the key and keep within the segment, and
     * never say that a damaged key is absent, but a value may be damaged or of a wrong length. Reads that decide about a change, that name a sequence
     * number or hand out stored bytes, and scans, verify in any event.
     */
    public DurableMapBuilder<K, V> verifyReads(boolean verify) {
        verifyReads = verify;
        return this;
    }

    /** Reads and verifies the whole log when opening, even after a clean close. */
    public DurableMapBuilder<K, V> verifyOnOpen(boolean verify) {
        verifyOnOpen = verify;
        return this;
    }

    /** When and how fast dead records are given back; in the background unless said. */
    public DurableMapBuilder<K, V> compaction(Compaction manner) {
        compaction = Objects.requireNonNull(manner, "manner");
        return this;
    }

    /** Tells the time to which expiries are compared; the system's unless said. */
    public DurableMapBuilder<K, V> clock(InstantSource time) {
        clock = new BoundedClock(time);
        return this;
    }

    /**
     * Encrypts keys and values on disk with keys of the store's own, which this one opens. For a new store, or one that was made with it; equal keys
     * and the lengths of keys and values can be seen on disk.
     */
    public DurableMapBuilder<K, V> encryption(StoreKey masterKey) {
        encryption = Objects.requireNonNull(masterKey, "masterKey");
        return this;
    }

    /**
     * Lets the store remember the value class given here from now on, whatever it was opened with before. Without it, a class that does not fit the one that
     * the store was created with is refused: one that is neither the same, renamed ({@link io.tellask.codec.FormerName}), above nor below it, and that does
     * not read the first value.
     */
    public DurableMapBuilder<K, V> changeValueClass() {
        changingClass = true;
        return this;
    }

    /** Keys and values as stored, whatever their kinds; only for a store that is there. */
    DurableMapBuilder<K, V> raw() {
        raw = true;
        return this;
    }

    /** For tests: the file system to use. */
    DurableMapBuilder<K, V> files(StoreFiles fileSystem) {
        files = fileSystem;
        return this;
    }

    /**
     * Opens the map, creating directory and store where there are none. A thread that is interrupted opens it as well, and stays interrupted.
     *
     * @throws StoreTypeException if a type cannot be stored, or the store holds others, see {@link #changeValueClass}
     * @throws StoreKeyException if the store is encrypted with another key than the one given, or none was
     * @throws StoreLockedException if the directory is open already
     * @throws StoreDamagedException if something that was on disk completely is not what was written
     * @throws StoreIoException if the directory cannot be read or written, is a backup, or holds files of somebody else and no store
     */
    public DurableMap<K, V> open() {
        KeyCodec<K> keys = KeyCodec.of(keyType);
        checkValueType();
        StoreOptions options = new StoreOptions(
                durability, period, limits, expectedRecords, verifyReads, verifyOnOpen, compaction, clock, files);
        try {
            return Uninterrupted.get(() -> open(keys, options));
        } catch (NotAFileException e) {
            throw e.damaged();
        } catch (IOException e) {
            throw new StoreIoException(
                    "store: directory=" + directory + " cannot be opened, reason=" + StoreIoException.reason(e)
                            + "; check that it exists and may be written",
                    e);
        }
    }

    /** May be done again: what it leaves halfway is what a crash leaves. */
    private DurableMap<K, V> open(KeyCodec<K> keys, StoreOptions options) throws IOException {
        Files.createDirectories(directory);
        BackupManifest.refuseIn(directory);
        SegmentDirectory.requireOwn(directory);
        StoreLock lock = ClosedStore.lock(directory, files);
        try {
            StoreIdentity identity = identity(keys.signature(), ValueCodec.signatureOf(valueType));
            StoreCipher cipher = encryption == null
                    ? null
                    : new StoreCipher(StoreKeys.read(directory, encryption.key(), identity.id()), identity.id());
            Shard shard = new Shard(directory, identity, options, lock, Recovery.run(directory, identity, options));
            DurableMap<K, V> map = new DurableMap<>(
                    shard,
                    cipher == null ? keys : new EncryptedKeyCodec<>(keys, cipher),
                    ValueCodec.of(valueType, codec, shard),
                    cipher);
            requireValueClass(identity, map);
            return map;
        } catch (IOException | RuntimeException | Error e) {
            lock.close();
            throw e;
        }
    }

    private void requireValueClass(StoreIdentity identity, DurableMap<K, V> map) {
        ValueClass values = new ValueClass(identity.valueClass(), valueType);
        if (raw || values.fitsByName()) {
            return;
        }
        try {
            values.requireReadable(map);
        } catch (RuntimeException | Error e) {
            map.close();
            throw e;
        }
    }

    /** A primitive type stands for the class of its boxes, as for keys. */
    @SuppressWarnings("unchecked")
    private static <T> Class<T> boxed(Class<T> type) {
        return (Class<T>) MethodType.methodType(type).wrap().returnType();
    }

    private void checkValueType() {
        try {
            codec.check(valueType);
        } catch (EncodeException e) {
            throw new StoreTypeException(
                    "store: value type=" + valueType.getName() + " cannot be stored, reason=" + e.getMessage(), e);
        }
    }

    /** Reads what the store is, and refuses other types; makes a new one where there is none. */
    private StoreIdentity identity(String plainKeys, String plainValues) throws IOException {
        String keys = encryption == null ? plainKeys : StoreCipher.keyKind(plainKeys);
        String values = encryption == null ? plainValues : StoreCipher.valueKind(plainValues);
        StoreIdentity identity = StoreIdentity.read(directory);
        if (identity == null) {
            identity = StoreIdentity.fresh(keys, values).withValueClass(declaredClass());
            boolean lost = SegmentDirectory.holdsRemains(directory)
                    || !new SegmentDirectory(directory, identity.id(), files)
                            .numbers()
                            .isEmpty();
            if (lost) {
                throw new StoreDamagedException(
                        directory.resolve(StoreIdentity.FILE).toString(), -1, 0, "file is missing");
            }
            if (encryption != null) {
                StoreKeys.fresh().write(directory, encryption.key(), identity.id());
            }
            Recovery.create(directory, identity, files);
            files.forceDirectory(directory.resolve(".."));
        }
        if (!raw) {
            identity.require(directory, keys, values);
        }
        if (changingClass && !identity.valueClass().equals(declaredClass())) {
            identity = identity.withValueClass(declaredClass());
            identity.write(directory, files);
        }
        return identity;
    }

    /** What the store remembers of the value class: bytes and strings are told by their kind. */
    private String declaredClass() {
        return ValueCodec.signatureOf(valueType).equals("codec") ? valueType.getName() : "";
    }
}
