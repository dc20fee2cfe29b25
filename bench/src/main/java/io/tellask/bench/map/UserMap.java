package io.tellask.bench.map;

import org.jspecify.annotations.Nullable;

/** A map under test, from keys to raw bytes. It keeps a copy of what is put, and hands out copies. */
interface UserMap extends AutoCloseable {
    void put(String key, byte[] value);

    byte @Nullable [] get(String key);

    /** Visits all entries and returns the sum of {@link MapProcess#digest} over them. */
    long scan();

    int size();

    /** Bytes of files for all entries, 0 for a map in memory. */
    long fileBytes();

    @Override
    void close();
}
