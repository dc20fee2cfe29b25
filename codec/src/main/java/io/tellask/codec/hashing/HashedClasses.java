package io.tellask.codec.hashing;

/** What counting the cost of hashes asks of the classes that a codec knows. Thread-safe. */
public interface HashedClasses {
    /** Whether hashing and comparing an object of a class visits nothing that it refers to. */
    boolean isHashedByIdentity(Class<?> type);

    /** What objects of a class of the application refer to. */
    HeldReferences referencesOf(Class<?> type);
}
