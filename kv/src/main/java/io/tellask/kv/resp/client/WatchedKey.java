package io.tellask.kv.resp.client;

import io.tellask.kv.resp.message.ByteString;

/**
 * A key of a database.
 *
 * @param database the database's number
 * @param key the key
 */
public record WatchedKey(int database, ByteString key) {
    /** What watching it holds of memory, about. */
    long heldBytes() {
        return 340L + key.bytes().length;
    }
}
