package io.tellask.web.bundle;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/** Images, icons and early loads that a page names. Stateless. */
final class PageAssets {
    private static final Set<String> EARLY = Set.of("preload", "modulepreload", "prefetch");

    private PageAssets() {}

    /** Replaces their addresses. */
    static void link(BuildContext context, Document page) {
        for (Element image : page.select("img[src], input[type=image][src]")) {
            replace(context, image, "src", true);
        }
        for (Element video : page.select("video[poster]")) {
            replace(context, video, "poster", true);
        }
        for (Element set : page.select("img[srcset], source[srcset]")) {
            set.attr(
                    "srcset",
                    SourceSet.mapped(
                            set.attr("srcset"), address -> context.assets().link(context.base(), address, false)));
        }
        for (Element link : page.select("link[rel][href]")) {
            List<String> words =
                    List.of(link.attr("rel").toLowerCase(Locale.ROOT).split("\\s+"));
            if (words.contains("icon") || words.contains("apple-touch-icon")) {
                replace(context, link, "href", words.contains("icon"));
            }
        }
    }

    /** Takes out early loads of what is part of the page now, and lets others name the files of the bundle. */
    static void settleEarlyLoads(BuildContext context, Document page, Set<String> modules) {
        for (Element link : List.copyOf(page.select("link[rel][href]"))) {
            String path = EARLY.contains(link.attr("rel").toLowerCase(Locale.ROOT))
                    ? SitePath.resolve(context.base(), link.attr("href"))
                    : null;
            if (path == null || path.startsWith(BundleAsset.PREFIX)) {
                continue;
            }
            BundleAsset asset = context.assets().ofFile(path);
            if (context.assets().isInPage(path) || modules.contains(path)) {
                link.remove();
            } else if (asset != null) {
                link.attr("href", asset.path()).removeAttr("integrity");
            }
        }
    }

    private static void replace(BuildContext context, Element element, String name, boolean mayBeData) {
        element.attr(name, context.assets().link(context.base(), element.attr(name), mayBeData));
    }
}
