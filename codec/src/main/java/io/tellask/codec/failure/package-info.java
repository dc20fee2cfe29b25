/**
 * What failures say and where in a graph they lie, for all packages above.
 *
 * <p>Open {@link io.tellask.codec.failure.Failures} first. {@code FailurePlace} reaches the exceptions that users see.
 */
@NullMarked
package io.tellask.codec.failure;

import org.jspecify.annotations.NullMarked;
