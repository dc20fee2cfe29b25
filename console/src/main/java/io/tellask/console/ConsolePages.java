package io.tellask.console;

import io.tellask.http.HttpExchange;
import io.tellask.http.HttpRequest;
import io.tellask.http.HttpResponse;
import io.tellask.http.HttpService;
import io.tellask.http.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The page of the console, its scripts and styles, below {@value #PATH}; anything else is not found. They are files of this module and hold
 * nothing that is to be kept: what the page shows it asks of {@link Console}, as whoever its user is. Thread-safe.
 *
 * <p>Scripts come from here only: the policy that is sent with each file allows no others, and no page of others may show this one in a frame.
 */
public final class ConsolePages implements HttpService {
    /** Where the page is. */
    public static final String PATH = "/console";

    /** What browsers ask for by themselves: the icon of the page. */
    public static final String FAVICON_PATH = "/favicon.ico";

    private static final String ICON = "icon.svg";
    private static final String FILES = "META-INF/resources/_static/@tellask/console/";
    private static final String CLIENT = "client/";
    private static final String INDEX = "index.html";
    private static final String SOCKET_PLACEHOLDER = "{{socket}}";
    private static final Pattern FILE =
            Pattern.compile("([a-z0-9_-]+/)*[a-zA-Z0-9_-]+(\\.[a-zA-Z0-9_-]+)*\\.[a-z]{2,4}");
    private static final Set<String> METHODS = Set.of("GET", "HEAD");
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                    + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private final Map<String, PageFile> read = new ConcurrentHashMap<>(); // only of files that there are
    private volatile String socketPath = "/";

    ConsolePages() {}

    /** Remembers where the page finds the actor. */
    @Override
    public void listening(URI address) {
        String path = address.getRawPath();
        socketPath = path == null || path.isEmpty() ? "/" : path;
    }

    /** Whether a path is one of these pages, there or not. */
    public static boolean serves(String path) {
        return path.equals(PATH) || path.startsWith(PATH + "/");
    }

    @Override
    public void serve(HttpExchange exchange) {
        exchange.answer(secured(answer(exchange.request())));
    }

    private HttpResponse answer(HttpRequest request) {
        if (!METHODS.contains(request.method())) {
            return Problem.of(405, "method not allowed", "pages of the console are read with GET")
                    .with("allow", "GET, HEAD");
        }
        String path = request.path();
        if (path.equals(PATH)) {
            return HttpResponse.of(308).with("location", PATH + "/");
        }
        PageFile file = path.equals(FAVICON_PATH) ? find(ICON) : page(path);
        return file == null
                ? Problem.of(404, "not found", "the console has no such page; it is at " + PATH + "/")
                : answer(file, request);
    }

    private static HttpResponse answer(PageFile file, HttpRequest request) {
        String known = request.header("if-none-match");
        String accepted = request.header("accept-encoding");
        boolean packed = accepted != null && accepted.contains("gzip");
        HttpResponse answer = known != null && known.contains(file.tag())
                ? HttpResponse.of(304)
                : HttpResponse.of(200, file.type(), packed ? file.packed() : file.bytes());
        HttpResponse tagged = answer.with("etag", "W/" + file.tag())
                .with("cache-control", "no-cache")
                .with("vary", "accept-encoding");
        return packed && tagged.status() == 200 ? tagged.with("content-encoding", "gzip") : tagged;
    }

    private static HttpResponse secured(HttpResponse answer) {
        return answer.with("content-security-policy", POLICY)
                .with("x-content-type-options", "nosniff")
                .with("referrer-policy", "no-referrer")
                .with("cross-origin-opener-policy", "same-origin")
                .with("cross-origin-resource-policy", "same-origin");
    }

    private @Nullable PageFile page(String path) {
        return serves(path) ? find(path.substring(PATH.length() + 1)) : null;
    }

    private @Nullable PageFile find(String name) {
        String file = name.isEmpty() ? INDEX : name;
        PageFile found = read.get(file);
        if (found == null && FILE.matcher(file).matches()) {
            found = read(file);
            if (found != null) {
                read.put(file, found);
            }
        }
        return found != null && file.equals(INDEX) ? found.with(SOCKET_PLACEHOLDER, socketPath) : found;
    }

    private static @Nullable PageFile read(String file) {
        String type = PageFile.typeOf(file);
        String resource =
                file.startsWith(CLIENT) ? ClientScripts.folder() + file.substring(CLIENT.length()) : FILES + file;
        try (InputStream in = ConsolePages.class.getClassLoader().getResourceAsStream(resource)) {
            return in == null || type == null ? null : PageFile.of(type, in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
