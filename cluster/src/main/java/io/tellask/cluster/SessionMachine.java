package io.tellask.cluster;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/** A state machine with the sessions of its clients around it. */
final class SessionMachine implements LogMachine {
    private static final byte[] NOTHING = {};

    private final StateMachine machine;
    private final SessionTable sessions = new SessionTable();
    private long lastMillis = Long.MIN_VALUE;

    SessionMachine(StateMachine machine) {
        this.machine = machine;
    }

    @Override
    public byte[] apply(long index, byte[] entry) {
        return switch (entry[0]) {
            case Entries.BARRIER -> NOTHING;
            case Entries.OPEN -> sessions.open(index);
            case Entries.COMMAND ->
                Entries.applied(machine.apply(
                        index, millis(entry), Arrays.copyOfRange(entry, Entries.COMMAND_BYTES, entry.length)));
            case Entries.IN_SESSION -> {
                long now = millis(entry);
                yield sessions.apply(Entries.InSession.read(entry), command -> machine.apply(index, now, command));
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
    public boolean queriesConcurrently() {
        return machine.queriesConcurrently();
    }

    @Override
    public void writeSnapshot(DataOutput out) throws IOException {
        out.writeLong(lastMillis);
        sessions.writeTo(out);
        machine.writeSnapshot(out);
    }

    @Override
    public void readSnapshot(long index, DataInput in) throws IOException {
        lastMillis = in.readLong();
        sessions.readFrom(in);
        machine.readSnapshot(index, in);
    }
}
