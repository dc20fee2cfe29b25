/**
 * Numbers, strings and names as bytes and bits: what every package above writes and reads with.
 *
 * <p>Open {@link io.tellask.codec.bytes.Varints} first, then {@code Strings} for the two forms of a string and {@code
 * NameCode} for names in descriptors. Uses only the byte buffers and exceptions that users see, and {@code failure}.
 */
@NullMarked
package io.tellask.codec.bytes;

import org.jspecify.annotations.NullMarked;
