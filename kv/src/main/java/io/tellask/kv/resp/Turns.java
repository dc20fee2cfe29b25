package io.tellask.kv.resp;

import io.tellask.actor.Dispatcher;
import java.util.ArrayDeque;

/**
 * Shares the loop among connections, so that those whose requests cost little do not wait for those whose requests cost much.
 *
 * <p>A turn of a connection ends after {@value #TURN_BYTES} bytes of requests and replies, or the time of which {@value #NANOS_PER_BYTE} ns count as a
 * byte: some commands cost much and say little. One command is never divided. What remains of the
 * connection's requests waits here, and the loop serves its other sockets before the next turn. A connection whose last turn was that
 * long waits here with each further read, too. Where all together have cost {@value #PASS_BYTES} bytes since the sockets were looked at,
 * every read waits: those of connections that cost little go first.
 *
 * <p>Belongs to the loop.
 */
final class Turns {
    /** Bytes of requests and replies after which a connection gives way. */
    static final int TURN_BYTES = 128 << 10;

    /** Bytes of all connections after which the sockets are looked at again. */
    static final int PASS_BYTES = 1 << 20;

    /** Time that costs as much as a byte: a turn of 2 ms, where bytes do not end it before. */
    static final int NANOS_PER_BYTE = 16;

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
        (connection.isCheap() ? cheap : costly).add(connection);
        schedule();
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

    /** All that cost little, and one that costs much. */
    private void run() {
        scheduled = false;
        passBytes = 0;
        for (int left = cheap.size(); left > 0; left--) {
            cheap.remove().continueTurn();
        }
        Connection next = costly.poll();
        if (next != null) {
            next.continueTurn();
        }
        if (!cheap.isEmpty() || !costly.isEmpty()) {
            schedule();
        }
    }
}
