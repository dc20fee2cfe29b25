package io.tellask.rest.problem;

import io.tellask.http.HttpHeaders;
import io.tellask.http.HttpResponse;
import io.tellask.rest.json.JsonText;
import io.tellask.text.SafeText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A request that is not served, with all that its sender is told. It has no stack trace. Immutable. */
public final class Refusal extends RuntimeException {
    /** Things that are wrong with one request, of which the sender is told. */
    public static final int MOST_FAULTS = 32;

    private static final long serialVersionUID = 1;
    private static final int MOST_DETAIL_CHARS = 512;
    private static final String RETRY_SECONDS = "1";

    private final int status;
    private final String title;
    private final transient HttpHeaders headers;
    private final transient List<Fault> faults;

    private Refusal(int status, String title, String detail, HttpHeaders headers, List<Fault> faults) {
        super(detail, null, false, false);
        this.status = status;
        this.title = title;
        this.headers = headers;
        this.faults = faults;
    }

    /** One without places. */
    public static Refusal of(int status, String title, String detail) {
        return new Refusal(status, title, detail, HttpHeaders.NONE, List.of());
    }

    /** One with places. */
    public static Refusal of(int status, String title, String detail, List<Fault> faults) {
        List<Fault> told = faults.size() > MOST_FAULTS ? faults.subList(0, MOST_FAULTS) : faults;
        return new Refusal(status, title, detail, HttpHeaders.NONE, List.copyOf(told));
    }

    /** Nothing is wrong with the request, which may be sent again in a second. */
    public static Refusal later(int status, String title, String detail) {
        return of(status, title, detail).with("retry-after", RETRY_SECONDS);
    }

    /** The same with a header of the answer. */
    public Refusal with(String name, String value) {
        return new Refusal(status, title, String.valueOf(getMessage()), headers.with(name, value), faults);
    }

    public int status() {
        return status;
    }

    /** As problem+json (RFC 9457). */
    public HttpResponse answer() {
        HttpResponse[] answer = {
            HttpResponse.of(status, "application/problem+json", JsonText.bytes(tree()))
                    .with("cache-control", "no-store")
                    .with("x-content-type-options", "nosniff")
        };
        headers.forEach((name, value) -> answer[0] = answer[0].with(name, value));
        return answer[0];
    }

    /** The members of the problem. */
    public Map<String, Object> tree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("type", "about:blank");
        tree.put("title", title);
        tree.put("status", status);
        tree.put("detail", SafeText.of(getMessage(), MOST_DETAIL_CHARS));
        if (!faults.isEmpty()) {
            tree.put("errors", faults.stream().map(Fault::tree).toList());
        }
        return tree;
    }
}
