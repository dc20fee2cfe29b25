package io.tellask.store.shard;

import io.tellask.store.StoreLimitException;
import io.tellask.store.segment.LogExtent;
import io.tellask.store.segment.LogSegment;
import io.tellask.store.segment.RecordAddress;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * The log at one moment, with what is replaced since, until it is closed. Thread-safe.
 *
 * <p>The files of all segments but the last do not change any more; the last one is valid up to {@link LogExtent#end}.
 */
public final class PinnedLog implements AutoCloseable {
    private static final long NOT_CUT_OFF = -1;

    private final LogExtent extent;
    private final Replacements replaced;
    private final Consumer<PinnedLog> onClose;
    private final AtomicInteger holders = new AtomicInteger(1);
    private final AtomicBoolean released = new AtomicBoolean();
    private volatile long mostRetainedBytes = NOT_CUT_OFF;

    PinnedLog(LogExtent extent, Replacements replaced, Consumer<PinnedLog> onClose) {
        this.extent = extent;
        this.replaced = replaced;
        this.onClose = onClose;
    }

    public LogExtent extent() {
        return extent;
    }

    /** Whether a record that is dead held the value of its key at that moment. */
    boolean wasReplaced(LogSegment segment, long offset) {
        return replaced.contains(RecordAddress.of(segment.slot, offset));
    }

    Replacements replaced() {
        return replaced;
    }

    /** The same for one more holder, who closes it too. */
    PinnedLog share() {
        holders.incrementAndGet();
        return this;
    }

    /** Ends the hold of one holder; each calls it once. */
    @Override
    public void close() {
        if (holders.decrementAndGet() == 0) {
            release();
        }
    }

    /** Ends the hold while others still count on it: they are refused from now on. */
    void cutOff(long limitBytes) {
        mostRetainedBytes = limitBytes; // first: what is noted no more is not believed either
        release();
    }

    /** Throws {@link StoreLimitException} if the hold was ended from outside; what was read since it was looked at last may be wrong then. */
    void requireHeld() {
        long limit = mostRetainedBytes;
        if (limit != NOT_CUT_OFF) {
            throw new StoreLimitException("store: bytes of files kept for open scans > StoreLimits.scanRetainedBytes="
                    + limit + " and > the log; scan faster, in parts, or raise the limit");
        }
    }

    private void release() {
        if (released.compareAndSet(false, true)) {
            onClose.accept(this);
        }
    }
}
