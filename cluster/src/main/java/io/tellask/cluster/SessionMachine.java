package io.tellask.cluster;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.concurrent.Flow;

/** A state machine with the sessions of its clients around it. */
final class SessionMachine implements StateMachine {
    private static final byte[] NOTHING = {};

    private final StateMachine machine;
    private final SessionTable sessions = new SessionTable();

    SessionMachine(StateMachine machine) {
        this.machine = machine;
    }

    @Override
    public byte[] apply(long index, byte[] entry) {
        return switch (entry[0]) {
            case Entries.BARRIER -> NOTHING;
            case Entries.OPEN -> sessions.open(index);
            case Entries.COMMAND -> Entries.applied(machine.apply(index, Entries.rest(entry)));
            case Entries.IN_SESSION ->
                sessions.apply(Entries.InSession.read(entry), command -> machine.apply(index, command));
            default -> throw new IllegalStateException("cluster: entry of another version, tag=" + entry[0]);
        };
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
        sessions.writeTo(out);
        machine.writeSnapshot(out);
    }

    @Override
    public void readSnapshot(long index, DataInput in) throws IOException {
        sessions.readFrom(in);
        machine.readSnapshot(index, in);
    }

    @Override
    public long lastIndex() {
        return machine.lastIndex();
    }

    @Override
    public Flow.Publisher<byte[]> parts() {
        return machine.parts();
    }
}
