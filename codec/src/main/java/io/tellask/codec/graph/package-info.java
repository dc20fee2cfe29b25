/**
 * The graph of one message while it is written or read, whatever classes it holds: heads, references, strings, budgets, depth.
 *
 * <p>Open {@link io.tellask.codec.graph.GraphWriter} first, then {@code GraphReader}, and {@code TypeCodec} for what the
 * packages above implement for each class. {@code TypeRegistry} is where a message finds the codec of a class, {@code
 * WriteScope} and {@code ReadScope} what sessions and stores know of classes; {@code DeepStack} takes over where
 * objects are nested deeply. {@code FormCodecs} has the codecs of a class for both forms; {@code PositionWriter} and
 * {@code PositionReader} are steps of the wide one, at a position of an array. Uses all packages before it
 * in {@code docs/ARCHITECTURE.md}.
 */
@NullMarked
package io.tellask.codec.graph;

import org.jspecify.annotations.NullMarked;
