package io.tellask.cluster;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * A state machine with the sessions of its clients around it.
 *
 * <pre>
 * snapshot  last index: long, millis: long, sessions, what the machine wrote
 * </pre>
 *
 * No index is negative: a form that follows this one, which is number {@value #FORM}, begins with its own number, negated.
 */
final class SessionMachine implements LogMachine {
    private static final byte[] NOTHING = {};
    private static final int FORM = 1;

    private final StateMachine machine;
    private final SessionTable sessions = new SessionTable();
    private long last; // index of the last command: of one entry there may be many
    private long lastMillis = Long.MIN_VALUE;

    /** The machine of a log that has nothing yet, or of which all is given. */
    SessionMachine(StateMachine machine) {
        this(machine, 0);
    }

    /** The machine of a log that begins after a command. */
    SessionMachine(StateMachine machine, long last) {
        this.machine = machine;
        this.last = last;
    }

    @Override
    public byte[] apply(long index, byte[] entry) {
        return switch (entry[0]) {
            case Entries.BARRIER -> NOTHING;
            case Entries.OPEN -> sessions.open(index);
            case Entries.COMMAND -> {
                byte[] command = Arrays.copyOfRange(entry, Entries.COMMAND_BYTES, entry.length);
                byte[] answer = machine.apply(++last, millis(entry), command);
                machine.flush();
                yield Entries.applied(answer);
            }
            case Entries.IN_SESSION -> {
                long now = millis(entry);
                List<byte[]> answers =
                        sessions.apply(Entries.InSession.read(entry), command -> machine.apply(++last, now, command));
                machine.flush();
                yield Entries.answers(answers);
            }
            default ->
                throw new IllegalStateException(
                        "cluster: entry has tag=" + entry[0] + ", newest known=" + Entries.IN_SESSION
                                + ", so a member of a newer version wrote it; run this member with that version");
        };
    }

    /** Not before that of another entry: the clocks of members that lead one after the other differ. */
    private long millis(byte[] entry) {
        lastMillis = Math.max(lastMillis, Entries.millis(entry));
        return lastMillis;
    }

    @Override
    public byte[] query(byte[] question) {
        return machine.query(question);
    }

    @Override
    public boolean queriesConcurrently() {
        return machine.queriesConcurrently();
    }

    @Override
    public long lastIndex() {
        return machine.lastIndex();
    }

    @Override
    public void writeSnapshot(DataOutput out) throws IOException {
        out.writeLong(last);
        out.writeLong(lastMillis);
        sessions.writeTo(out);
        machine.writeSnapshot(out);
    }

    @Override
    public void readSnapshot(long index, DataInput in) throws IOException {
        long begin = in.readLong();
        if (begin < 0) {
            throw new IOException("cluster: snapshot has form=" + -begin + ", newest known=" + FORM
                    + ", so a member of a newer version wrote it; run this member with that version");
        }
        last = begin;
        lastMillis = in.readLong();
        sessions.readFrom(in);
        machine.readSnapshot(last, in);
    }
}
