package io.tellask.cli.crash;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** An {@link MaintenanceMain} as its parent sees it: which turns it has begun and completed. Used by one thread. */
final class MaintenanceProcess implements AutoCloseable {
    private final Process process;
    private final DataInputStream in;
    private int begun = -1;
    private int completed = -1;

    private MaintenanceProcess(Process process) {
        this.process = process;
        in = new DataInputStream(new BufferedInputStream(process.getInputStream()));
    }

    /** Starts one, which waits for {@link #begin}. */
    static MaintenanceProcess start(Path directory, CrashMoment moment) throws IOException {
        return new MaintenanceProcess(
                ChildJvm.start(MaintenanceMain.class, List.of(directory.toString(), moment.name())));
    }

    void begin() throws IOException {
        process.getOutputStream().write(1);
        process.getOutputStream().flush();
    }

    /** Whether it has begun a turn of a number. */
    boolean hasBegun(int turn) throws IOException {
        while (in.available() >= Long.BYTES) {
            take(in.readLong());
        }
        if (begun < turn && !process.isAlive()) {
            throw ended();
        }
        return begun >= turn;
    }

    /** The last turn that it has told to be complete, -1 if there is none. */
    int completed() {
        return completed;
    }

    private void take(long word) {
        if (word % 2 == 0) {
            begun = (int) (word / 2);
        } else {
            completed = (int) (word / 2);
        }
    }

    /** Kills with signal 9, and reads what was said before; throws {@link CrashTestException} if it had ended by itself. */
    void kill() throws IOException, InterruptedException {
        boolean alive = process.isAlive();
        process.toHandle().destroyForcibly();
        process.waitFor();
        if (!alive) {
            throw ended();
        }
        try {
            while (true) {
                take(in.readLong());
            }
        } catch (EOFException end) {
            return;
        }
    }

    private CrashTestException ended() throws IOException {
        return new CrashTestException("crash-test: the maintenance task ended by itself, "
                + process.errorReader().readLine());
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
