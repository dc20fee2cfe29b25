package io.tellask.kv;

import io.tellask.actor.Promise;
import java.util.List;

/**
 * The contract of a key-value server: a directory of named maps. Whoever holds the reference of a map may read and write it.
 *
 * <p>A name has 1 to 64 letters, digits, {@code .}, {@code _} or {@code -} and does not begin with a dot.
 */
public interface KeyValueStore {
    /** The name it is published by unless the server chooses another. */
    String PUBLISHED_NAME = "kv";

    /** The map of a name, made if there is none. Fails with {@link KeyValueException} for a bad name or one map too many. */
    Promise<KeyValueMap> open(String name);

    /** The names of all maps, sorted. */
    Promise<List<String>> names();
}
