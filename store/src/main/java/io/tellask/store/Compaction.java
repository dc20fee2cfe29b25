package io.tellask.store;

/**
 * How a map gives back the space of records that were replaced, removed or have expired. Immutable.
 *
 * @param automatic whether a background thread compacts as needed; otherwise only {@link DurableMap#compact} does; true
 * @param bytesPerSecond bytes that the background thread reads and writes a second at most; 256 MiB
 * @param spacePercent full segments may take this much of their live bytes before the background thread starts; 125
 */
public record Compaction(boolean automatic, long bytesPerSecond, int spacePercent) {
    private static final Compaction DEFAULTS = new Compaction(true, 256L << 20, 125);

    public Compaction {
        require("bytesPerSecond", bytesPerSecond, 1 << 20, Long.MAX_VALUE);
        require("spacePercent", spacePercent, 110, 1000);
    }

    /** In the background, 256 MiB a second at most, from 125 % of the live bytes on. */
    public static Compaction defaults() {
        return DEFAULTS;
    }

    /** These settings with compaction in the background, or by {@link DurableMap#compact} alone. */
    public Compaction withAutomatic(boolean inBackground) {
        return new Compaction(inBackground, bytesPerSecond, spacePercent);
    }

    /**
     * These settings with another rate.
     *
     * @param most bytes that the background thread reads and writes a second, at least 1 MiB
     * @throws IllegalArgumentException if it is less
     */
    public Compaction withBytesPerSecond(long most) {
        return new Compaction(automatic, most, spacePercent);
    }

    /**
     * These settings with another threshold.
     *
     * @param most percent of their live bytes that full segments may take, 110 to 1,000
     * @throws IllegalArgumentException if it is out of this range
     */
    public Compaction withSpacePercent(int most) {
        return new Compaction(automatic, bytesPerSecond, most);
    }

    private static void require(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException("store: " + name + "=" + value + ", allowed=" + least + ".." + most);
        }
    }
}
