package io.tellask.kv;

import io.tellask.store.Durability;
import io.tellask.store.DurableMap;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** The open streams of one map: those who follow its changes, and those who scan its records. Thread-safe. */
final class Subscribers {
    private final MapDamage damage;
    private final DurableMap<byte[], byte[]> map;
    private final KeyValueOptions options;
    private final CopyOnWriteArrayList<ChangeStream> open = new CopyOnWriteArrayList<>();
    private final Set<RecordStream> scans = ConcurrentHashMap.newKeySet();

    Subscribers(MapDamage damage, DurableMap<byte[], byte[]> map, KeyValueOptions options) {
        this.damage = damage;
        this.map = map;
        this.options = options;
    }

    String mapName() {
        return damage.map();
    }

    /** Tells of damage that a stream meets. */
    MapDamage damage() {
        return damage;
    }

    DurableMap<byte[], byte[]> map() {
        return map;
    }

    int mostBehindBytes() {
        return options.subscriberBytes();
    }

    boolean forcesWrites() {
        return options.durability() == Durability.FORCED;
    }

    int count() {
        return open.size();
    }

    void add(ChangeStream stream) {
        synchronized (open) {
            if (open.size() >= options.subscribers()) {
                throw new KeyValueException("subscriber refused: map=" + mapName() + ", subscribers=" + open.size()
                        + " >= subscribers=" + options.subscribers() + "; end one, or raise the server's limit");
            }
            open.add(stream);
        }
    }

    void remove(ChangeStream stream) {
        open.remove(stream);
    }

    void add(RecordStream scan) {
        scans.add(scan);
    }

    void remove(RecordStream scan) {
        scans.remove(scan);
    }

    /** The map was written to. */
    void wrote() {
        if (!open.isEmpty()) {
            open.forEach(ChangeStream::wrote);
        }
    }

    /** Ends all streams: the map is about to be closed. */
    void end(Throwable reason) {
        open.forEach(stream -> stream.end(reason));
        scans.forEach(scan -> scan.end(reason));
    }
}
