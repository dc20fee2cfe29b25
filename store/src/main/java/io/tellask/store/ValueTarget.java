package io.tellask.store;

/** Where {@link DurableMap#copyTo} puts a value: a part of an array of the caller's. */
public interface ValueTarget {
    /**
     * Makes room for a value of so many bytes. Called again, in place of the call before, if the value moves meanwhile; what is in the room counts
     * only once {@link DurableMap#copyTo} has returned true.
     */
    void room(int valueBytes);

    /** The array with the room that was made. */
    byte[] array();

    /** Where in the array it begins. */
    int offset();
}
