package io.tellask.codec;

/** What a decoder does when the writer's class had other fields than the reader's. */
public enum Schema {
    /**
     * Fields are matched by name, by {@link FormerName} and along the hierarchy: unknown ones are read and dropped,
     * missing ones keep their default, numbers are widened. Constants of enums are matched by name too.
     */
    COMPATIBLE,

    /**
     * Fields, components and constants must be the same by name and kind: a primitive, a string, or any other
     * reference. Other differences are refused with a {@link DecodeException} that names them. The declared types of
     * references, and which class of the hierarchy declares a field, are no part of a description: a value is refused
     * where its field does not take it.
     */
    STRICT
}
