package io.tellask.web.bundle;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jsoup.nodes.Element;

/**
 * What the steps of one build share. Not thread-safe.
 *
 * @param path of the page
 * @param base path that the addresses of the page are relative to
 * @param files of the page
 * @param limits of the bundler
 * @param assets files that the bundle has beside the page
 * @param bases the same as {@code base} for elements that came from another file
 * @param warnings one line each
 */
record BuildContext(
        String path,
        String base,
        SiteFiles files,
        BundleLimits limits,
        AssetLinks assets,
        Map<Element, String> bases,
        List<String> warnings) {
    /** The most warnings of a page that are kept. */
    static final int MOST_WARNINGS = 100;

    static BuildContext of(String path, String base, SiteFiles files, BundleLimits limits) {
        List<String> warnings = new ArrayList<>();
        return new BuildContext(
                path, base, files, limits, new AssetLinks(files, limits, warnings), new IdentityHashMap<>(), warnings);
    }

    /** What the addresses of an element are relative to. */
    String baseOf(Element element) {
        return bases.getOrDefault(element, base);
    }

    void warn(String warning) {
        warn(warnings, warning);
    }

    static void warn(List<String> warnings, String warning) {
        if (warnings.size() < MOST_WARNINGS && !warnings.contains(warning)) {
            warnings.add(warning);
        }
    }
}
