/**
 * What one message may take of the reader: heap that its bytes do not back, and depth.
 *
 * <p>Open {@link io.tellask.codec.budget.AllocationBudget} first: it counts slots and asks the {@code HeapBudget} of the
 * caller. What hashing may cost is in {@code hashing}. Uses {@code schema}.
 */
@NullMarked
package io.tellask.codec.budget;

import org.jspecify.annotations.NullMarked;
