package io.tellask.cli.transfer;

import io.tellask.store.KeyKind;
import io.tellask.store.StoreException;
import io.tellask.store.StoreImport;
import io.tellask.store.StoreKey;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** The store that a file is read into: made by the title, filled by the records, and kept only if the file ends as it says. Not thread-safe. */
final class ImportTarget implements AutoCloseable {
    private final Path directory;
    private final @Nullable StoreKey key;
    private final LongConsumer progress;
    private @Nullable StoreImport store;
    private long records;
    private boolean complete;

    ImportTarget(Path directory, @Nullable StoreKey key, LongConsumer progress) {
        this.directory = directory;
        this.key = key;
        this.progress = progress;
    }

    long records() {
        return records;
    }

    void begin(long version, String keys, String values) {
        if (store != null) {
            throw new TransferException("there is a second title");
        }
        if (version != Title.VERSION) {
            throw new TransferException(
                    "version=" + version + ", known=" + Title.VERSION + "; use the release that wrote it");
        }
        store = StoreImport.into(directory, keys, values, key);
    }

    private StoreImport open() {
        if (store == null) {
            throw new TransferException("the title is missing: the first line says kinds of keys and values");
        }
        if (complete) {
            throw new TransferException("something follows the end");
        }
        return store;
    }

    KeyKind keys() {
        return open().keys();
    }

    String values() {
        return open().values();
    }

    void schema(String fingerprint, byte[] descriptor) {
        try {
            open().schema(HexFormat.fromHexDigitsToLong(fingerprint), descriptor);
        } catch (IllegalArgumentException e) {
            throw new TransferException("fingerprint of a schema is not 16 hexadecimal digits");
        }
    }

    void record(Object key, byte[] value, @Nullable String expiry) {
        StoreImport target = open();
        try {
            if (!target.put(target.keys().encode(key), value, expiry == null ? null : Instant.parse(expiry))) {
                throw new TransferException("key stands twice; no export writes it again");
            }
        } catch (DateTimeException e) {
            throw new TransferException("expiry is not a time such as 2100-01-01T00:00:00Z");
        } catch (StoreException e) {
            throw new TransferException(Objects.requireNonNullElse(e.getMessage(), "the record is refused"));
        }
        progress.accept(++records);
    }

    /** Compares with what the last line says. */
    void end(long expectedRecords, String expectedChecksum, String checksum) {
        Objects.requireNonNull(open());
        if (expectedRecords != records) {
            throw new TransferException(
                    "records=" + records + ", expected=" + expectedRecords + "; the file is not whole");
        }
        if (!expectedChecksum.equals(checksum)) {
            throw new TransferException(
                    "checksum=" + checksum + ", expected=" + expectedChecksum + "; the file was changed");
        }
        complete = true;
    }

    /** Gives the store its name, if the file was whole. */
    void complete() {
        if (store == null || !complete) {
            throw new TransferException("import: the file ends early: its last line is missing; use a whole one");
        }
        store.complete();
    }

    @Override
    public void close() {
        if (store != null) {
            store.close();
        }
    }
}
