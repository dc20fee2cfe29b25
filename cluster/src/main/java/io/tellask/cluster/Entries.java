package io.tellask.cluster;

import java.nio.ByteBuffer;

/**
 * The form of entries of a log, and of their answers.
 *
 * <pre>
 * entry   BARRIER
 *         COMMAND  millis: long, command
 *         OPEN
 *         IN_SESSION  millis: long, session: long, number: long, oldest: long, command
 * answer  APPLIED  answer
 *         NO_SESSION | ALREADY_ANSWERED | OUT_OF_ORDER | TOO_MANY
 * </pre>
 *
 * Tags are a byte, numbers are big endian. The answer of {@code OPEN} is the number of the session.
 */
final class Entries {
    static final byte BARRIER = 0;
    static final byte COMMAND = 1;
    static final byte OPEN = 2;
    static final byte IN_SESSION = 3;

    static final byte APPLIED = 0;
    /** The session was closed to make room for others, or never was. */
    static final byte NO_SESSION = 1;
    /** The client has said that it has the answer, which was forgotten. */
    static final byte ALREADY_ANSWERED = 2;
    /** Commands of the session that come before this one are missing. */
    static final byte OUT_OF_ORDER = 3;
    /** The session has too many answers that its client has not said that it has. */
    static final byte TOO_MANY = 4;

    static final int COMMAND_BYTES = 1 + Long.BYTES;
    private static final int SESSION_BYTES = 1 + 4 * Long.BYTES;

    private Entries() {}

    static byte[] barrier() {
        return new byte[] {BARRIER};
    }

    static byte[] open() {
        return new byte[] {OPEN};
    }

    static byte[] command(long millis, byte[] command) {
        return ByteBuffer.allocate(COMMAND_BYTES + command.length)
                .put(COMMAND)
                .putLong(millis)
                .put(command)
                .array();
    }

    static byte[] applied(byte[] answer) {
        return tagged(APPLIED, answer);
    }

    static byte[] applied(long session) {
        return ByteBuffer.allocate(1 + Long.BYTES).put(APPLIED).putLong(session).array();
    }

    static byte[] refused(byte tag) {
        return new byte[] {tag};
    }

    static byte[] tagged(byte tag, byte[] rest) {
        byte[] all = new byte[1 + rest.length];
        all[0] = tag;
        System.arraycopy(rest, 0, all, 1, rest.length);
        return all;
    }

    /**
     * A command that is applied once, however often it is appended.
     *
     * @param session that it belongs to
     * @param number of the command in its session, from 1 on
     * @param oldest number whose answer the client still waits for
     */
    record InSession(long session, long number, long oldest, byte[] command) {
        byte[] bytes(long millis) {
            return ByteBuffer.allocate(SESSION_BYTES + command.length)
                    .put(IN_SESSION)
                    .putLong(millis)
                    .putLong(session)
                    .putLong(number)
                    .putLong(oldest)
                    .put(command)
                    .array();
        }

        static InSession read(byte[] entry) {
            ByteBuffer buffer = ByteBuffer.wrap(entry, COMMAND_BYTES, entry.length - COMMAND_BYTES);
            long session = buffer.getLong();
            long number = buffer.getLong();
            long oldest = buffer.getLong();
            byte[] command = new byte[buffer.remaining()];
            buffer.get(command);
            return new InSession(session, number, oldest, command);
        }
    }

    /** When a command was appended. */
    static long millis(byte[] entry) {
        return ByteBuffer.wrap(entry).getLong(1);
    }

    /** What follows the tag. */
    static byte[] rest(byte[] tagged) {
        byte[] rest = new byte[tagged.length - 1];
        System.arraycopy(tagged, 1, rest, 0, rest.length);
        return rest;
    }
}
