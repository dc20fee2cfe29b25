package io.tellask.cli.hostile;

import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A well-behaved client, on a thread of its own, that uses a server at a modest pace while others attack it. Thread-safe. */
final class Bystander implements AutoCloseable {
    /** How long it waits for any answer. */
    static final int PATIENCE_MILLIS = 8_000;

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(4);
    private static final long PAUSE_AFTER_FAULT_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final int TURNS_A_CONNECTION = 200;

    /** What it does. */
    interface Work extends AutoCloseable {
        /** One turn on this connection. A value that is not what it must be is a {@link WrongValueException}. */
        void turn(int number) throws Exception;

        @Override
        void close() throws IOException;
    }

    /** Connects. */
    interface Opening {
        Work open() throws Exception;
    }

    /** The server gave a wrong answer. */
    static final class WrongValueException extends RuntimeException {
        private static final long serialVersionUID = 1;

        WrongValueException(String message) {
            super(message);
        }
    }

    private final String name;
    private final Opening opening;
    private final Thread thread;
    private volatile boolean closing;
    private BystanderReport report; // under this object's lock
    private @Nullable CountDownLatch turnAwaited; // under this object's lock

    private Bystander(String name, Opening opening) {
        this.name = name;
        report = new BystanderReport(name);
        this.opening = opening;
        thread = Thread.ofPlatform().daemon().name("tellask-bystander-" + name).unstarted(this::work);
    }

    static Bystander start(String name, Opening opening) {
        Bystander bystander = new Bystander(name, opening);
        bystander.thread.start();
        return bystander;
    }

    private void work() {
        Work work = null;
        for (int number = 0; !closing; number++) {
            CountDownLatch awaited = awaited();
            try {
                long start = System.nanoTime();
                if (work == null) {
                    work = opening.open();
                }
                work.turn(number);
                note(System.nanoTime() - start);
                if (number % TURNS_A_CONNECTION == TURNS_A_CONNECTION - 1) {
                    work.close();
                    work = null;
                }
            } catch (WrongValueException wrong) {
                wrong(wrong);
            } catch (Throwable failure) { // a client that ended silently would be none that met an error
                work = fault(work, failure);
            }
            if (awaited != null) {
                awaited.countDown();
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        if (work != null) {
            closeQuietly(work);
        }
    }

    private synchronized void note(long nanos) {
        report.add(nanos);
    }

    private synchronized void wrong(WrongValueException wrong) {
        report.wrong(name + ": " + wrong.getMessage());
    }

    private @Nullable Work fault(@Nullable Work work, Throwable failure) {
        if (!closing) {
            synchronized (this) {
                report.fault(name + ": " + failure);
            }
            LockSupport.parkNanos(PAUSE_AFTER_FAULT_NANOS);
        }
        if (work != null) {
            closeQuietly(work);
        }
        return null;
    }

    private void closeQuietly(Work work) {
        try {
            work.close();
        } catch (IOException | RuntimeException failure) {
            synchronized (this) {
                report.fault(name + ": closing: " + failure);
            }
        }
    }

    private synchronized @Nullable CountDownLatch awaited() {
        return turnAwaited;
    }

    /** Lets a turn begin whose end {@link #takeReport} waits for. */
    synchronized void askForTurn() {
        turnAwaited = new CountDownLatch(1);
    }

    /** Waits for the end of the turn that was asked for, so that one that hangs is seen, and returns what happened since the last call. */
    BystanderReport takeReport() throws InterruptedException {
        CountDownLatch turn = Objects.requireNonNull(awaited());
        boolean done = turn.await(2L * PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        synchronized (this) {
            turnAwaited = null;
            if (!done) {
                report.fault(name + ": no turn ended within " + 2 * PATIENCE_MILLIS + " ms");
            }
            BystanderReport taken = report;
            report = new BystanderReport(name);
            return taken;
        }
    }

    @Override
    public void close() throws InterruptedException {
        closing = true;
        thread.interrupt();
        thread.join(PATIENCE_MILLIS);
    }
}
