package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;

/** Values of 40 bytes that say which key and which version of it they are, so that a torn or foreign one is noticed. */
final class NumberedValue {
    private NumberedValue() {}

    static byte[] of(int key, int version) {
        return ByteBuffer.allocate(40)
                .putInt(key)
                .putInt(version)
                .putInt(36, key ^ version)
                .array();
    }

    /** Returns the version, after checking that the value is whole and belongs to the key. */
    static int versionOf(int key, byte[] value) {
        ByteBuffer in = ByteBuffer.wrap(value);
        assertThat(in.getInt(0)).isEqualTo(key);
        assertThat(in.getInt(36)).isEqualTo(key ^ in.getInt(4));
        return in.getInt(4);
    }
}
