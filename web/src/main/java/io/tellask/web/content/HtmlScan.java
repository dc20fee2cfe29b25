package io.tellask.web.content;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Where an HTML page has its head, its scripts and its styles. Reads the page once, as browsers do where the page is well formed; where it is
 * not, a script may be missed, which the browser then does not run. One character stands for one byte. Not thread-safe.
 */
final class HtmlScan {
    /** Elements whose content is text up to their end. */
    private static final Set<String> TEXT_ONLY =
            Set.of("script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "noscript");

    private final String page;
    private final List<Inline> inlines = new ArrayList<>();
    private int head; // where something may be put first into the head

    /**
     * A script or style inside the page.
     *
     * @param type in lower case; of a script what its attribute says, of a style {@code style}
     * @param begin of its text
     * @param end behind its text
     */
    record Inline(String type, int begin, int end) {}

    private HtmlScan(String page) {
        this.page = page;
    }

    static HtmlScan of(String page) {
        HtmlScan scan = new HtmlScan(page);
        scan.read();
        return scan;
    }

    /** Scripts and styles inside the page, in their order. */
    List<Inline> inlines() {
        return inlines;
    }

    /** Where what is to be read before all scripts can be put. */
    int head() {
        return head;
    }

    private void read() {
        int at = page.indexOf('<');
        while (at >= 0) {
            at = page.indexOf('<', afterMarkup(at));
        }
    }

    /** Reads what begins with that bracket, and returns where to go on. */
    private int afterMarkup(int open) {
        if (page.startsWith("<!--", open)) {
            return after("-->", open + 4);
        }
        if (page.startsWith("<!", open) || page.startsWith("<?", open) || page.startsWith("</", open)) {
            int end = after(">", open + 2);
            if (page.regionMatches(true, open, "<!doctype", 0, 9) && head == 0) {
                head = end;
            }
            return end;
        }
        if (open + 1 < page.length() && isLetter(page.charAt(open + 1))) {
            return afterElement(open);
        }
        return open + 1;
    }

    private int after(String text, int from) {
        int found = page.indexOf(text, from);
        return found < 0 ? page.length() : found + text.length();
    }

    private int afterElement(int open) {
        HtmlTag tag = HtmlTag.read(page, open);
        if (tag.name().equals("html") || tag.name().equals("head")) {
            head = inlines.isEmpty() ? tag.end() : head;
        }
        if (!TEXT_ONLY.contains(tag.name())) {
            return tag.end();
        }
        int end = endOf(tag.name(), tag.end());
        if (tag.name().equals("style")) {
            inlines.add(new Inline("style", tag.end(), end));
        } else if (tag.name().equals("script") && !tag.hasSource()) {
            inlines.add(new Inline(tag.type().toLowerCase(Locale.ROOT), tag.end(), end));
        }
        return end;
    }

    /** Where the text of such an element ends. */
    private int endOf(String name, int from) {
        String close = "</" + name;
        for (int at = page.indexOf("</", from); at >= 0; at = page.indexOf("</", at + 2)) {
            int behind = at + close.length();
            if (page.regionMatches(true, at, close, 0, close.length())
                    && behind < page.length()
                    && "> \t\n\f\r/".indexOf(page.charAt(behind)) >= 0) {
                return at;
            }
        }
        return page.length();
    }

    private static boolean isLetter(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
    }
}
