/**
 * What became of a failure: {@link io.tellask.actor.failure.Failures} says what a failed stage really failed with,
 * {@link io.tellask.actor.failure.UnheardFailures} takes those that have nobody else to be told to.
 */
@NullMarked
package io.tellask.actor.failure;

import org.jspecify.annotations.NullMarked;
