package io.tellask.bench.aeron;

import io.aeron.Aeron;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.tellask.bench.spi.Scratch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

/**
 * Aeron without us, for limits: its driver and client with the settings of {@link io.tellask.aeron.AeronTransport}, and threads that look for messages
 * and rest as that one's does. A process opens one; it ends with the process.
 */
final class BareAeron {
    /** As {@code AeronTransport} has it. */
    static final int TERM_BYTES = 1024 * 1024;

    static final int IPC_MTU_BYTES = 8 * 1024;
    private static final long MOST_PARK_NANOS = TimeUnit.MICROSECONDS.toNanos(100);
    private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

    private final Aeron aeron;
    private final boolean spins;

    private BareAeron(Path folder, boolean spins) {
        this.spins = spins;
        aeron = Aeron.connect(new Aeron.Context()
                .aeronDirectoryName(folder.toString())
                .driverTimeoutMs(TimeUnit.NANOSECONDS.toMillis(SILENCE_NANOS)));
    }

    /** With a driver of this process in a folder. */
    static BareAeron withDriver(Path folder, boolean spins) {
        MediaDriver.launch(new MediaDriver.Context()
                .aeronDirectoryName(folder.toString())
                .dirDeleteOnStart(true)
                .threadingMode(ThreadingMode.SHARED)
                .sharedIdleStrategy(idle(spins))
                .termBufferSparseFile(true)
                .publicationTermBufferLength(TERM_BYTES)
                .ipcTermBufferLength(TERM_BYTES)
                .driverTimeoutMs(TimeUnit.NANOSECONDS.toMillis(SILENCE_NANOS))
                .clientLivenessTimeoutNs(SILENCE_NANOS)
                .imageLivenessTimeoutNs(SILENCE_NANOS)
                .publicationConnectionTimeoutNs(SILENCE_NANOS)
                .publicationUnblockTimeoutNs(SILENCE_NANOS + SILENCE_NANOS / 2));
        return new BareAeron(folder, spins);
    }

    /** With the driver of another process. */
    static BareAeron withDriverOf(Path folder, boolean spins) {
        return new BareAeron(folder, spins);
    }

    /** Makes this process's folder, in memory, where its owner alone may enter; it is deleted when the process ends, or by {@link #deleteFolder}. */
    static Path folder() throws IOException {
        Path folder = place(ProcessHandle.current().pid());
        Scratch.delete(folder); // of a process with the same number that was killed
        Runtime.getRuntime().addShutdownHook(new Thread(() -> Scratch.delete(folder), "bench-aeron-folder"));
        return Files.createDirectory(
                folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    /** Deletes the folder of a process that has ended, which it has left behind where it was killed. */
    static void deleteFolder(long pid) {
        Scratch.delete(place(pid));
    }

    private static Path place(long pid) {
        Path memory = Path.of("/dev/shm");
        return (Files.isWritable(memory) ? memory : Path.of(System.getProperty("java.io.tmpdir")))
                .resolve("tellask-bench-aeron-" + pid);
    }

    Aeron aeron() {
        return aeron;
    }

    /** Calls something again and again on a thread of its own, and rests as ours does where it answers 0. */
    void poll(IntSupplier polling) {
        IdleStrategy idle = idle(spins);
        Thread.ofPlatform().daemon().name("bench-aeron").start(() -> {
            while (!aeron.isClosed()) {
                idle.idle(polling.getAsInt());
            }
        });
    }

    static IdleStrategy idle(boolean spins) {
        return spins
                ? new BusySpinIdleStrategy()
                : new BackoffIdleStrategy(1, 1, MOST_PARK_NANOS / 64, MOST_PARK_NANOS);
    }

    /** Waits until something holds. */
    static void await(String what, BooleanSupplier condition) {
        IdleStrategy idle = idle(false);
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > PATIENCE_NANOS) {
                throw new IllegalStateException(what + " is missing");
            }
            idle.idle();
        }
    }
}
