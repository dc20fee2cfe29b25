package io.tellask.web.bundle;

import io.tellask.web.bundle.BundleException.Reason;
import io.tellask.web.resources.Resources;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The bundles of pages, and the files of bundles that were replaced. Thread-safe: the lock is held to look something up, and never while
 * a page is built or a file is looked at.
 */
final class BundleCache {
    private final Resources resources;
    private final BundleLimits limits;
    private final LongSupplier clock;
    private final Function<String, Result> builder;
    private final Object lock = new Object();
    /** Pages, the one asked for longest ago first; under the lock. */
    private final Map<String, Entry> pages = new LinkedHashMap<>(16, 0.75f, true);
    /** Files of former bundles, the oldest first; under the lock. */
    private final Map<String, BundleAsset> former = new LinkedHashMap<>();

    private final AtomicLong builds = new AtomicLong();
    private long formerBytes;

    /**
     * What a build came to: a bundle or a failure.
     *
     * @param stamps of the files it asked for
     */
    record Result(@Nullable PageBundle bundle, @Nullable BundleException failure, Map<String, FileStamp> stamps) {}

    /** A page that is built, or being built. */
    private static final class Entry {
        private final CompletableFuture<Result> result = new CompletableFuture<>();
        /** When it was built; under the lock. */
        private long builtMillis;
        /** When its files were looked at; under the lock. */
        private long checkedMillis;
        /** What they were like then; under the lock. */
        private Map<String, FileStamp> stamps = Map.of();
        /** Whether somebody looks at them now; under the lock. */
        private boolean isChecked;
    }

    BundleCache(Resources resources, BundleLimits limits, LongSupplier clock, Function<String, Result> builder) {
        this.resources = resources;
        this.limits = limits;
        this.clock = clock;
        this.builder = builder;
    }

    /**
     * The bundle of a page, built if there is none that holds.
     *
     * @throws BundleException if it cannot be built
     */
    PageBundle bundle(String path) {
        Entry known;
        synchronized (lock) {
            known = pages.get(path);
        }
        Entry held = known != null && isCurrent(known) ? known : null;
        boolean isBuilder = false;
        if (held == null) {
            synchronized (lock) {
                held = pages.get(path);
                // another caller may have put a new one since
                if (held == null || held == known) {
                    held = put(path);
                    isBuilder = true;
                }
            }
        }
        if (isBuilder) {
            build(path, held);
        }
        return bundle(held);
    }

    @Nullable
    BundleAsset asset(String path) {
        synchronized (lock) {
            for (Entry entry : pages.values()) {
                Result result =
                        entry.result.isDone() && !entry.result.isCompletedExceptionally() ? entry.result.join() : null;
                BundleAsset asset = result == null || result.bundle() == null
                        ? null
                        : result.bundle().assets().get(path);
                if (asset != null) {
                    return asset;
                }
            }
            return former.get(path);
        }
    }

    long builds() {
        return builds.get();
    }

    private static PageBundle bundle(Entry entry) {
        Result result;
        try {
            result = entry.result.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : e;
        }
        PageBundle bundle = result.bundle();
        if (bundle != null) {
            return bundle;
        }
        BundleException failure = result.failure();
        if (failure == null) {
            throw new AssertionError("a build gives a bundle or a failure");
        }
        // of each caller its own: the stack of the first says nothing to the others
        throw new BundleException(failure.reason(), failure.path(), failure.detail(), failure.place(), failure);
    }

    /** Puts a new entry in the place of an old one; under the lock. */
    private Entry put(String path) {
        Entry entry = new Entry();
        Entry old = pages.put(path, entry);
        if (old != null) {
            keepFormer(old);
        }
        if (pages.size() > Math.max(1, limits.of(BundleLimit.PAGES))) {
            String oldest = pages.keySet().iterator().next();
            Entry dropped = pages.remove(oldest);
            if (dropped != null) {
                keepFormer(dropped);
            }
        }
        return entry;
    }

    private void build(String path, Entry entry) {
        builds.incrementAndGet();
        try {
            Result result = builder.apply(path);
            synchronized (lock) {
                entry.stamps = result.stamps();
                entry.builtMillis = clock.getAsLong();
                entry.checkedMillis = entry.builtMillis;
            }
            entry.result.complete(result);
        } catch (Throwable e) {
            // nobody waits for ever, and the next request tries again
            synchronized (lock) {
                pages.remove(path, entry);
            }
            entry.result.completeExceptionally(e);
            throw e;
        }
    }

    /** Whether its files are those it was built of. Of several callers one looks, and the others take what was known. */
    private boolean isCurrent(Entry entry) {
        Map<String, FileStamp> stamps;
        synchronized (lock) {
            if (!entry.result.isDone()) {
                return true;
            }
            long now = clock.getAsLong();
            if (isPassing(entry) && now - entry.builtMillis >= limits.of(BundleLimit.RETRY_MILLIS)) {
                return false;
            }
            if (entry.isChecked || now - entry.checkedMillis < limits.of(BundleLimit.CHECK_MILLIS)) {
                return true;
            }
            entry.isChecked = true;
            stamps = entry.stamps;
        }
        Map<String, FileStamp> unchanged = null;
        try {
            unchanged = unchanged(stamps);
        } finally {
            synchronized (lock) {
                entry.isChecked = false;
                if (unchanged != null) {
                    entry.stamps = unchanged;
                    entry.checkedMillis = clock.getAsLong();
                }
            }
        }
        return unchanged != null;
    }

    /** Whether it failed for a reason that may pass without a change of its files. */
    private static boolean isPassing(Entry entry) {
        Result result = entry.result.isCompletedExceptionally() ? null : entry.result.join();
        BundleException failure = result == null ? null : result.failure();
        return failure != null && (failure.reason() == Reason.TOOL || failure.reason() == Reason.UNREADABLE);
    }

    /** What the files are like now; null if one has changed. */
    private @Nullable Map<String, FileStamp> unchanged(Map<String, FileStamp> stamps) {
        Map<String, FileStamp> now = new LinkedHashMap<>();
        for (Map.Entry<String, FileStamp> file : stamps.entrySet()) {
            FileStamp stamp = file.getValue().ifUnchanged(resources, file.getKey());
            if (stamp == null) {
                return null;
            }
            now.put(file.getKey(), stamp);
        }
        return now;
    }

    /** Keeps the files of a bundle for pages that are open; under the lock. */
    private void keepFormer(Entry entry) {
        Result result = entry.result.isDone() && !entry.result.isCompletedExceptionally() ? entry.result.join() : null;
        if (result == null || result.bundle() == null) {
            return;
        }
        for (BundleAsset asset : result.bundle().assets().values()) {
            BundleAsset before = former.put(asset.path(), asset);
            formerBytes += asset.bytes().length - (before == null ? 0 : before.bytes().length);
        }
        while (formerBytes > limits.of(BundleLimit.FORMER_BYTES) && !former.isEmpty()) {
            String oldest = former.keySet().iterator().next();
            BundleAsset dropped = former.remove(oldest);
            formerBytes -= dropped == null ? 0 : dropped.bytes().length;
        }
    }
}
