package io.tellask.cluster;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** A state machine with the sessions of its clients around it. */
final class SessionMachine implements LogMachine {
    private static final byte[] NOTHING = {};

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
            default -> throw new IllegalStateException("cluster: entry of another version, tag=" + entry[0]);
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
    public long lastIndex() {
        return machine.lastIndex();
    }

    @Override
    public boolean queriesConcurrently() {
        return machine.queriesConcurrently();
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
        last = in.readLong();
        lastMillis = in.readLong();
        sessions.readFrom(in);
        machine.readSnapshot(last, in);
    }
}
