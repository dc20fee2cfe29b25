/**
 * Streams of {@code java.io} serialization, read under a codec's grants and budgets.
 *
 * <p>Open {@link io.tellask.codec.jdk.JdkStreams} first, then {@code JdkStream}, {@code JdkStreamScan}, which goes through the bytes before
 * anything is made of them, and {@code JdkStreamFilter}. Uses {@code trust} and {@code hashing}.
 */
@NullMarked
package io.tellask.codec.jdk;

import org.jspecify.annotations.NullMarked;
