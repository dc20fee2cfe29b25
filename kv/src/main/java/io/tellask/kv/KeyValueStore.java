package io.tellask.kv;

import io.tellask.actor.Promise;
import io.tellask.store.StoreDamagedException;
import java.util.List;

/**
 * The contract of a key-value server: a directory of named maps. Whoever holds the reference of a map may read and write it.
 *
 * <p>A name has 1 to 64 letters, digits, {@code .}, {@code _} or {@code -} and does not begin with a dot.
 */
public interface KeyValueStore {
    /** The name it is published by unless the server chooses another. */
    String PUBLISHED_NAME = "kv";

    /**
     * The map of a name, made if there is none. Fails with {@link KeyValueException} for a bad name, one map too many, or a folder of that
     * name that is none of a map, and with {@link StoreDamagedException} for a damaged map.
     */
    Promise<KeyValueMap> open(String name) throws KeyValueException, StoreDamagedException;

    /**
     * The map of a name, which must exist; for reading, so that a mistyped name makes nothing. Fails with {@link KeyValueException}, which
     * names the maps there are, if there is none.
     */
    Promise<KeyValueMap> find(String name) throws KeyValueException, StoreDamagedException;

    /** The names of all maps, sorted, with those that are damaged. */
    Promise<List<String>> names();
}
