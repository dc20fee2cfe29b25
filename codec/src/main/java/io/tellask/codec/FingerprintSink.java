package io.tellask.codec;

/**
 * Keeps class descriptors by fingerprint, for bytes that outlive their writer: the log of a store.
 *
 * <p>A store encoder calls it once per class, under its lock, before the first body that names the fingerprint is
 * completed. A sink that already holds the fingerprint has nothing to do. An exception thrown here is the cause
 * of the {@link EncodeException} of that call, and the class is announced again.
 */
@FunctionalInterface
public interface FingerprintSink {
    void announce(long fingerprint, byte[] descriptor);
}
