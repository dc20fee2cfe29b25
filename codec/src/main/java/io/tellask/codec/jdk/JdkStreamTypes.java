package io.tellask.codec.jdk;

import io.tellask.codec.hashing.HashedClasses;
import org.jspecify.annotations.Nullable;

/** What reading a stream of the JDK asks of the types that a codec knows. Thread-safe. */
public interface JdkStreamTypes extends HashedClasses {
    /** The built-in class of a name that a stream may bring without a grant, or null. */
    @Nullable
    Class<?> builtInNamed(String name);

    /** Whether a stream may bring a class without a grant because it is built in. */
    boolean isBuiltIn(Class<?> type);

    /** Whether objects of a class of the JDK hold locks. */
    boolean holdsLocks(Class<?> type);

    /** Whether the application itself granted a class. */
    boolean isGranted(Class<?> type);
}
