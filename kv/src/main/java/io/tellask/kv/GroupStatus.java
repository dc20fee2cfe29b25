package io.tellask.kv;

import io.tellask.cluster.LogView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a member knows of its group, and what the others said of themselves.
 *
 * @param asked name of the member that tells
 * @param leader name of the one that leads, or null where it knows none
 * @param term grows with every election
 * @param members all that vote or are connected, by name
 */
public record GroupStatus(String asked, @Nullable String leader, long term, List<Member> members) {
    /** What is not known. */
    public static final long UNKNOWN = -1;

    public GroupStatus {
        members = List.copyOf(members);
    }

    /**
     * One member.
     *
     * @param address where clients reach it; empty where it is none of those that the asked member was started with
     * @param appliedIndex index of the last command that it has applied, or {@link #UNKNOWN} where it did not say in time
     * @param lag how many commands it has less than the one that leads, or {@link #UNKNOWN}
     */
    public record Member(String name, LogView.Role role, String address, long appliedIndex, long lag) {}

    /** Names of those that vote, connected or not. */
    public List<String> voters() {
        return members.stream()
                .filter(member -> member.role() != LogView.Role.LEARNER)
                .map(Member::name)
                .toList();
    }

    /** Where clients reach a member; empty where that is not known. */
    public String address(@Nullable String name) {
        return members.stream()
                .filter(member -> member.name().equals(name))
                .map(Member::address)
                .findFirst()
                .orElse("");
    }
}
