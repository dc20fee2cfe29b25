package io.tellask.web.bundle;

import java.util.EnumMap;
import java.util.Map;

/** The limits of a bundler. Immutable. */
public final class BundleLimits {
    /** All by default. */
    public static final BundleLimits DEFAULT = new BundleLimits(Map.of());

    /** What the names of system properties begin with that choose limits: {@value}. */
    public static final String PREFIX = "tellask.web.bundle.";

    private final Map<BundleLimit, Integer> chosen;

    private BundleLimits(Map<BundleLimit, Integer> chosen) {
        this.chosen = chosen;
    }

    /**
     * What system properties choose: {@code tellask.web.bundle.modules} and the like.
     *
     * @throws IllegalArgumentException if one is no number, or negative
     */
    public static BundleLimits ofProperties() {
        BundleLimits limits = DEFAULT;
        for (BundleLimit limit : BundleLimit.values()) {
            String value = System.getProperty(PREFIX + limit.label());
            if (value != null) {
                limits = limits.with(limit, number(limit, value));
            }
        }
        return limits;
    }

    private static int number(BundleLimit limit, String value) {
        try {
            return Integer.parseInt(value.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    PREFIX + limit.label() + ": value of " + value.length()
                            + " characters is no number up to 2147483647; write one",
                    e);
        }
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
                    limit.label() + "=" + value + " > LIMIT=" + of(limit)
                            + "; split the page, or raise it by the property " + PREFIX + limit.label());
        }
    }
}
