package io.tellask.web.bundle;

import io.tellask.web.style.StyleMinifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jsoup.nodes.DataNode;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

/**
 * The styles of a page: those of files become part of it. A link that a script could look for, by {@code id} or {@code title}, stays a
 * link to a file of the bundle. Not thread-safe.
 */
final class PageStyles {
    private final BuildContext context;
    private final StyleInliner inliner;
    private final List<Element> elements = new ArrayList<>();

    PageStyles(BuildContext context, StyleInliner inliner) {
        this.context = context;
        this.inliner = inliner;
    }

    /** Puts styles with their imports into the page; they are minified later. */
    void inline(Document page) {
        for (Element element : List.copyOf(page.select("link[rel][href], style"))) {
            if (element.nameIs("style")) {
                replace(element, context.baseOf(element), element.data());
            } else if (isStyleLink(element)) {
                inlineLink(element);
            }
        }
        for (Element element : page.select("[style*=url]")) {
            element.attr("style", inliner.attribute(context.baseOf(element), element.attr("style")));
        }
    }

    /** The elements that styles are in now. */
    List<Element> elements() {
        return elements;
    }

    private void inlineLink(Element link) {
        String path = SitePath.resolve(context.base(), link.attr("href"));
        byte[] bytes = path == null ? null : context.files().bytes(path);
        String text = path == null || bytes == null ? null : context.files().text(path);
        if (path == null || text == null || bytes == null) {
            if (path != null) {
                context.warn(path + ": style is no file of the site; linked by " + context.path() + ", left as it is");
            }
            return;
        }
        Integrity.check(link, path, bytes);
        boolean isKept = link.hasAttr("id")
                || link.hasAttr("title")
                || text.length() > context.limits().of(BundleLimit.INLINE_CODE_BYTES);
        if (isKept) {
            String style = StyleMinifier.minified(StyleInliner.withoutMarks(inliner.inlinedAsOne(path, text)));
            link.attr(
                    "href",
                    context.assets().addFile(path, "text/css; charset=utf-8", style.getBytes(StandardCharsets.UTF_8)));
            link.removeAttr("integrity");
        } else {
            context.assets().markInPage(path);
            replace(link, path, text);
        }
    }

    /** Puts the styles that one becomes in the place of an element. */
    private void replace(Element element, String base, String text) {
        for (String style : inliner.inlined(base, text)) {
            Element made = new Element("style");
            for (String name : List.of("media", "id", "class", "title")) {
                if (element.hasAttr(name)) {
                    made.attr(name, element.attr(name));
                }
            }
            setText(made, style);
            element.before(made);
            elements.add(made);
        }
        element.remove();
    }

    /** Puts a style into an element, so that it does not end it. */
    static void setText(Element element, String style) {
        element.empty();
        element.appendChild(new DataNode(style.replaceAll("(?i)</(?=style)", "<\\\\/")));
    }

    private static boolean isStyleLink(Element link) {
        @Nullable String type = link.hasAttr("type") ? link.attr("type").toLowerCase(Locale.ROOT) : null;
        List<String> words = List.of(link.attr("rel").toLowerCase(Locale.ROOT).split("\\s+"));
        return words.contains("stylesheet")
                && !words.contains("alternate")
                && !link.hasAttr("disabled")
                && (type == null || type.isEmpty() || type.equals("text/css"));
    }
}
