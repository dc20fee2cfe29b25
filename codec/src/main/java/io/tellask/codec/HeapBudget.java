package io.tellask.codec;

/**
 * Grants heap to a decoder while a message makes it allocate: a byte of the message may name an object that takes many.
 *
 * <p>The decoder asks before it makes arrays of references, collections and tables, with an estimate of them and of small objects that fill them. It
 * does not ask for what lies in the message as it will lie in the heap, such as strings and arrays of bytes, nor for the fields of objects.
 */
@FunctionalInterface
public interface HeapBudget {
    /** Asks for so many bytes more; false if there is no room, and then the message is refused. */
    boolean take(long bytes);
}
