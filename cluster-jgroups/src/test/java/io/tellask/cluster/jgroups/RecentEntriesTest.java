package io.tellask.cluster.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import org.jgroups.protocols.raft.LogEntry;
import org.junit.jupiter.api.Test;

class RecentEntriesTest {
    private final RecentEntries recent = new RecentEntries();

    private static LogEntry entry(int bytes) {
        return new LogEntry(1, new byte[bytes]);
    }

    @Test
    void keepsSoManyEntriesAndNoOneMore() {
        LogEntry first = entry(1);
        recent.add(1, first);
        recent.add(RecentEntries.ENTRIES, entry(2));
        assertThat(recent.get(1)).isSameAs(first);

        recent.add(RecentEntries.ENTRIES + 1, entry(3));
        assertThat(recent.get(1)).isNull();
        assertThat(recent.get(RecentEntries.ENTRIES + 1)).isNotNull();
    }

    @Test
    void leavesLongCommandsToTheDisk() {
        recent.add(1, entry(RecentEntries.COMMAND_BYTES));
        recent.add(2, entry(RecentEntries.COMMAND_BYTES + 1));
        assertThat(recent.get(1)).isNotNull();
        assertThat(recent.get(2)).isNull();
    }

    @Test
    void forgetsWhatOthersWillReplace() {
        recent.add(1, entry(1));
        recent.add(2, entry(1));
        recent.add(3, entry(1));
        recent.removeFrom(2);
        assertThat(recent.get(1)).isNotNull();
        assertThat(recent.get(2)).isNull();
        assertThat(recent.get(3)).isNull();
    }
}
