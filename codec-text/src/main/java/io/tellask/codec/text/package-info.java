/**
 * The codec's object model as JSON and CBOR: {@link io.tellask.codec.text.JsonEncoding} and {@link
 * io.tellask.codec.text.CborEncoding}, both made from a {@link io.tellask.codec.Codec}.
 *
 * <p>Writing goes from the codec's message to its nodes ({@link io.tellask.codec.MessageNode}) and by a {@code
 * TreeWriter} into a {@code TreeSink}; reading goes through a {@code Tree} and the {@code TreeBinder} back to nodes and
 * to the codec, so that hooks, identity, limits and the allow-list are the codec's own.
 */
@NullMarked
package io.tellask.codec.text;

import org.jspecify.annotations.NullMarked;
