package io.tellask.cluster;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The form of entries of a log, and of their answers.
 *
 * <pre>
 * entry   BARRIER
 *         COMMAND  millis: long, command
 *         OPEN
 *         IN_SESSION  millis: long, session: long, first: long, oldest: long, (length: int, command)…
 * answer  APPLIED  answer
 *         NO_SESSION | ALREADY_ANSWERED | OUT_OF_ORDER | TOO_MANY
 * </pre>
 *
 * Tags are a byte, numbers are big endian. The answer of {@code OPEN} is the number of the session, that of {@code IN_SESSION} a length, an int,
 * and an answer for each command.
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
     * Commands that are applied once, however often they are appended, and together with whichever others.
     *
     * @param session that they belong to
     * @param first number of the first command in its session, from 1 on; the others follow
     * @param oldest number whose answer the client still waits for
     */
    record InSession(long session, long first, long oldest, List<byte[]> commands) {
        byte[] bytes(long millis) {
            ByteBuffer out = ByteBuffer.allocate(SESSION_BYTES + listBytes(commands))
                    .put(IN_SESSION)
                    .putLong(millis)
                    .putLong(session)
                    .putLong(first)
                    .putLong(oldest);
            return put(commands, out).array();
        }

        static InSession read(byte[] entry) {
            ByteBuffer in = ByteBuffer.wrap(entry, COMMAND_BYTES, entry.length - COMMAND_BYTES);
            return new InSession(in.getLong(), in.getLong(), in.getLong(), list(in));
        }
    }

    /** The answers of commands that came together. */
    static byte[] answers(List<byte[]> answers) {
        return put(answers, ByteBuffer.allocate(listBytes(answers))).array();
    }

    /**
     * The answers of commands that came together, in their order.
     *
     * @throws IllegalArgumentException if they have another form
     */
    static List<byte[]> answers(byte[] bytes) {
        return list(ByteBuffer.wrap(bytes));
    }

    private static int listBytes(List<byte[]> list) {
        return list.stream().mapToInt(each -> Integer.BYTES + each.length).sum();
    }

    private static ByteBuffer put(List<byte[]> list, ByteBuffer out) {
        list.forEach(each -> out.putInt(each.length).put(each));
        return out;
    }

    private static List<byte[]> list(ByteBuffer in) {
        List<byte[]> list = new ArrayList<>();
        while (in.hasRemaining()) {
            list.add(MapCommand.bytes(in));
        }
        return list;
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
