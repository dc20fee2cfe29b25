package io.tellask.cluster;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a member knows of its group; it may be out of date.
 *
 * @param self name of the member
 * @param leader name of the member that leads, or null where none is known
 * @param term grows with every election
 * @param voters names of the members of which a majority decides, sorted
 */
public record LogView(String self, @Nullable String leader, long term, List<String> voters) {
    public LogView {
        voters = List.copyOf(voters);
    }

    /** Whether this member leads. */
    public boolean leads() {
        return self.equals(leader);
    }
}
