package io.tellask.kv;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Keys of one map among those of a group, which keeps all maps in one. Immutable.
 *
 * <pre>
 * +-------------+---------+---------
 * | length: u8  | name    | key …
 * +-------------+---------+---------
 * </pre>
 *
 * Where the length is 0, the value is the catalogue: the names of all maps, one a line.
 */
record GroupKeys(byte[] head) {
    /** Key of the catalogue. */
    static final byte[] CATALOGUE = {0};

    static GroupKeys of(String map) {
        byte[] name = map.getBytes(StandardCharsets.US_ASCII); // which is all that a name may have
        return new GroupKeys(ByteBuffer.allocate(1 + name.length)
                .put((byte) name.length)
                .put(name)
                .array());
    }

    /** The key in the group of a key, or of a prefix, of the map. */
    byte[] inGroup(byte[] key) {
        return ByteBuffer.allocate(head.length + key.length).put(head).put(key).array();
    }

    /** The key in the map of a key in the group. */
    byte[] inMap(byte[] key) {
        return Arrays.copyOfRange(key, head.length, key.length);
    }
}
