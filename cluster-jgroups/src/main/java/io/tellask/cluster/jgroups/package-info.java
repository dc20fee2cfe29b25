/**
 * Replicated logs by jgroups-raft: {@link io.tellask.cluster.jgroups.JGroupsEngine} opens them. Open {@code JGroupsLog} next, then {@code RaftLog},
 * which keeps what a member has promised on disk.
 */
@NullMarked
package io.tellask.cluster.jgroups;

import org.jspecify.annotations.NullMarked;
