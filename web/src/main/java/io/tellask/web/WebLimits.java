package io.tellask.web;

/**
 * How much a site may hold. Immutable.
 *
 * @param cacheBytes of files and pages in memory, with their compressed forms; 64 MiB
 * @param cacheEntries of files and pages in memory; 4,096
 * @param heldFileBytes the longest file that is held in memory and compressed, 1 MiB; longer ones are sent in parts from the disk
 * @param requests that wait for the disk or send a long file at once, 4,096; more are answered with status 503
 * @param livePages that wait for changes in the mode of development at once; 64
 */
public record WebLimits(long cacheBytes, int cacheEntries, int heldFileBytes, int requests, int livePages) {
    /** The defaults. */
    public static final WebLimits DEFAULT = new WebLimits(64 << 20, 4_096, 1 << 20, 4_096, 64);

    /** @throws IllegalArgumentException if one is out of its range */
    public WebLimits {
        check("cacheBytes", cacheBytes, 0, 1L << 40);
        check("cacheEntries", cacheEntries, 0, 1 << 24);
        check("heldFileBytes", heldFileBytes, 0, 64 << 20);
        check("requests", requests, 1, 1 << 20);
        check("livePages", livePages, 0, 1 << 16);
    }

    private static void check(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    "web limits: " + name + "=" + value + " is not in " + least + ".." + most + "; choose one that is");
        }
    }

    public WebLimits cacheBytes(long bytes) {
        return new WebLimits(bytes, cacheEntries, heldFileBytes, requests, livePages);
    }

    public WebLimits cacheEntries(int entries) {
        return new WebLimits(cacheBytes, entries, heldFileBytes, requests, livePages);
    }

    public WebLimits heldFileBytes(int bytes) {
        return new WebLimits(cacheBytes, cacheEntries, bytes, requests, livePages);
    }

    public WebLimits requests(int most) {
        return new WebLimits(cacheBytes, cacheEntries, heldFileBytes, most, livePages);
    }

    public WebLimits livePages(int most) {
        return new WebLimits(cacheBytes, cacheEntries, heldFileBytes, requests, most);
    }
}
