/**
 * What a class looks like: its descriptor on the wire, its fields and the handles that reach them here, and how fields
 * that another version wrote become those of this one.
 *
 * <p>Open {@link io.tellask.codec.schema.Descriptor} first, then {@code ClassShape} and {@code FieldMatch}. Knows nothing
 * of messages. Uses {@code bytes}.
 */
@NullMarked
package io.tellask.codec.schema;

import org.jspecify.annotations.NullMarked;
