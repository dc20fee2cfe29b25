package io.tellask.web;

import java.util.List;
import java.util.concurrent.Flow;

/**
 * Tells pages which files of a site have changed while it is being written: a contract, which the server publishes with {@link
 * Website#changes}.
 */
public interface SiteChanges {
    /**
     * Paths of files that have changed since the subscription, each time that some did; those that change while nobody asks come together.
     *
     * @param state of the files that a page was made of, as its element of {@code /_tellask/live.js} says in {@code data-state}: if it is another
     *     by now, an empty list comes first; empty if there is none to compare with
     */
    Flow.Publisher<List<String>> changes(String state);
}
