/**
 * A map over many groups: {@link io.tellask.cluster.partition.Partitions} knows which group has which of 16,384 slots of keys, and moves them while
 * {@link io.tellask.cluster.partition.PartitionedMap} serves.
 *
 * <p>Who has a slot is an entry in the map of its group, {@code Place}, and each command is bound to its version: so no command is applied where its
 * key is not, whatever its client believes.
 */
@NullMarked
package io.tellask.cluster.partition;

import org.jspecify.annotations.NullMarked;
