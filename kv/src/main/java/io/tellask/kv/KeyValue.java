package io.tellask.kv;

import java.nio.charset.StandardCharsets;

/** One record of a map. The arrays are the record's own: a receiver may change them, a spore must not. */
public record KeyValue(byte[] key, byte[] value) {
    /** The key read as UTF-8. */
    public String keyText() {
        return new String(key, StandardCharsets.UTF_8);
    }

    /** The value read as UTF-8. */
    public String valueText() {
        return new String(value, StandardCharsets.UTF_8);
    }
}
