package io.tellask.cluster;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A state machine whose state is the list of its commands; each is answered with its place, a question with all of them. */
final class Ledger implements StateMachine {
    private final List<String> commands = new ArrayList<>();
    private long index;

    @Override
    public synchronized byte[] apply(long itsIndex, byte[] command) {
        if (itsIndex <= index) {
            throw new IllegalStateException("index=" + itsIndex + " after " + index);
        }
        index = itsIndex;
        commands.add(new String(command, StandardCharsets.UTF_8));
        return Integer.toString(commands.size()).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public synchronized byte[] query(byte[] question) {
        return String.join(",", commands).getBytes(StandardCharsets.UTF_8);
    }

    synchronized List<String> commands() {
        return List.copyOf(commands);
    }

    @Override
    public synchronized void writeSnapshot(DataOutput out) throws IOException {
        out.writeInt(commands.size());
        for (String each : commands) {
            out.writeUTF(each);
        }
    }

    @Override
    public synchronized void readSnapshot(long itsIndex, DataInput in) throws IOException {
        index = itsIndex;
        commands.clear();
        for (int count = in.readInt(); count > 0; count--) {
            commands.add(in.readUTF());
        }
    }
}
