package io.tellask.store.segment;

import io.tellask.store.StoreTypeException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads an encoded key from a heap array. Not thread-safe. */
public final class KeyInput {
    private final byte[] array;
    private int at;
    private int limit;

    public KeyInput(byte[] array, int offset, int length) {
        this.array = array;
        at = offset;
        limit = offset + length;
    }

    public int remaining() {
        return limit - at;
    }

    /** Moves the end of what may be read; returns the old one. */
    public int limitTo(int count) {
        require(count);
        int old = limit;
        limit = at + count;
        return old;
    }

    public void limit(int newLimit) {
        limit = newLimit;
    }

    public String readUtf8(int length) {
        require(length);
        String text = new String(array, at, length, StandardCharsets.UTF_8);
        at += length;
        return text;
    }

    public byte[] readBytes(int length) {
        require(length);
        at += length;
        return Arrays.copyOfRange(array, at - length, at);
    }

    public long readBigEndian(int bytes) {
        require(bytes);
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            value = value << 8 | (array[at++] & 0xFF);
        }
        return value;
    }

    private void require(int count) {
        if (count < 0 || count > limit - at) {
            throw new StoreTypeException("store: key ends early, needed=" + count + ", remaining=" + (limit - at)
                    + "; it was written as raw bytes of another key type");
        }
    }
}
