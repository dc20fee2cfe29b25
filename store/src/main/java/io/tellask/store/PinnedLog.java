package io.tellask.store;

import java.util.function.Consumer;

/**
 * The log at one moment, with what is replaced since, until it is closed. Thread-safe.
 *
 * <p>The files of all segments but the last do not change any more; the last one is valid up to {@link LogExtent#end}.
 */
final class PinnedLog implements AutoCloseable {
    private final LogExtent extent;
    private final Replacements replaced;
    private final Consumer<Replacements> onClose;

    PinnedLog(LogExtent extent, Replacements replaced, Consumer<Replacements> onClose) {
        this.extent = extent;
        this.replaced = replaced;
        this.onClose = onClose;
    }

    LogExtent extent() {
        return extent;
    }

    /** Whether a record held the value of its key at that moment. */
    boolean wasLive(LogSegment segment, long offset) {
        return !segment.isDead(offset) || replaced.contains(RecordAddress.of(segment.slot, offset));
    }

    @Override
    public void close() {
        onClose.accept(replaced);
    }
}
