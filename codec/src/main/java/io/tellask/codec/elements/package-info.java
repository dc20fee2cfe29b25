/**
 * What collections and maps have in common: the shapes of their elements, and keys that enter when they are complete.
 *
 * <p>Open {@link io.tellask.codec.elements.Elements} first, then {@code KeyedReading} and {@code KeyedFill} for sets and
 * maps; {@code SequenceParts} and {@code EntryParts} serve deep nesting. Uses {@code graph}.
 */
@NullMarked
package io.tellask.codec.elements;

import org.jspecify.annotations.NullMarked;
