package io.tellask.web.resources;

import org.jspecify.annotations.Nullable;

/** What a site can serve, by path. Thread-safe; may block for a disk, so that no loop of a connection calls it. */
@FunctionalInterface
public interface Resources {
    /**
     * Finds a file.
     *
     * @param path decoded, with a slash first: {@code /styles/main.css}
     * @return as it is now; null if there is none, it is a folder, or its path is not safe
     */
    @Nullable
    Resource find(String path);
}
