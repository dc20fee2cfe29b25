package io.tellask.cluster;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A state machine whose state is the list of its commands; each is answered with its place, a question with all of them. */
public final class Ledger implements StateMachine {
    /** A command that is applied once {@link #goOn} was called. */
    static final String WAIT = "wait";

    private final String breaking;
    private final List<String> commands = new ArrayList<>();
    private final CountDownLatch goesOn = new CountDownLatch(1);
    private long index;

    public Ledger() {
        this("");
    }

    /** One that throws at a command. */
    Ledger(String breaking) {
        this.breaking = breaking;
    }

    void goOn() {
        goesOn.countDown();
    }

    @Override
    public byte[] apply(long itsIndex, long millis, byte[] command) {
        if (new String(command, StandardCharsets.UTF_8).equals(WAIT)) {
            try {
                goesOn.await();
            } catch (InterruptedException ended) {
                throw new IllegalStateException(ended);
            }
        }
        if (new String(command, StandardCharsets.UTF_8).equals(breaking)) {
            throw new IllegalStateException("broken");
        }
        return added(itsIndex, command);
    }

    private synchronized byte[] added(long itsIndex, byte[] command) {
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

    public synchronized List<String> commands() {
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
