/**
 * What hashing and comparing keys may cost: budgets against keys that were made to collide or to share objects.
 *
 * <p>Open {@link io.tellask.codec.hashing.HashCostBudget} first, then {@code HashGuard} for one table and {@code
 * HashedFields} for what a class hashes. Uses {@code schema}.
 */
@NullMarked
package io.tellask.codec.hashing;

import org.jspecify.annotations.NullMarked;
