package io.tellask.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.tellask.cluster.Replica;
import java.util.Objects;

/**
 * Meters of a member of a group, with one tag, the name that the application gives the group. Each is what the member knows. Needs {@code
 * tellask-cluster}. Stateless.
 *
 * <pre>
 *  tellask.group.leads, .leader                gauges, 1 or 0: whether the member leads, whether it knows who does
 *  tellask.group.voters, .present              gauges: members that vote, members that it is connected with, itself among them
 *  tellask.group.term, .applied                gauges: the term, the index of the last command that it has applied
 *  tellask.group.leader.changes                counter: how often it saw that a member began to lead
 * </pre>
 */
public final class GroupMeters {
    private GroupMeters() {}

    /** Those of a member; closing them takes them out of the registry. */
    public static ProcessMeters of(MeterRegistry registry, String name, Replica member) {
        Objects.requireNonNull(member, "member");
        return new ProcessMeters(registry, "group", name)
                .gauge("tellask.group.leads", member, of -> of.view().leads() ? 1 : 0)
                .gauge("tellask.group.leader", member, of -> of.view().leader() == null ? 0 : 1)
                .gauge("tellask.group.voters", member, of -> of.view().voters().size())
                .gauge(
                        "tellask.group.present",
                        member,
                        of -> of.view().present().size())
                .gauge("tellask.group.term", member, of -> of.view().term())
                .gauge("tellask.group.applied", member, of -> of.view().appliedIndex())
                .counter("tellask.group.leader.changes", member, Replica::leaderChanges);
    }
}
