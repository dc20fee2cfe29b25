package io.tellask.kv;

import io.tellask.store.Scan;
import org.jspecify.annotations.Nullable;

/** The records of a map whose key begins with a prefix, as of the moment when somebody subscribes. */
final class RecordStream extends PacedStream<KeyValue> {
    private final Subscribers subscribers;
    private final byte[] prefix;
    private @Nullable Scan<byte[], byte[]> records;

    RecordStream(Subscribers subscribers, byte[] prefix) {
        this.subscribers = subscribers;
        this.prefix = prefix;
    }

    @Override
    void begin() {
        records = subscribers.map().scan(prefix);
        subscribers.add(this);
    }

    @Override
    void feed() {
        Scan<byte[], byte[]> scan = records;
        while (scan != null && next(scan, subscribers.damage()) && emit(new KeyValue(scan.key(), scan.value()))) {
            // emit waits
        }
    }

    @Override
    void release() {
        subscribers.remove(this);
        if (records != null) {
            records.close();
        }
    }

    @Override
    int bytes(KeyValue record) {
        return record.key().length + record.value().length;
    }
}
