package io.tellask.cluster;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a member knows of its group; it may be out of date.
 *
 * @param self name of the member
 * @param leader name of the member that leads, or null where none is known
 * @param term grows with every election: the epoch of what the leader decides
 * @param voters names of the members of which a majority decides, sorted
 * @param present the members that this one is connected with, and itself: by name, since when, by the clock of this member
 * @param appliedIndex index of the last command that this member has applied; how many less than the leader's it is, is what it lags behind
 */
public record LogView(
        String self,
        @Nullable String leader,
        long term,
        List<String> voters,
        Map<String, Instant> present,
        long appliedIndex) {
    /** What a member does in its group. */
    public enum Role {
        /** It leads. */
        LEADER,
        /** It votes and does not lead. */
        FOLLOWER,
        /** It has a copy of the state and does not vote. */
        LEARNER,
        /** It votes and is not connected, or is none of the group. */
        GONE
    }

    public LogView {
        voters = List.copyOf(voters);
        present = Map.copyOf(present);
    }

    /** Whether this member leads. */
    public boolean leads() {
        return self.equals(leader);
    }

    /** Names of all that vote or are connected, sorted. */
    public List<String> members() {
        return Stream.concat(voters.stream(), present.keySet().stream())
                .distinct()
                .sorted()
                .toList();
    }

    /** What a member of this name does. */
    public Role role(String name) {
        if (!present.containsKey(Objects.requireNonNull(name, "name"))) {
            return Role.GONE;
        }
        if (name.equals(leader)) {
            return Role.LEADER;
        }
        return voters.contains(name) ? Role.FOLLOWER : Role.LEARNER;
    }
}
