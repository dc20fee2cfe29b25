package io.tellask.kv.resp.message;

import java.util.Arrays;

/** Bytes as a key of a hash table: a channel, a pattern, a watched key. Immutable, as long as nobody changes the array. */
public final class ByteString implements Comparable<ByteString> {
    private final byte[] bytes;
    private final int hash;

    public ByteString(byte[] bytes) {
        this.bytes = bytes;
        hash = Arrays.hashCode(bytes);
    }

    public byte[] bytes() {
        return bytes;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ByteString string && Arrays.equals(bytes, string.bytes);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    /* Hash tables sort what collides, so that keys chosen to collide cost a logarithm and not a walk. */
    @Override
    public int compareTo(ByteString other) {
        return Arrays.compareUnsigned(bytes, other.bytes);
    }
}
