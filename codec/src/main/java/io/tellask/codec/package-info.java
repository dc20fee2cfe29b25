/**
 * Object graphs to bytes and back: allow-list, budgets, schemas.
 *
 * <p>Open {@link io.tellask.codec.Codec} first, then {@code graph.GraphWriter} for one message and {@code
 * registry.ClassCodecs} for how a class gets its code. Here is what users see. {@code docs/ARCHITECTURE.md} groups the classes, {@code docs/CODEC_FORMAT.md} has the
 * bytes.
 */
@NullMarked
package io.tellask.codec;

import org.jspecify.annotations.NullMarked;
