/**
 * Keys and values to stored bytes and back. A {@link io.tellask.store.codec.KeyCodec} writes keys so that equal keys have equal bytes; a
 * {@link io.tellask.store.codec.ValueCodec} writes values, objects among them with the schema that they were written by.
 */
@NullMarked
package io.tellask.store.codec;

import org.jspecify.annotations.NullMarked;
