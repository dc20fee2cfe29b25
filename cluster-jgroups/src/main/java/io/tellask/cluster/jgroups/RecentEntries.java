package io.tellask.cluster.jgroups;

import org.jgroups.protocols.raft.LogEntry;
import org.jspecify.annotations.Nullable;

/**
 * The entries that were written last, for those who read them soon: each is read to be sent, and once more to be applied. Older ones come from
 * the disk. Used by one thread at a time.
 */
final class RecentEntries {
    /** Entries at most; a power of two. */
    static final int ENTRIES = 4_096;

    /** Longest command that is kept, so that all take 16 MiB at most. */
    static final int COMMAND_BYTES = 4_096;

    private final @Nullable LogEntry[] entries = new @Nullable LogEntry[ENTRIES];
    private final long[] indexes = new long[ENTRIES];

    void add(long index, LogEntry entry) {
        byte[] command = entry.command();
        boolean isKept = command == null || command.length <= COMMAND_BYTES; // with what is around the entry
        entries[slot(index)] = isKept ? entry : null;
        indexes[slot(index)] = index;
    }

    /** An entry that was written lately, or null. */
    @Nullable
    LogEntry get(long index) {
        return indexes[slot(index)] == index ? entries[slot(index)] : null;
    }

    /** Forgets an entry and all after it, which others will replace. */
    void removeFrom(long index) {
        for (int slot = 0; slot < ENTRIES; slot++) {
            if (indexes[slot] >= index) {
                entries[slot] = null;
                indexes[slot] = 0;
            }
        }
    }

    private static int slot(long index) {
        return (int) (index & (ENTRIES - 1));
    }
}
