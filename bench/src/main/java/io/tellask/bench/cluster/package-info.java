/**
 * The cluster suite. {@link io.tellask.bench.cluster.ClusterSuite} plans the turns, {@link io.tellask.bench.cluster.Group} has the processes of one; what
 * calls a group implements {@link io.tellask.bench.cluster.Calls}, and {@link io.tellask.bench.cluster.Load} measures it.
 */
@NullMarked
package io.tellask.bench.cluster;

import org.jspecify.annotations.NullMarked;
