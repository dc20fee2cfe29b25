package io.tellask.web.bundle;

import java.util.List;
import java.util.Map;

/**
 * A page with what it needs. Immutable.
 *
 * @param path of the page within the site
 * @param html the page in UTF-8; not copied, and not to be changed
 * @param hash digest of all files it is made of, in hexadecimal: changes when one of them does
 * @param inlineHashes of scripts and styles in the page, for its policy: {@code script sha256-…} or {@code style sha256-…}
 * @param assets further files, by path
 * @param dependencies paths of the files that the page is made of, with the SHA-256 of each, or {@link #ABSENT} for one that was looked
 *     for and not there
 * @param warnings what was left as it was, or will not work, one line each
 */
public record PageBundle(
        String path,
        byte[] html,
        String hash,
        List<String> inlineHashes,
        Map<String, BundleAsset> assets,
        Map<String, String> dependencies,
        List<String> warnings) {
    /** Stands for the digest of a file that is not there: {@value}. */
    public static final String ABSENT = "absent";

    public PageBundle {
        inlineHashes = List.copyOf(inlineHashes);
        assets = Map.copyOf(assets);
        dependencies = Map.copyOf(dependencies);
        warnings = List.copyOf(warnings);
    }
}
