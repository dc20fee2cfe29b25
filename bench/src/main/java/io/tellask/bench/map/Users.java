package io.tellask.bench.map;

import java.nio.charset.StandardCharsets;

/**
 * The entries of the founding experiment: user {@code i} has the key {@code u<i>} and about 60 bytes with its uid, names,
 * last login and two friends. Every call makes new objects, so that keys are equal but never the same.
 */
public final class Users {
    private Users() {}

    /** The key of a user. */
    public static String key(int id) {
        return "u" + id;
    }

    /** A key as bytes, for maps that take nothing else. */
    public static byte[] bytes(String key) {
        return key.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** A key made of its bytes. */
    public static String string(byte[] key) {
        return new String(key, StandardCharsets.ISO_8859_1);
    }

    /** What is stored for a user; {@code version} changes with every update. */
    public static byte[] value(int id, int version) {
        String text = "u" + id + "|First" + id % 1_000 + "|Name" + id % 10_000 + "|" + (1_763_625_600_000L + version)
                + "|u" + (id - 1) + ",u" + (id + 1);
        return bytes(text);
    }
}
