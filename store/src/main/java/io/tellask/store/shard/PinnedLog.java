package io.tellask.store.shard;

import io.tellask.store.segment.LogExtent;
import io.tellask.store.segment.LogSegment;
import io.tellask.store.segment.RecordAddress;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * The log at one moment, with what is replaced since, until it is closed. Thread-safe.
 *
 * <p>The files of all segments but the last do not change any more; the last one is valid up to {@link LogExtent#end}.
 */
public final class PinnedLog implements AutoCloseable {
    private final LogExtent extent;
    private final Replacements replaced;
    private final Consumer<PinnedLog> onClose;
    private final AtomicInteger holders = new AtomicInteger(1);

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
            onClose.accept(this);
        }
    }
}
