package io.tellask.web.bundle;

import java.nio.charset.StandardCharsets;

/** The page that development shows where one cannot be bundled. Stateless. */
public final class ErrorPage {
    private static final String STYLE =
            "body{font:16px/1.5 system-ui,sans-serif;margin:3rem auto;max-width:60rem;padding:0 1rem;"
                    + "color:#222;background:#fff}pre{font:14px/1.5 ui-monospace,monospace;background:#f3f3f5;padding:1rem;overflow:auto;"
                    + "border-left:4px solid #b3261e}@media(prefers-color-scheme:dark){body{color:#eee;background:#1b1b1f}pre{background:#29292f}}";

    private ErrorPage() {}

    /**
     * File, line, lines around and remedy, all of it as text. Has no script. For development only: it shows the inside of the site.
     */
    public static byte[] html(BundleException failure) {
        SourcePlace place = failure.place();
        StringBuilder html = new StringBuilder("<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">")
                .append(
                        "<meta name=\"viewport\" content=\"width=device-width\"><title>Page is not bundled</title><style>")
                .append(STYLE)
                .append("</style><h1>Page is not bundled</h1><p>")
                .append(escaped(failure.detail()))
                .append("<p><code>")
                .append(escaped(failure.path()));
        if (place != null) {
            html.append(':').append(place.line()).append(':').append(place.column());
        }
        html.append("</code>");
        if (place != null) {
            html.append("<pre>").append(escaped(place.excerpt())).append("</pre>");
        }
        return html.append("</html>").toString().getBytes(StandardCharsets.UTF_8);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
