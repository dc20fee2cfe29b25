/**
 * Replicated state machines: {@link io.tellask.cluster.Replica} is a member of a group that applies the same commands in the same order to the
 * same {@link io.tellask.cluster.StateMachine}.
 *
 * <p>Which engine agrees on the order is hidden behind {@link io.tellask.cluster.ReplicatedLog}; modules beside this one have engines.
 */
@NullMarked
package io.tellask.cluster;

import org.jspecify.annotations.NullMarked;
