package io.tellask.web.live;

import io.tellask.http.HttpBody;
import io.tellask.http.HttpExchange;
import io.tellask.http.HttpHeaders;
import io.tellask.http.HttpResponse;
import io.tellask.http.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/**
 * Tells pages which files have changed, by Server-Sent Events: an event {@code change} for each time that some did, with a path a line of its
 * data, and at first an event {@code state}, whose data is another than that of the page's {@link #element} when the page has missed
 * something, or was served by an earlier process. Thread-safe.
 */
public final class LivePages {
    /** Where a page waits for changes. */
    public static final String EVENTS_PATH = "/_tellask/live";

    /** The script that does, and shows errors in the page. */
    public static final String SCRIPT_PATH = "/_tellask/live.js";

    private static final byte[] NOTHING = {};
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9/._~-]{1,200}"); // fit for a text in a script

    private final FileChanges changes;
    private final int mostPages;
    private final AtomicInteger pages = new AtomicInteger();

    public LivePages(FileChanges changes, int mostPages) {
        this.changes = changes;
        this.mostPages = mostPages;
    }

    /**
     * The text of the script.
     *
     * @param transport path of the server's transport
     * @param actor that the changes are published as; empty for none, then pages learn of them by Server-Sent Events
     */
    public static byte[] script(String transport, String actor) {
        try (InputStream in = LivePages.class.getResourceAsStream("live.js")) {
            String text = new String(Objects.requireNonNull(in, "live.js").readAllBytes(), StandardCharsets.UTF_8);
            boolean known = !actor.isEmpty()
                    && PLAIN.matcher(transport).matches()
                    && PLAIN.matcher(actor).matches();
            String session = known ? "{ transport: \"" + transport + "\", actor: \"" + actor + "\" }" : "undefined";
            return text.replace("const SESSION = undefined;", "const SESSION = " + session + ";")
                    .getBytes(StandardCharsets.UTF_8);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /**
     * The element by which a page gets the script. It says what state of the files the page was made of, so that a change between that and the
     * page's first look is not missed.
     */
    public static String element(String state) {
        return "<script src=\"" + SCRIPT_PATH + "\" data-state=\"" + state + "\"></script>";
    }

    /** Answers a page that waits, until it goes; blocks for the disk at first. */
    public void serve(HttpExchange exchange) {
        if (exchange.request().isCrossOrigin()) {
            exchange.answer(Problem.of(403, "forbidden", "origin: only pages of this site are told of its files"));
        } else if (pages.incrementAndGet() > mostPages) {
            pages.decrementAndGet();
            exchange.answer(Problem.of(
                    503, "too many pages", "livePages > " + mostPages + "; close some, or raise WebLimits.livePages"));
        } else {
            exchange.onEnd(pages::decrementAndGet);
            listen(exchange);
        }
    }

    private void listen(HttpExchange exchange) {
        HttpBody body = exchange.stream(new HttpResponse(
                200,
                HttpHeaders.of(
                        "content-type", "text/event-stream; charset=utf-8",
                        "cache-control", "no-store",
                        "x-content-type-options", "nosniff"),
                NOTHING));
        try {
            Runnable end = changes.listen(paths -> {
                if (body.isWritable()) {
                    body.write(event(paths));
                }
            });
            exchange.onEnd(end);
            body.write(
                    ("retry: 500\nevent: state\ndata: " + changes.state() + "\n\n").getBytes(StandardCharsets.UTF_8));
        } catch (UncheckedIOException unreadable) {
            body.abort();
            throw unreadable;
        }
    }

    static byte[] event(List<String> paths) {
        StringBuilder text = new StringBuilder("event: change\n");
        for (String path : paths) {
            text.append("data: ")
                    .append(path.replace('\n', ' ').replace('\r', ' '))
                    .append('\n');
        }
        return text.append('\n').toString().getBytes(StandardCharsets.UTF_8);
    }
}
