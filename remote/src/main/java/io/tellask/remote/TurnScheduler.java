package io.tellask.remote;

import io.tellask.actor.Dispatcher;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayDeque;

/**
 * Shares the loop among connections, so that those whose requests cost little do not wait for those whose requests cost much.
 *
 * <pre>
 *                      waits for others                                            reads and executes at a time
 *   served at once     never, until all have cost PASS_BYTES since the sockets     TURN_BYTES
 *                      were looked at
 *   quiet              never, until all have cost twice as much; then for those    SHORT_TURN_BYTES
 *                      that are quiet and before it
 *   cheap              for all that are quiet and for those before it              SHORT_TURN_BYTES
 *   costly             for all others and for those before it                      TURN_BYTES, one connection a pass
 * </pre>
 *
 * A turn of a connection ends after so many bytes of requests and replies, or the time of which {@value #NANOS_PER_BYTE} ns count as a byte: some
 * commands cost much and say little. One command is not divided, unless its connection says so. What remains of the connection's requests waits here, as costly, and the loop
 * serves its other sockets before the next turn; meanwhile nothing is read of it. A connection whose turns have cost little for a while is quiet: a thousand newcomers do
 * not hold it up. One that nobody knows yet is cheap: its first turn is short enough for a thousand of them to pass; whoever fills it is costly.
 * Commands that are known to cost much before they run wait for a costly turn where others wait at all.
 *
 * <p>Belongs to the loop.
 */
public final class TurnScheduler {
    /** A connection, as it takes turns. */
    public interface Waiter {
        /** What its turns cost, and whether it is costly or quiet for that. */
        TurnBudget budget();

        /** Whether a command of it waits for its next portion. */
        boolean isDivided();

        /** Executes what remains of the received requests, or what has come meanwhile, for one turn of so many bytes. */
        void continueTurn(int mostBytes);
    }

    /** Bytes of requests and replies after which a connection gives way. */
    public static final int TURN_BYTES = 128 << 10;

    /** As many for a connection that had to wait and cost little before. */
    public static final int SHORT_TURN_BYTES = 8 << 10;

    /** Bytes of all connections after which the sockets are looked at again. */
    public static final int PASS_BYTES = 1 << 20;

    /** Time that costs as much as a byte: a turn of 2 ms, where bytes do not end it before. */
    public static final int NANOS_PER_BYTE = 16;

    private final Dispatcher loop;
    private final ArrayDeque<Waiter> quiet = new ArrayDeque<>();
    private final ArrayDeque<Waiter> cheap = new ArrayDeque<>();
    private final ArrayDeque<Waiter> costly = new ArrayDeque<>();
    private long passBytes;
    private boolean scheduled;

    public TurnScheduler(Dispatcher loop) {
        this.loop = loop;
    }

    /** The bytes of the turn that a connection which sends may have at once; 0 if it is to {@link #await wait} for one. */
    public int mostBytes(Waiter connection) {
        if (passBytes <= PASS_BYTES) {
            return connection.budget().wasCostly() ? 0 : TURN_BYTES;
        }
        return connection.budget().isQuiet() && passBytes <= 2 * PASS_BYTES ? SHORT_TURN_BYTES : 0;
    }

    /** Has the connection continue after others. */
    public void await(Waiter connection) {
        if (connection.isDivided()) {
            costly.addFirst(connection); // so that few commands are on their way, and hold what they gather
        } else if (connection.budget().wasCostly()) {
            costly.add(connection);
        } else {
            (connection.budget().isQuiet() ? quiet : cheap).add(connection);
        }
        schedule();
    }

    /** The processor time of the loop's thread. */
    public long processorNanos() {
        return ProcessorTime.THREADS.getCurrentThreadCpuTime();
    }

    /** Whether a command that is known to cost much may run in a turn. */
    public boolean takesHeavy(TurnBudget turn) {
        return !turn.isShort() && (turn.wasCostly() || !isBusy());
    }

    /** Whether anybody waits. */
    private boolean isBusy() {
        return passBytes > PASS_BYTES || someWait();
    }

    private boolean someWait() {
        return !quiet.isEmpty() || !cheap.isEmpty() || !costly.isEmpty();
    }

    /** What a turn has cost that took so many bytes and so long. */
    static long cost(long bytes, long nanos) {
        return Math.max(bytes, nanos / NANOS_PER_BYTE);
    }

    /** Notes what a turn has cost, in bytes. */
    public void spent(long bytes) {
        passBytes += bytes;
        if (passBytes > PASS_BYTES) {
            schedule();
        }
    }

    /** The connection has ended, and waits for nothing. */
    public void forget(Waiter connection) {
        if (!quiet.remove(connection) && !cheap.remove(connection)) {
            costly.remove(connection);
        }
    }

    private void schedule() {
        if (!scheduled) {
            scheduled = true;
            loop.schedule(this::run, 0); // a task that is executed at once would run before the sockets are looked at
        }
    }

    /** Those that are quiet and then those that cost little, each as long as they take no longer than a pass, and one that costs much. */
    private void run() {
        scheduled = false;
        passBytes = 0;
        try {
            serve(quiet);
            serve(cheap);
            Waiter next = costly.poll();
            if (next != null) {
                next.continueTurn(TURN_BYTES);
            }
        } finally { // one connection that fails must not leave the others waiting
            if (someWait()) {
                schedule();
            }
        }
    }

    private void serve(ArrayDeque<Waiter> waiting) {
        long most = passBytes + PASS_BYTES;
        for (int left = waiting.size(); left > 0 && passBytes <= most; left--) {
            waiting.remove().continueTurn(SHORT_TURN_BYTES);
        }
    }

    /** Loaded when it is first needed: that takes longer than a connection. */
    private static final class ProcessorTime {
        static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    }
}
