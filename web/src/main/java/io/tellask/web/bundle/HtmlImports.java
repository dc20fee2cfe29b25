package io.tellask.web.bundle;

import io.tellask.web.bundle.BundleException.Reason;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jspecify.annotations.Nullable;

/**
 * Puts pages in the place of {@code <link rel="import" href="x.html">}, each once, where it is named first; so cycles end. In the body
 * all of a page is put there. In the head only scripts, styles, links and templates are, and the rest goes into a hidden element, since
 * the head shows nothing. Not thread-safe.
 */
final class HtmlImports {
    private static final Set<String> OF_HEAD = Set.of("script", "style", "link", "template", "meta", "noscript");

    private final BuildContext context;
    private final Set<String> imported = new HashSet<>();
    private @Nullable Element hidden;

    HtmlImports(BuildContext context) {
        this.context = context;
        imported.add(context.path());
    }

    void inline(Document page) {
        inline(page, page, context.base(), 0);
        if (hidden != null) {
            page.body().prependChild(hidden);
        }
    }

    private void inline(Document page, Document document, String base, int depth) {
        context.limits().check(BundleLimit.NESTING, depth, base);
        for (Element link : List.copyOf(document.select("link[rel=import][href]"))) {
            String target = SitePath.resolve(base, link.attr("href"));
            if (target == null) {
                context.warn(base + ": import of another site is left as it is");
            } else if (imported.add(target)) {
                replace(page, link, read(page, target, base, depth));
            } else {
                link.remove();
            }
        }
    }

    private Document read(Document page, String target, String from, int depth) {
        String text = context.files().text(target);
        if (text == null) {
            throw BundleException.of(
                    Reason.MISSING,
                    from,
                    "import of a page leads to " + target + ", which is not there; correct the href");
        }
        Document document = Jsoup.parse(text);
        inline(page, document, target, depth + 1);
        Rebasing.apply(context, document, target);
        context.assets().markInPage(target);
        return document;
    }

    private void replace(Document page, Element link, Document document) {
        boolean isInHead = link.parents().stream().anyMatch(parent -> parent.nameIs("head"));
        for (Node node : List.copyOf(document.head().childNodes())) {
            if (node instanceof Element element && OF_HEAD.contains(element.normalName()) && !element.nameIs("meta")) {
                link.before(node);
            }
        }
        for (Node node : List.copyOf(document.body().childNodes())) {
            boolean isShown = !(node instanceof Element element && OF_HEAD.contains(element.normalName()));
            if (isInHead && isShown) {
                hidden(page).appendChild(node);
            } else {
                link.before(node);
            }
        }
        link.remove();
    }

    private Element hidden(Document page) {
        Element made = hidden;
        if (made == null) {
            made = page.createElement("div").attr("hidden", true);
            hidden = made;
        }
        return made;
    }
}
