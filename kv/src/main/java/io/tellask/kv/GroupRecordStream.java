package io.tellask.kv;

import io.tellask.cluster.MapScan;
import io.tellask.remote.UntakenItems;
import org.jspecify.annotations.Nullable;

/** The records of a map that one member of a group has, as of the moment when somebody subscribes. */
final class GroupRecordStream extends PacedStream<KeyValue> {
    private final GroupCopy copy;
    private final GroupKeys keys;
    private final byte[] prefix;
    private @Nullable MapScan records;

    GroupRecordStream(GroupCopy copy, GroupKeys keys, byte[] prefix) {
        this.copy = copy;
        this.keys = keys;
        this.prefix = prefix;
    }

    @Override
    void begin() {
        records = copy.scan(keys.inGroup(prefix));
    }

    @Override
    void feed() {
        MapScan scan = records;
        while (scan != null
                && next(() -> copy.told(() -> scan.nextWithin(UntakenItems.PASSED_BYTES)), scan::hasEnded)
                && emit(new KeyValue(keys.inMap(scan.key()), scan.value()))) {
            // emit waits
        }
    }

    @Override
    void release() {
        if (records != null) {
            records.close();
        }
    }

    @Override
    int bytes(KeyValue record) {
        return record.key().length + record.value().length;
    }
}
