package io.tellask.cluster.aeron;

/** How long the buffers are that carry commands: eight of the longest fit into a term, which is a power of two. */
final class MemberTerms {
    /** Bytes around a command at most: headers of Aeron, of this module and of sessions, whose calls carry up to 1,024 commands. */
    static final int AROUND_COMMAND = 16 << 10;

    private static final int COMMANDS = 8;
    private static final int LEAST = 1 << 20;

    private MemberTerms() {}

    /** Bytes of a term that takes commands of a length, 1 MiB to 128 MiB. */
    static int bytes(int commandBytes) {
        int least = COMMANDS * (commandBytes + AROUND_COMMAND);
        return Math.max(LEAST, Integer.highestOneBit(least - 1) << 1);
    }
}
