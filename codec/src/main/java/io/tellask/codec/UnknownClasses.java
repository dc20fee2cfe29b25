package io.tellask.codec;

/**
 * What a decoder does with an object whose class is not granted or does not exist here, as happens when the other side
 * is newer. No choice loads such a class.
 *
 * <p>An array, an enum set or an enum map whose component is unknown is refused always: it would have to hold what
 * cannot be made here.
 */
public enum UnknownClasses {
    /** The message is refused with a {@link DecodeException} that names the class. */
    REFUSE,

    /**
     * The object is read and dropped: null stands wherever the message refers to it. A set or map that holds no null, as
     * those of {@code Set.of}, {@code Map.of} and {@code ConcurrentHashMap}, and a queue or sorted key, refuse the
     * message; a blocking queue leaves the element out.
     */
    SKIP,

    /**
     * The object becomes a {@link MessageNode}, which encodes to the same object again. A field or component whose type
     * cannot hold a node refuses the message.
     */
    KEEP
}
