package io.tellask.remote;

import java.util.Locale;

/**
 * How the arguments, results and items of a session travel. The client chooses, by {@link Client.Builder#encoding} or in the address:
 * {@code tellask://127.0.0.1:7411?encoding=json}. Calls, references and streams work alike in all of them.
 *
 * <p>All but {@link #BINARY} need the module {@code io.tellask.codec.text} on both sides. They are for peers without the classes, for
 * other languages and for people who read what travels; the binary form is several times smaller and faster.
 */
public enum ValueEncoding {
    /** The codec's own form. */
    BINARY,
    /** CBOR, as {@code docs/CODEC_TEXT.md} has it. */
    CBOR,
    /** JSON, as {@code docs/CODEC_TEXT.md} has it. */
    JSON;

    /** As addresses write it. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String toString() {
        return id();
    }
}
