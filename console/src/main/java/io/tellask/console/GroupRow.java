package io.tellask.console;

import java.util.Objects;

/**
 * One member of a group that the process is a member of.
 *
 * @param group name of the group
 * @param member name of the member
 * @param self whether it is this process
 * @param role {@code LEADER}, {@code FOLLOWER}, {@code LEARNER} (connected without a vote) or {@code GONE}
 * @param address where clients reach it; empty where that is not known
 * @param connectedMillis for how long this process has been connected with it, or {@value #UNKNOWN}
 * @param term of the group: grows with every election
 * @param leaderChanges how often this process has seen that a member began to lead
 * @param appliedIndex index of the last command that it has applied, or {@value #UNKNOWN}
 * @param lag how many commands it has less than the one that leads, or {@value #UNKNOWN}
 */
public record GroupRow(
        String group,
        String member,
        boolean self,
        String role,
        String address,
        long connectedMillis,
        long term,
        long leaderChanges,
        long appliedIndex,
        long lag) {
    /** What is not known. */
    public static final long UNKNOWN = -1;

    public GroupRow {
        Objects.requireNonNull(group, "group");
        Objects.requireNonNull(member, "member");
        Objects.requireNonNull(role, "role");
        Objects.requireNonNull(address, "address");
    }
}
