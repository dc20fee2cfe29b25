package io.tellask.web.content;

import io.tellask.web.resources.Resource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes what is sent for the HTML files of a site. Thread-safe; may block. */
public interface PageSource {
    /**
     * The page of a file.
     *
     * @param html the file as it is now
     * @return null to send the file as it is
     * @throws PageException if the page is broken
     */
    @Nullable
    Page page(Resource html);

    /** A file that pages were told of and that is on no disk; null if that is none. */
    default @Nullable Asset asset(String path) {
        return null;
    }

    /**
     * A page.
     *
     * @param html in UTF-8
     * @param state equal for two pages only if they are the same
     * @param inlineHashes of its scripts and styles: {@code script sha256-…} or {@code style sha256-…}
     */
    record Page(byte[] html, Object state, List<String> inlineHashes) {
        public Page {
            inlineHashes = List.copyOf(inlineHashes);
        }
    }

    /**
     * A file whose path has the hash of its content.
     *
     * @param path that it is asked for by
     */
    record Asset(String path, byte[] bytes) {}
}
