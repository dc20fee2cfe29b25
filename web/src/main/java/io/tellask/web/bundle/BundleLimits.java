package io.tellask.web.bundle;

import java.util.EnumMap;
import java.util.Map;

/** The limits of a bundler. Immutable. */
public final class BundleLimits {
    /** All by default. */
    public static final BundleLimits DEFAULT = new BundleLimits(Map.of());

    private final Map<BundleLimit, Integer> chosen;

    private BundleLimits(Map<BundleLimit, Integer> chosen) {
        this.chosen = chosen;
    }

    /**
     * The same with another value of one.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public BundleLimits with(BundleLimit limit, int value) {
        if (value < 0) {
            throw new IllegalArgumentException("bundle: " + limit.label() + "=" + value + " < 0; give 0 or more");
        }
        EnumMap<BundleLimit, Integer> more = new EnumMap<>(BundleLimit.class);
        more.putAll(chosen);
        more.put(limit, value);
        return new BundleLimits(more);
    }

    /** What a limit is. */
    public int of(BundleLimit limit) {
        return chosen.getOrDefault(limit, limit.byDefault());
    }

    /** Fails if a value is beyond its limit, which a file is the reason of. */
    void check(BundleLimit limit, long value, String path) {
        if (value > of(limit)) {
            throw BundleException.of(
                    BundleException.Reason.LIMIT,
                    path,
                    limit.label() + "=" + value + " > LIMIT=" + of(limit) + "; split the page, or raise BundleLimit."
                            + limit);
        }
    }
}
