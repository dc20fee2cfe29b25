package io.tellask.web.bundle;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jsoup.nodes.Comment;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;

/**
 * Takes comments and space out of a page where they cannot be seen: space in the head, and of several spaces between elements all but
 * one, unless the page says anywhere how space is shown. Text stays as it is. Stateless.
 */
final class HtmlMinifier {
    private static final Set<String> VERBATIM = Set.of("pre", "textarea", "listing", "xmp", "plaintext");

    private HtmlMinifier() {}

    static void minify(Document page) {
        boolean isSpaceShown = page.outerHtml().contains("white-space");
        List<Node> nodes = new ArrayList<>();
        page.traverse((node, depth) -> nodes.add(node));
        for (Node node : nodes) {
            if (node instanceof Comment comment && !comment.getData().startsWith("!")) {
                comment.remove();
            } else if (node instanceof TextNode text && text.isBlank() && text.parent() instanceof Element parent) {
                if (parent.nameIs("head") || parent.nameIs("html") || parent == page) {
                    text.remove();
                } else if (!isSpaceShown && !isVerbatim(parent)) {
                    text.text(text.getWholeText().contains("\n") ? "\n" : " ");
                }
            }
        }
    }

    private static boolean isVerbatim(Element parent) {
        return VERBATIM.contains(parent.normalName())
                || parent.parents().stream().anyMatch(outer -> VERBATIM.contains(outer.normalName()));
    }
}
