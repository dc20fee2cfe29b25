package io.tellask.bench.map;

import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A map under test, from keys to raw bytes. It keeps a copy of what is put, and hands out copies. A process makes one through a public
 * constructor with four parameters: a folder that it has for itself and may hold a map, the entries to make room for, whether
 * {@link #putForced} is what will be called, instead of {@link #put}, and the name of the contender.
 */
public interface UserMap extends AutoCloseable {
    void put(String key, byte[] value) throws Exception;

    byte @Nullable [] get(String key) throws Exception;

    /** The values of several keys, in their order, by the map's own call for that; null where it has none. */
    default @Nullable List<byte @Nullable []> getAll(List<String> keys) throws Exception {
        return null;
    }

    /** Visits all entries with key and value as objects, and returns the sum of {@link MapProcess#digest} over them. */
    long scan() throws Exception;

    /** Visits all records without making objects of them and returns how many there are; empty if there is no such way. */
    default OptionalLong scanRecords() {
        return OptionalLong.empty();
    }

    int size();

    /** Puts a value and returns when it will survive a power cut. Called by many threads. */
    default void putForced(String key, byte[] value) throws Exception {
        throw new UnsupportedOperationException("no put that waits for the disk");
    }

    /** Returns when nothing is left to be done in the background for what was put, as far as the map lets one wait for that. */
    default void settle() throws Exception {}

    /** Gives back the space of what was replaced, as far as the map can while it is open. */
    default void compact() throws Exception {}

    /** Bytes of the records that hold an entry, in the map's own format, where it tells. */
    default OptionalLong liveRecordBytes() {
        return OptionalLong.empty();
    }
}
