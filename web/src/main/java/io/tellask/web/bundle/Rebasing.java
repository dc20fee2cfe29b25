package io.tellask.web.bundle;

import java.util.Set;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/** Lets the addresses of a page hold in another one. Stateless. */
final class Rebasing {
    private static final Set<String> ADDRESSES =
            Set.of("src", "href", "poster", "data", "action", "formaction", "xlink:href");
    private static final Set<String> SETS = Set.of("srcset", "imagesrcset");

    private Rebasing() {}

    /** Changes the attributes of a page at a path, and remembers where its scripts and styles are from. */
    static void apply(BuildContext context, Document document, String path) {
        for (Element element : document.getAllElements()) {
            for (String name : ADDRESSES) {
                if (element.hasAttr(name)) {
                    element.attr(name, AssetLinks.absolute(path, element.attr(name)));
                }
            }
            for (String name : SETS) {
                if (element.hasAttr(name)) {
                    element.attr(
                            name, SourceSet.mapped(element.attr(name), address -> AssetLinks.absolute(path, address)));
                }
            }
            if (element.hasAttr("style") || element.nameIs("style") || element.nameIs("script")) {
                context.bases().putIfAbsent(element, path);
            }
        }
    }
}
