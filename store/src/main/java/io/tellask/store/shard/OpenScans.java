package io.tellask.store.shard;

import io.tellask.store.segment.SegmentLog;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongConsumer;

/** Marks records as dead whose key has another value or none by now, and tells the scans that are open. Used under the writers' lock. */
final class OpenScans implements LongConsumer {
    private final SegmentLog log;
    private final List<Replacements> open = new CopyOnWriteArrayList<>();

    OpenScans(SegmentLog log) {
        this.log = log;
    }

    void add(Replacements scan) {
        open.add(scan);
    }

    /** Also without the lock. */
    void remove(Replacements scan) {
        open.remove(scan);
        scan.forget();
    }

    /** The order matters to scans: they ask for the dead bit first and for the replacements second. */
    @Override
    public void accept(long address) {
        long current = log.current(address);
        int sharing = open.size();
        for (Replacements scan : open) {
            scan.add(current, Math.max(1, sharing)); // one may have gone since
        }
        log.markDead(current);
    }
}
