package io.tellask.bench.map.peers;

import java.nio.charset.StandardCharsets;

/** Keys as bytes, for maps that take nothing else. */
final class Latin1 {
    private Latin1() {}

    static byte[] bytes(String key) {
        return key.getBytes(StandardCharsets.ISO_8859_1);
    }

    static String string(byte[] key) {
        return new String(key, StandardCharsets.ISO_8859_1);
    }
}
