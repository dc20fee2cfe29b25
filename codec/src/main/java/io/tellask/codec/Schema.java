package io.tellask.codec;

/** What a decoder does when the writer's class had other fields than the reader's. */
public enum Schema {
    /**
     * Fields are matched by name, by {@link FormerName} and along the hierarchy: unknown ones are read and dropped,
     * missing ones keep their default, numbers are widened. Constants of enums are matched by name too.
     */
    COMPATIBLE,

    /** Any difference is refused with a {@link DecodeException} that names it. */
    STRICT
}
