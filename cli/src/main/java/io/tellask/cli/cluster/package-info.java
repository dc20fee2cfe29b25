/** {@code tellask cluster}: looks at groups of servers. Open {@link io.tellask.cli.cluster.ClusterCommand} first. */
@NullMarked
package io.tellask.cli.cluster;

import org.jspecify.annotations.NullMarked;
