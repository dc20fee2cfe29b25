/**
 * A map while it is open. {@link io.tellask.store.shard.Shard} holds log, index and threads together:
 * {@link io.tellask.store.shard.ShardWriter} changes it, one thread at a time, {@link io.tellask.store.shard.Lookup} and
 * {@link io.tellask.store.shard.ShardScan} read it without a lock, {@link io.tellask.store.shard.Forcer} brings it to disk,
 * {@link io.tellask.store.shard.Compactor} gives space back, {@link io.tellask.store.shard.LogFollower} tells what changes.
 */
@NullMarked
package io.tellask.store.shard;

import org.jspecify.annotations.NullMarked;
