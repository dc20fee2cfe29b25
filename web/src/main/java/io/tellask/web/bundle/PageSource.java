package io.tellask.web.bundle;

import org.jspecify.annotations.Nullable;

/** What a site serves its pages from in production. Thread-safe. May block for a disk or a process: no loop of a connection calls it. */
public interface PageSource {
    /**
     * A page, ready to be sent.
     *
     * @param path of the file of the page, decoded, with a slash first: {@code /index.html}
     * @return the bundle as of now; null if there is no such file
     * @throws BundleException if it cannot be bundled
     */
    @Nullable
    PageBundle page(String path);

    /**
     * A file of a bundle, also of one that was replaced not long ago.
     *
     * @param path that begins with {@link BundleAsset#PREFIX}
     * @return null if it is not known
     */
    @Nullable
    BundleAsset asset(String path);

    /** What bundles, for the log and the console: {@code esbuild 0.28.2 of the class path}. */
    String provider();
}
