package io.tellask.cluster.jgroups;

import io.tellask.cluster.LogMachine;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Counts the commands that a state machine is given, keeps questions out while it works, and ends it once it has failed: whoever has missed a
 * command must not go on.
 */
final class AppliedMachine implements org.jgroups.raft.StateMachine {
    private final LogMachine machine;
    private final Consumer<Throwable> failed;
    private final Runnable reading; // told when a snapshot is read, whose voters have been
    private final ReentrantLock turn = new ReentrantLock();
    private volatile long applied;
    private volatile @Nullable Throwable failure;

    AppliedMachine(LogMachine machine, Consumer<Throwable> failed, Runnable reading) {
        this.machine = machine;
        this.failed = failed;
        this.reading = reading;
    }

    /** Index of the last command that the state had when it was opened. */
    long lastIndex() {
        return machine.lastIndex();
    }

    @Override
    public byte[] apply(byte[] data, int offset, int length, boolean answers) {
        if (length == 0) {
            return data; // that a leader began with, not a command
        }
        byte[] command =
                offset == 0 && length == data.length ? data : Arrays.copyOfRange(data, offset, offset + length);
        turn.lock();
        try {
            requireUsable();
            byte[] answer = machine.apply(applied + 1, command);
            applied++;
            return answer;
        } catch (Throwable broken) {
            throw fail(broken);
        } finally {
            turn.unlock();
        }
    }

    byte[] query(byte[] question) {
        requireUsable();
        if (machine.queriesConcurrently()) {
            return machine.query(question);
        }
        turn.lock();
        try {
            return machine.query(question);
        } finally {
            turn.unlock();
        }
    }

    /** How many commands have been applied. */
    long applied() {
        return applied;
    }

    @Override
    public void writeContentTo(DataOutput out) throws IOException {
        turn.lock();
        try {
            requireUsable();
            writeContent(applied, machine, out);
        } finally {
            turn.unlock();
        }
    }

    /** What is read by {@link #readContentFrom}. */
    static void writeContent(long index, LogMachine machine, DataOutput out) throws IOException {
        out.writeLong(index);
        machine.writeSnapshot(out);
    }

    @Override
    public void readContentFrom(DataInput in) {
        turn.lock();
        try {
            requireUsable();
            reading.run();
            long index = in.readLong();
            machine.readSnapshot(index, in);
            applied = index;
        } catch (Throwable broken) {
            throw fail(broken);
        } finally {
            turn.unlock();
        }
    }

    private void requireUsable() {
        Throwable known = failure;
        if (known != null) {
            throw new IllegalStateException("the state machine has failed before", known);
        }
    }

    private IllegalStateException fail(Throwable cause) {
        if (failure == null) {
            failure = cause;
            failed.accept(cause);
        }
        return new IllegalStateException("the state machine failed", cause);
    }
}
