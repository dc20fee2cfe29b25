package io.tellask.codec;

/**
 * Carries class descriptors to the decoder of a session, each once.
 *
 * <p>Called by a {@link ScopedEncoder} under its lock, before the first body that uses {@code id} is completed:
 * whoever sends both in the order in which they were produced needs nothing more. An exception thrown here is the
 * cause of the {@link EncodeException} of that call, and the class is announced again.
 */
@FunctionalInterface
public interface SchemaSink {
    void announce(int id, byte[] descriptor);
}
