package io.tellask.kv.resp;

/**
 * A key of a database.
 *
 * @param database the database's number
 * @param key the key
 */
record WatchedKey(int database, ByteString key) {
    /** What watching it holds of memory, about. */
    long heldBytes() {
        return 340L + key.bytes().length;
    }
}
