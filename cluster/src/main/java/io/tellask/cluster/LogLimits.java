package io.tellask.cluster;

/**
 * Bounds of a member; those of commands must be the same at all members of a group.
 *
 * @param commandBytes longest command; 1 MiB, at most 64 MiB
 * @param pendingCommands commands given to this member that wait for a majority; 4,096, at most 1,000,000
 * @param pendingBytes bytes of those; 64 MiB, and at least {@code commandBytes}
 * @param waitingReads questions to this member that wait until it is known to lead; 65,536, at most 1,000,000
 * @param snapshotBytes bytes of commands after which a snapshot is taken; 64 MiB, at least 4,096
 */
public record LogLimits(
        int commandBytes, int pendingCommands, long pendingBytes, int waitingReads, long snapshotBytes) {
    private static final int MOST_COMMAND_BYTES = 64 << 20;
    private static final int MOST = 1_000_000;
    private static final int LEAST_SNAPSHOT = 4_096;
    private static final LogLimits DEFAULTS = new LogLimits(1 << 20, 4_096, 64 << 20, 65_536, 64 << 20);

    public LogLimits {
        require("commandBytes", commandBytes, 1, MOST_COMMAND_BYTES);
        require("pendingCommands", pendingCommands, 1, MOST);
        require("pendingBytes", pendingBytes, commandBytes, Long.MAX_VALUE);
        require("waitingReads", waitingReads, 1, MOST);
        require("snapshotBytes", snapshotBytes, LEAST_SNAPSHOT, Long.MAX_VALUE);
    }

    /** The limits that hold where none are given; they are told with each of the components. */
    public static LogLimits defaults() {
        return DEFAULTS;
    }

    /** These limits with another longest command, else {@link IllegalArgumentException}. */
    public LogLimits withCommandBytes(int bytes) {
        return new LogLimits(bytes, pendingCommands, pendingBytes, waitingReads, snapshotBytes);
    }

    /** These limits with another count of commands that wait, else {@link IllegalArgumentException}. */
    public LogLimits withPendingCommands(int count) {
        return new LogLimits(commandBytes, count, pendingBytes, waitingReads, snapshotBytes);
    }

    /** These limits with other bytes of commands that wait, else {@link IllegalArgumentException}. */
    public LogLimits withPendingBytes(long bytes) {
        return new LogLimits(commandBytes, pendingCommands, bytes, waitingReads, snapshotBytes);
    }

    /** These limits with another count of questions that wait, else {@link IllegalArgumentException}. */
    public LogLimits withWaitingReads(int count) {
        return new LogLimits(commandBytes, pendingCommands, pendingBytes, count, snapshotBytes);
    }

    /** These limits with snapshots after other bytes, else {@link IllegalArgumentException}. */
    public LogLimits withSnapshotBytes(long bytes) {
        return new LogLimits(commandBytes, pendingCommands, pendingBytes, waitingReads, bytes);
    }

    static void require(String field, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException("cluster: " + field + "=" + value + ", allowed=" + least + ".." + most);
        }
    }
}
