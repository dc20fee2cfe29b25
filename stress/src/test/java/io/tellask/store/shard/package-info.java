/** Steps of a store that one thread at a time may do: {@link io.tellask.store.shard.SoleUseStress}. */
@NullMarked
package io.tellask.store.shard;

import org.jspecify.annotations.NullMarked;
