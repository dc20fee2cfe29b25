package io.tellask.bench.report;

/** Text of a page under way; whatever is given as text is escaped. Used by one thread. */
final class Html {
    private final StringBuilder page = new StringBuilder();

    Html raw(String markup) {
        page.append(markup);
        return this;
    }

    Html open(String tag) {
        page.append('<').append(tag).append('>');
        return this;
    }

    Html close(String tag) {
        page.append("</").append(tag).append(">\n");
        return this;
    }

    /** An element with a text in it, of a class unless that is empty. */
    Html text(String tag, String style, String text) {
        page.append('<').append(tag);
        if (!style.isEmpty()) {
            page.append(" class=\"").append(style).append('"');
        }
        page.append('>').append(escape(text)).append("</").append(tag).append(">\n");
        return this;
    }

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    @Override
    public String toString() {
        return page.toString();
    }
}
