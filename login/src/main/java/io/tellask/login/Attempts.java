package io.tellask.login;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counts attempts by a key, before they are checked, so that many at once are counted as well; one that succeeds is taken back. At most
 * {@value #MOST_KEYS} keys are remembered; the one that began first is forgotten for the next. Not thread-safe.
 */
final class Attempts {
    /** Keys that are remembered. */
    static final int MOST_KEYS = 4_096;

    private final int most;
    private final long windowNanos;
    private final Map<String, Count> counts = new LinkedHashMap<>();

    private static final class Count {
        private final long sinceNanos;
        private int attempts;

        Count(long sinceNanos) {
            this.sinceNanos = sinceNanos;
        }
    }

    Attempts(int most, Duration window) {
        this.most = most;
        windowNanos = window.toNanos();
    }

    /** Counts one; false if so many were counted within the window that this one is not looked at. */
    boolean begin(String key, long nowNanos) {
        Count count = counts.get(key);
        if (count == null || nowNanos - count.sinceNanos >= windowNanos) {
            counts.remove(key);
            count = new Count(nowNanos);
            counts.put(key, count);
            if (counts.size() > MOST_KEYS) {
                counts.remove(counts.keySet().iterator().next());
            }
        }
        if (count.attempts >= most) {
            return false;
        }
        count.attempts++;
        return true;
    }

    /** One that was counted was right, or was not looked at. */
    void takeBack(String key) {
        Count count = counts.get(key);
        if (count != null && --count.attempts <= 0) {
            counts.remove(key);
        }
    }

    int keys() {
        return counts.size();
    }
}
