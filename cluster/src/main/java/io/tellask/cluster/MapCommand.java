package io.tellask.cluster;

import io.tellask.cluster.ClusterException.Problem;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The form of what a {@link MapMachine} is told and asked, and what it answers.
 *
 * <pre>
 * command   step…                          all of it or nothing
 *           | CALL bytes                     for a MapProcedure
 * step      PUT key value | PUT_UNTIL key value expiry: long | REMOVE key | REMOVE_EXPIRED key
 *           | REQUIRE key version: long                                 version 0: the key is absent
 *           | BOUND key version: long                                   as REQUIRE, with an answer of its own
 *           | RESTORE key value                                         the value is a MapValue; versions go on above its own
 * answer    NOT_APPLIED | APPLIED version: long removed: int | FORGOTTEN | REFUSED | MOVED | CALL: APPLIED bytes
 * question  GET key | GET_ALL key… | SIZE | CALL bytes
 * answer    GET: nothing, or a MapValue      GET_ALL: for each key an int, the length, and a MapValue      SIZE: long
 * </pre>
 *
 * Keys and values are a length, an int, and their bytes; the value of an answer has all that is left.
 */
final class MapCommand {
    static final byte PUT = 1;
    static final byte REMOVE = 2;
    static final byte REQUIRE = 3;
    static final byte GET = 4;
    static final byte SIZE = 5;
    static final byte PUT_UNTIL = 6;
    /** Removes what has expired by the time of the command, and nothing else. */
    static final byte REMOVE_EXPIRED = 7;

    static final byte CALL = 8;
    static final byte BOUND = 9;
    static final byte RESTORE = 10;
    static final byte GET_ALL = 11;

    /** A requirement did not hold. */
    static final byte NOT_APPLIED = 0;

    static final byte APPLIED = 1;
    /** It was decided on before, and how is not known any more. */
    static final byte FORGOTTEN = 2;
    /** It is no command, or has a key or a value that is too long. */
    static final byte REFUSED = 3;
    /** What the command was bound to has changed. */
    static final byte MOVED = 4;

    private MapCommand() {}

    /**
     * One change or requirement.
     *
     * @param value of a put
     * @param number version of a requirement; expiry of a PUT_UNTIL, in milliseconds since 1970
     */
    record Step(byte kind, byte[] key, byte @Nullable [] value, long number) {
        int bytes() {
            return 1 + Integer.BYTES + key.length + (value == null ? 0 : Integer.BYTES + value.length) + Long.BYTES;
        }
    }

    static byte[] encode(List<Step> steps) {
        ByteBuffer out =
                ByteBuffer.allocate(steps.stream().mapToInt(Step::bytes).sum());
        for (Step each : steps) {
            out.put(each.kind()).putInt(each.key().length).put(each.key());
            byte[] value = each.value();
            if (value != null) {
                out.putInt(value.length).put(value);
            }
            if (each.kind() == REQUIRE || each.kind() == BOUND || each.kind() == PUT_UNTIL) {
                out.putLong(each.number());
            }
        }
        byte[] command = new byte[out.position()];
        out.get(0, command);
        return command;
    }

    /**
     * The steps of a command.
     *
     * @throws IllegalArgumentException if it has another form; whoever can give commands may have given anything
     */
    static List<Step> decode(byte[] command) {
        ByteBuffer in = ByteBuffer.wrap(command);
        List<Step> steps = new ArrayList<>();
        while (in.hasRemaining()) {
            byte kind = in.get();
            byte[] key = bytes(in);
            switch (kind) {
                case PUT -> steps.add(new Step(kind, key, bytes(in), 0));
                case PUT_UNTIL -> steps.add(new Step(kind, key, bytes(in), number(in)));
                case REMOVE, REMOVE_EXPIRED -> steps.add(new Step(kind, key, null, 0));
                case REQUIRE, BOUND -> steps.add(new Step(kind, key, null, number(in)));
                case RESTORE -> steps.add(new Step(kind, key, MapValue.checked(bytes(in)), 0));
                default -> require(false);
            }
        }
        return steps;
    }

    private static long number(ByteBuffer in) {
        require(in.remaining() >= Long.BYTES);
        return in.getLong();
    }

    /** A length and so many bytes. */
    static byte[] bytes(ByteBuffer in) {
        require(in.remaining() >= Integer.BYTES);
        int length = in.getInt();
        require(length >= 0 && length <= in.remaining());
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    private static void require(boolean holds) {
        if (!holds) {
            throw new IllegalArgumentException("cluster: this is no command of a map");
        }
    }

    static byte[] get(byte[] key) {
        return ByteBuffer.allocate(1 + key.length).put(GET).put(key).array();
    }

    static byte[] call(byte[] bytes) {
        return ByteBuffer.allocate(1 + bytes.length).put(CALL).put(bytes).array();
    }

    /** Whether a command or question is one of a procedure. */
    static boolean isCall(byte[] command) {
        return command.length > 0 && command[0] == CALL;
    }

    /** What a procedure answered. */
    static byte[] called(byte[] answer) {
        return switch (answer[0]) {
            case APPLIED -> Arrays.copyOfRange(answer, 1, answer.length);
            case REFUSED ->
                throw new ClusterException(
                        Problem.REFUSED, "cluster: a key or a value of the command is too long; divide it");
            default ->
                throw new ClusterException(
                        Problem.UNKNOWN_OUTCOME,
                        "cluster: the command was decided on before, and its answer was not kept");
        };
    }

    static byte[] getAll(List<byte[]> keys) {
        ByteBuffer out = ByteBuffer.allocate(
                1 + keys.stream().mapToInt(key -> Integer.BYTES + key.length).sum());
        out.put(GET_ALL);
        keys.forEach(key -> out.putInt(key.length).put(key));
        return out.array();
    }

    static byte[] size() {
        return new byte[] {SIZE};
    }
}
