package io.tellask.codec;

/** What a decoder does when the writer's class had other fields than the reader's. */
public enum Schema {
    /**
     * Fields are matched by name: unknown ones are read and dropped, missing ones keep their default, numbers are
     * widened.
     */
    COMPATIBLE,

    /** Any difference is refused with a {@link DecodeException} that names it. */
    STRICT
}
