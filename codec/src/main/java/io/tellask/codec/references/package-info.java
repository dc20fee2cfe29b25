/**
 * The objects of one message by number: those that are written or read, those that others refer to before they are
 * built, and how far an object refers back.
 *
 * <p>Open {@link io.tellask.codec.references.ReadReferences} first, then {@code ForwardReferences}.
 */
@NullMarked
package io.tellask.codec.references;

import org.jspecify.annotations.NullMarked;
