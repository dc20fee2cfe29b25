/**
 * What is known of one message while it is written or read: the numbers of its objects, those that are not built yet,
 * how deep they are nested, and what they may allocate.
 *
 * <p>Open {@link io.tellask.codec.graph.ReadReferences} first, then {@code ForwardReferences} for objects that others
 * refer to before they are built, and {@code NestingDepth}. Uses {@code schema}.
 */
@NullMarked
package io.tellask.codec.graph;

import org.jspecify.annotations.NullMarked;
