package io.tellask.remote;

import io.tellask.actor.Dispatcher;
import java.util.function.LongSupplier;

/**
 * What the requests of one connection that are executed in one go cost, and when they have to stop. Belongs to the loop.
 *
 * <p>A connection cost much if requests of it were left when its turn was over, if they and their replies were long, or if they took long.
 * A turn that took long may be the machine's fault: another process had the processor, or the heap was collected. So the first such turn
 * only raises doubt, and the processor time of the next {@value #DOUBT} ones, which is costly to ask for, decides. Even then a trusted
 * connection only loses trust: it may have been the first to run a piece of code, which takes milliseconds. So does one whose turn the clock ended
 * with a few requests left: it goes on before those that cost much.
 */
public final class TurnBudget {
    /** Commands after which the clock is looked at: after the first, the second, the fourth, and so on up to every so many. */
    private static final int CLOCK_COMMANDS = 16;

    /** Turns of little cost that make a connection trusted, and that one of much cost takes back. */
    private static final int TRUST = 8;

    private static final int MOST_TRUST = 4 * TRUST;

    /** Turns of little cost that end the doubt. */
    private static final int DOUBT = 8;

    private final Dispatcher loop;
    private final LongSupplier processorNanos;
    private int mostBytes;
    private long bytes;
    private long startNanos;
    private int commands;
    private boolean cutShort;
    private boolean tookLong;
    private int doubt;
    private long processorStartNanos;
    private boolean costly;
    private int readBytes;
    private int trust;

    /**
     * Turns of a connection.
     *
     * @param processorNanos the processor time of the loop's thread so far
     */
    public TurnBudget(Dispatcher loop, LongSupplier processorNanos) {
        this.loop = loop;
        this.processorNanos = processorNanos;
    }

    /**
     * Begins one.
     *
     * @param read how many bytes were read for it
     * @param most the bytes of requests and replies after which it is over, or the time that counts as much
     */
    public void begin(int read, int most) {
        readBytes = read;
        mostBytes = most;
        bytes = 0;
        commands = 0;
        cutShort = false;
        tookLong = false;
        startNanos = loop.nanoTime();
        processorStartNanos = doubt > 0 ? processorNanos.getAsLong() : 0;
    }

    /** Notes bytes of requests or replies. */
    public void add(long more) {
        bytes += more;
    }

    /** Whether requests that cost much are for another turn. */
    boolean isShort() {
        return mostBytes < TurnScheduler.TURN_BYTES;
    }

    /** Whether it is over, with so many further bytes, after one more command; looks at the clock now and then. */
    public boolean isOver(long furtherBytes) {
        if (bytes + furtherBytes >= mostBytes) {
            return true;
        }
        int done = ++commands;
        boolean looks = done < CLOCK_COMMANDS ? (done & done - 1) == 0 : done % CLOCK_COMMANDS == 0;
        tookLong = looks && TurnScheduler.cost(0, nanos()) >= mostBytes;
        return tookLong;
    }

    private long nanos() {
        return loop.nanoTime() - startNanos;
    }

    /** Notes that requests are left for the next one. */
    public void cutShort() {
        cutShort = true;
    }

    public boolean isCutShort() {
        return cutShort;
    }

    /** Ends it; returns what it cost, in bytes. */
    public long end() {
        long size = Math.max(bytes, readBytes);
        long cost = TurnScheduler.cost(size, nanos());
        boolean slow = cost >= TurnScheduler.SHORT_TURN_BYTES;
        long proved = !slow
                ? cost
                : doubt > 0 ? TurnScheduler.cost(size, processorNanos.getAsLong() - processorStartNanos) : size;
        doubt = slow ? DOUBT : Math.max(doubt - 1, 0);
        trust = proved < TurnScheduler.SHORT_TURN_BYTES ? Math.min(trust + 1, MOST_TRUST) : Math.max(trust - TRUST, 0);
        boolean tooLong = proved > size && proved >= TurnScheduler.TURN_BYTES && trust == 0;
        boolean leftMuch = cutShort && !(tookLong && trust >= TRUST); // the clock alone may be the machine's fault
        costly = leftMuch || sentMuch() || bytes >= TurnScheduler.TURN_BYTES || tooLong;
        return cost;
    }

    /** Whether it read all that it may where others wait: more of it has come, as a rule. */
    private boolean sentMuch() {
        return readBytes >= TurnScheduler.SHORT_TURN_BYTES && (costly || isShort());
    }

    /** Whether as good as all of the last ones cost little. */
    public boolean isQuiet() {
        return trust >= TRUST && !costly;
    }

    /** Whether the last one cost so much that others go first. */
    public boolean wasCostly() {
        return costly;
    }
}
