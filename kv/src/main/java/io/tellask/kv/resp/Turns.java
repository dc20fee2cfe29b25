package io.tellask.kv.resp;

import io.tellask.actor.Dispatcher;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayDeque;

/**
 * Shares the loop among connections, so that those whose requests cost little do not wait for those whose requests cost much.
 *
 * <pre>
 *                      waits for others                                            executes at a time
 *   read at once       never, until all have cost PASS_BYTES since the sockets     TURN_BYTES
 *                      were looked at
 *   cheap              for those before it                                         SHORT_TURN_BYTES
 *   costly             for all that are cheap and for those before it              TURN_BYTES, one connection a pass
 * </pre>
 *
 * A turn of a connection ends after so many bytes of requests and replies, or the time of which {@value #NANOS_PER_BYTE} ns count as a byte: some
 * commands cost much and say little. One command is not divided, but for {@link Portions}. What remains of the connection's requests waits here, as costly, and the loop
 * serves its other sockets before the next turn. A connection that nobody knows yet is cheap: its first turn is short enough for a thousand of
 * them to pass. Commands that are known to cost much before they run wait for a costly turn where others wait at all.
 *
 * <p>Belongs to the loop.
 */
final class Turns {
    /** Bytes of requests and replies after which a connection gives way. */
    static final int TURN_BYTES = 128 << 10;

    /** As many for a connection that had to wait and cost little before. */
    static final int SHORT_TURN_BYTES = 8 << 10;

    /** Bytes of all connections after which the sockets are looked at again. */
    static final int PASS_BYTES = 1 << 20;

    /** Time that costs as much as a byte: a turn of 2 ms, where bytes do not end it before. */
    static final int NANOS_PER_BYTE = 16;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final Dispatcher loop;
    private final ArrayDeque<Connection> cheap = new ArrayDeque<>();
    private final ArrayDeque<Connection> costly = new ArrayDeque<>();
    private long passBytes;
    private boolean scheduled;

    Turns(Dispatcher loop) {
        this.loop = loop;
    }

    /** Whether a connection that has just received requests may execute them at once; else it is {@link #await called} for them later. */
    boolean isOpen(Connection connection) {
        return passBytes <= PASS_BYTES && !connection.isCostly();
    }

    /** Has the connection continue after others. */
    void await(Connection connection) {
        if (connection.isDivided()) {
            costly.addFirst(connection); // so that few commands are on their way, and hold what they gather
        } else {
            (connection.isCostly() ? costly : cheap).add(connection);
        }
        schedule();
    }

    /** The processor time of the loop's thread. */
    long processorNanos() {
        return threads.getCurrentThreadCpuTime();
    }

    /** Whether a command that is known to cost much may run in a turn. */
    boolean takesHeavy(Turn turn) {
        return !turn.isShort() && (turn.wasCostly() || !isBusy());
    }

    /** Whether anybody waits. */
    private boolean isBusy() {
        return passBytes > PASS_BYTES || !cheap.isEmpty() || !costly.isEmpty();
    }

    /** What a turn has cost that took so many bytes and so long. */
    static long cost(long bytes, long nanos) {
        return Math.max(bytes, nanos / NANOS_PER_BYTE);
    }

    /** Notes what a turn has cost, in bytes. */
    void spent(long bytes) {
        passBytes += bytes;
        if (passBytes > PASS_BYTES) {
            schedule();
        }
    }

    private void schedule() {
        if (!scheduled) {
            scheduled = true;
            loop.schedule(this::run, 0); // a task that is executed at once would run before the sockets are looked at
        }
    }

    /** Those that cost little, as long as that takes no longer than a pass, and one that costs much. */
    private void run() {
        scheduled = false;
        passBytes = 0;
        for (int left = cheap.size(); left > 0 && passBytes <= PASS_BYTES; left--) {
            cheap.remove().continueTurn(SHORT_TURN_BYTES);
        }
        Connection next = costly.poll();
        if (next != null) {
            next.continueTurn(TURN_BYTES);
        }
        if (!cheap.isEmpty() || !costly.isEmpty()) {
            schedule();
        }
    }
}
