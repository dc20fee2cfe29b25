package io.tellask.http;

import java.nio.charset.StandardCharsets;

/** Answers of {@code application/problem+json} (RFC 9457), which say what is wrong and nothing of the inside. */
public final class Problem {
    private static final int MOST_DETAIL_CHARS = 512;

    private Problem() {}

    /**
     * An answer that says no.
     *
     * @param status of the answer
     * @param title what kind of problem it is, the same each time: {@code not found}
     * @param detail what is wrong with this request, and the remedy; cut after 512 characters
     */
    public static HttpResponse of(int status, String title, String detail) {
        String cut = detail.length() <= MOST_DETAIL_CHARS ? detail : detail.substring(0, MOST_DETAIL_CHARS) + "…";
        String json = "{\"type\":\"about:blank\",\"title\":" + quoted(title) + ",\"status\":" + status + ",\"detail\":"
                + quoted(cut) + "}";
        return HttpResponse.of(status, "application/problem+json", json.getBytes(StandardCharsets.UTF_8))
                .with("cache-control", "no-store")
                .with("x-content-type-options", "nosniff");
    }

    /** The same for what was thrown for the sender to read. */
    public static HttpResponse of(HttpException failure) {
        return of(failure.status(), "request refused", String.valueOf(failure.getMessage()));
    }

    private static String quoted(String text) {
        StringBuilder json = new StringBuilder(text.length() + 16).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ' || c == 0x7F || Character.isSurrogate(c) || c == '<' || c == '\u2028' || c == '\u2029') {
                json.append(String.format("\\u%04x", (int) c));
            } else {
                json.append(c);
            }
        }
        return json.append('"').toString();
    }
}
