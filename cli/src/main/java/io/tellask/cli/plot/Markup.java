package io.tellask.cli.plot;

import io.tellask.text.SafeText;

/** Text of a log within HTML and SVG: whatever it contains stays text, without controls, and is bounded. Stateless. */
final class Markup {
    private static final int MOST_CHARS = 1_000;

    private Markup() {}

    static String escaped(String text) {
        return SafeText.of(text, MOST_CHARS)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
