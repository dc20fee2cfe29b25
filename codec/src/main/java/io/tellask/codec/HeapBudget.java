package io.tellask.codec;

/**
 * Grants heap to a decoder while a message makes it allocate: a byte of the message may name an object that takes many.
 *
 * <p>The decoder asks before it makes arrays of references, collections and tables, with an estimate of them and of what holds their elements, and now
 * and then, and at the end of the message, for the objects that it made: a size for each, and the fields of those that have many. It
 * does not ask for what lies in the message as it will lie in the heap, such as letters of strings and bytes of arrays.
 */
@FunctionalInterface
public interface HeapBudget {
    /** Asks for so many bytes more; false if there is no room, and then the message is refused. */
    boolean take(long bytes);
}
