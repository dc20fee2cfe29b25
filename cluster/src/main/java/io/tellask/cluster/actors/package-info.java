/**
 * Actors that are found by type and key, wherever they run: hosts share the keys of a cluster, and an actor is made when it is first called.
 *
 * <p>Open {@link io.tellask.cluster.actors.ActorHost} first, for processes that run actors, and {@link io.tellask.cluster.actors.ClusterActors} for those that
 * call them. Who runs what is in {@link io.tellask.cluster.actors.ActorTable}, which decides by its content alone.
 */
@NullMarked
package io.tellask.cluster.actors;

import org.jspecify.annotations.NullMarked;
