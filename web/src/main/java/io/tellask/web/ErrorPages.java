package io.tellask.web;

import io.tellask.http.HttpRequest;
import io.tellask.http.HttpResponse;
import io.tellask.http.Problem;
import io.tellask.web.content.PageException;
import java.util.List;
import java.util.function.Supplier;

/** Answers that say no: for programs {@code application/problem+json}, in the mode of development for browsers a page. Stateless. */
final class ErrorPages {
    private static final String STYLE = """
            :root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:12vh auto;padding:0 1.5rem}\
            h1{font-size:1.5rem}pre,code{font:14px/1.5 ui-monospace,monospace}pre{white-space:pre-wrap;overflow-wrap:anywhere;\
            border-left:3px solid #b3261e;padding:.5rem 1rem}footer{opacity:.7;font-size:.875rem}""";

    private final WebMode mode;
    private final Supplier<String> script;

    /** @param script gives the element that makes the page load again once a file has changed; may be empty */
    ErrorPages(WebMode mode, Supplier<String> script) {
        this.mode = mode;
        this.script = script;
    }

    /**
     * @param detail for everyone
     * @param more lines that only those see who develop the page
     */
    HttpResponse of(HttpRequest request, int status, String title, String detail, List<String> more) {
        if (mode == WebMode.PRODUCTION || !takesHtml(request)) {
            return Problem.of(status, title, detail);
        }
        String lines = more.isEmpty() ? "" : "<pre>" + escaped(String.join("\n", more)) + "</pre>";
        String page = "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">"
                + "<meta name=\"viewport\" content=\"width=device-width\"><title>" + status + ' ' + escaped(title)
                + "</title><style>" + STYLE + "</style>" + script.get() + "</head><body><main><h1>" + status + ' '
                + escaped(title) + "</h1><p>" + escaped(detail) + "</p>" + lines
                + "</main><footer>This page is shown in the mode of development only.</footer></body></html>";
        return HttpResponse.text(status, "text/html", page)
                .with("cache-control", "no-store")
                .with("x-content-type-options", "nosniff")
                .with(
                        "content-security-policy",
                        "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'");
    }

    /** What failed within: nothing of it is said but to those who write the page, whose errors are theirs to see. */
    HttpResponse failed(HttpRequest request, Throwable failure) {
        List<String> lines =
                failure instanceof PageException ? List.of(String.valueOf(failure.getMessage())) : List.of();
        boolean shown = mode == WebMode.DEVELOPMENT && takesHtml(request) && !lines.isEmpty();
        String detail = shown
                ? "this page loads again once a file has changed"
                : "the log of the server says what is wrong with it";
        return of(request, 500, "the page is broken", detail, lines);
    }

    static boolean takesHtml(HttpRequest request) {
        String accept = request.header("accept");
        return accept != null && accept.contains("text/html");
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
