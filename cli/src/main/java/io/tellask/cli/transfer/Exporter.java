package io.tellask.cli.transfer;

import io.tellask.codec.ByteReader;
import io.tellask.codec.Codec;
import io.tellask.codec.CodecException;
import io.tellask.codec.ScopedDecoder;
import io.tellask.codec.text.JsonEncoding;
import io.tellask.store.KeyKind;
import io.tellask.store.Scan;
import io.tellask.store.StoredMap;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Writes all records of a store as they are at one moment, one after the other, in little memory. Not thread-safe. */
public final class Exporter {
    private final StoredMap store;
    private final boolean readable;
    private final KeyKind keys;
    private final @Nullable ScopedDecoder decoder;
    private final JsonEncoding json = JsonEncoding.of(Codec.standard());

    /** Values of the codec are written as JSON, too, where they are to be {@code readable}. */
    public Exporter(StoredMap store, boolean readable) {
        this.store = store;
        this.readable = readable;
        keys = KeyKind.parse(store.keys());
        Map<Long, byte[]> schemas = store.schemas();
        decoder = store.values().equals("codec") ? Codec.standard().newStoreDecoder(schemas::get) : null;
    }

    /** Writes JSON Lines; returns how many records there were, and tells that after each. */
    public long writeJsonLines(OutputStream out, LongConsumer progress) throws IOException {
        return write(new JsonLinesFormat(out), progress);
    }

    /** Writes CSV; returns how many records there were, and tells that after each. */
    public long writeCsv(OutputStream out, LongConsumer progress) throws IOException {
        return write(new CsvFormat(out), progress);
    }

    private long write(ExportFormat format, LongConsumer progress) throws IOException {
        format.begin(
                new Title(store.keys(), store.values(), store.map().statistics().sequence()));
        for (Map.Entry<Long, byte[]> schema : store.schemas().entrySet()) {
            format.schema(schema.getKey(), schema.getValue());
        }
        long records = 0;
        try (Scan<byte[], byte[]> scan = store.map().scan()) {
            while (scan.next()) {
                byte[] value = scan.value();
                format.row(new Row(keys.decode(scan.key()), value, described(value), scan.expiry()));
                progress.accept(++records);
            }
        }
        format.end(records);
        return records;
    }

    /** The value as JSON on one line, or null where it is not to be or cannot be told so. */
    private @Nullable String described(byte[] value) {
        if (decoder == null || !readable) {
            return null;
        }
        ByteReader in = new ByteReader();
        in.wrap(value, 0, value.length);
        try {
            return new String(json.encodeModel(decoder.describe(in)), StandardCharsets.UTF_8);
        } catch (CodecException e) {
            return null;
        }
    }
}
