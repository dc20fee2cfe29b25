package io.tellask.codec;

/**
 * How the bodies of objects lie in a message. Every decoder reads both, whatever its codec is built with; the descriptors
 * of classes are the same.
 */
public enum MessageForm {
    /** Few bytes: numbers by their length, repeated strings once. What is kept has it unless another is chosen. */
    COMPACT,

    /** Few instructions: numbers in full width, each string in its place. Sessions have it unless another is chosen. */
    WIDE
}
