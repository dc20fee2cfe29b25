/**
 * Tellask as a contender, through its public interface and with default limits. Open
 * {@link io.tellask.bench.tellask.Adding} first: what all four contracts can do.
 */
@NullMarked
package io.tellask.bench.tellask;

import org.jspecify.annotations.NullMarked;
