package io.tellask.codec;

/**
 * Makes the {@link Encoding}s of one name, for parts that do not know who has them: found as a service. Thread-safe.
 */
public interface EncodingProvider {
    /** The name of the encoding, such as {@code json}. */
    String name();

    /** The encoding of the classes that a codec trusts, within its limits. */
    Encoding of(Codec codec);
}
