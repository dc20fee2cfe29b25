package io.tellask.web;

import io.tellask.http.HttpException;
import io.tellask.http.HttpExchange;
import io.tellask.http.HttpRequest;
import io.tellask.http.HttpResponse;
import io.tellask.http.HttpService;
import io.tellask.http.Problem;
import io.tellask.text.SafeLog;
import io.tellask.text.SafeText;
import io.tellask.web.content.PageException;
import io.tellask.web.resources.PathRules;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * A site at the port of a server: files and pages of a {@link ResourcePath}, and other services below paths of it.
 *
 * <p>In {@link WebMode#PRODUCTION} files are compressed, held in memory and cached by browsers, who ask whether they have changed; in {@link
 * WebMode#DEVELOPMENT} they are sent as they are on the disk, pages load again when one has changed, and show what goes wrong in them. A file is
 * found anew for each request in both. Thread-safe.
 */
public final class Website implements HttpService, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Website.class.getName());

    private final Mounts mounts;
    private final SiteFiles files;
    private final ErrorPages errors;
    private final Semaphore requests;
    private final int mostRequests;
    private final HttpService front;
    private final @Nullable AccessLog log;

    private Website(Builder of) {
        mounts = new Mounts(of.mounts);
        mostRequests = of.limits.requests();
        requests = new Semaphore(mostRequests);
        files = new SiteFiles(of, path -> mounts.find(path) != null);
        errors = files.errors();
        log = of.log;
        front = log == null ? this::route : log.around(this::route);
    }

    /** One that gets what it differs by now. */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public void serve(HttpExchange exchange) {
        Objects.requireNonNull(exchange, "exchange");
        front.serve(exchange);
    }

    private void route(HttpExchange exchange) {
        HttpRequest request = exchange.request();
        HttpService mounted = mounts.find(request.path());
        if (mounted != null) {
            mounted.serve(exchange);
            return;
        }
        if (!isAllowed(exchange)) {
            return;
        }
        if (!requests.tryAcquire()) {
            exchange.answer(Problem.of(
                            503,
                            "too many requests",
                            "requests > " + mostRequests + "; ask again, or raise WebLimits.requests")
                    .with("retry-after", "1"));
            return;
        }
        Thread.ofVirtual().name("tellask-web").start(() -> {
            try {
                answer(exchange);
            } finally {
                requests.release();
            }
        });
    }

    private boolean isAllowed(HttpExchange exchange) {
        String method = exchange.request().method();
        if (method.equals("GET") || method.equals("HEAD")) {
            return true;
        }
        if (method.equals("OPTIONS")) {
            exchange.answer(HttpResponse.of(204).with("allow", "GET, HEAD, OPTIONS"));
        } else {
            exchange.answer(Problem.of(405, "method not allowed", "method: files take GET, HEAD and OPTIONS only")
                    .with("allow", "GET, HEAD, OPTIONS"));
        }
        return false;
    }

    /** Finds the file and sends it, by a thread that may wait. */
    private void answer(HttpExchange exchange) {
        HttpRequest request = exchange.request();
        try {
            files.serve(exchange);
        } catch (HttpException refusal) {
            exchange.answer(errors.of(
                    request, refusal.status(), "request refused", String.valueOf(refusal.getMessage()), List.of()));
        } catch (PageException broken) {
            if (!broken.isLogged()) {
                LOG.log(Level.ERROR, "a page is broken: " + SafeText.message(broken.summary()));
            }
            exchange.answer(errors.failed(request, broken));
        } catch (Throwable failure) {
            SafeLog.logReason(LOG, Level.ERROR, "a request of a site failed: ", failure);
            exchange.answer(errors.failed(request, failure));
        }
    }

    /**
     * Changed files as the actor that {@link Builder#liveActor} names: {@code server.publish("tellask.site", SiteChanges.class,
     * system.spawn(SiteChanges.class, site::changes))}. In production it tells of none.
     */
    public SiteChanges changes() {
        return files.changes();
    }

    @Override
    public void listening(URI address) {
        Objects.requireNonNull(address, "address");
        files.listening(String.valueOf(address.getRawPath()));
        mounts.services().forEach(service -> service.listening(address));
    }

    @Override
    public void closed(URI address) {
        Objects.requireNonNull(address, "address");
        mounts.services().forEach(service -> service.closed(address));
    }

    /** What bundles the pages of production, such as {@code esbuild 0.28.2 of the class path}; null in {@link WebMode#DEVELOPMENT}. */
    public @Nullable String bundledBy() {
        return files.provider();
    }

    /** Ends what waits for changed files, and the access log. Requests are served as before. */
    @Override
    public void close() {
        files.close();
        if (log != null) {
            log.close();
        }
    }

    /** Puts a site together; not thread-safe. */
    public static final class Builder {
        /** The most services below paths: {@value}. */
        public static final int MOST_MOUNTS = 256;

        ResourcePath resources = ResourcePath.builder().classPath().build();
        WebMode mode = WebMode.current();
        WebLimits limits = WebLimits.DEFAULT;
        final TreeMap<String, HttpService> mounts = new TreeMap<>();
        final SecurityHeaders.Builder security = new SecurityHeaders.Builder();

        boolean bundled = true;
        String liveActor = "";

        @Nullable
        String fallback;

        @Nullable
        AccessLog log;

        private Builder() {}

        /** Where files are found; without it in what the jars of the class path offer to pages. */
        public Builder resources(ResourcePath path) {
            resources = Objects.requireNonNull(path, "path");
            return this;
        }

        /** Whether the site is being written or used; without it {@link WebMode#current}. */
        public Builder mode(WebMode chosen) {
            mode = Objects.requireNonNull(chosen, "chosen");
            return this;
        }

        /**
         * Whether pages are bundled in production, which they are without it. Those that are not are sent as they are, with the import map of the
         * packages.
         */
        public Builder bundled(boolean chosen) {
            bundled = chosen;
            return this;
        }

        public Builder limits(WebLimits chosen) {
            limits = Objects.requireNonNull(chosen, "chosen");
            return this;
        }

        /**
         * Lets a service answer a path and all below it; the longest path wins. It gets requests as they come, and sets its own headers.
         *
         * @param path such as {@code /api}
         * @throws IllegalArgumentException if it is none, is taken, or there are more than {@link #MOST_MOUNTS}
         */
        public Builder mount(String path, HttpService service) {
            Objects.requireNonNull(path, "path");
            Objects.requireNonNull(service, "service");
            Mounts.check(path);
            if (mounts.size() == MOST_MOUNTS || mounts.containsKey(path)) {
                throw new IllegalArgumentException("mount: path " + path + " is taken, or mounts > MOST_MOUNTS="
                        + MOST_MOUNTS + "; choose another");
            }
            mounts.put(path, service);
            return this;
        }

        /**
         * Answers requests of browsers for pages that are not there with that page, whose script reads the path: an application of one page.
         * Paths whose last name has a dot are files, and get status 404.
         *
         * @param page such as {@code /index.html}
         */
        public Builder fallback(String page) {
            Objects.requireNonNull(page, "page");
            if (!PathRules.isSafe(page)) {
                throw new IllegalArgumentException("fallback: a page of " + page.length()
                        + " characters is no path of a file; write one such as /index.html");
            }
            fallback = page;
            return this;
        }

        /**
         * Lets pages use another source: {@code allowSource("img-src", "https://tiles.example")}.
         *
         * @param directive of the content security policy
         * @param source one, without spaces
         * @throws IllegalArgumentException if either has a character that it cannot have
         */
        public Builder allowSource(String directive, String source) {
            Objects.requireNonNull(directive, "directive");
            Objects.requireNonNull(source, "source");
            security.allow(directive, source);
            return this;
        }

        /**
         * Sends a header with each file and page, in place of the default of that name.
         *
         * @throws IllegalArgumentException if it is no header
         */
        public Builder header(String name, String value) {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(value, "value");
            security.header(name, value);
            return this;
        }

        /**
         * Lets pages learn of changed files over their session with the server, by the package {@code @tellask/client} of the resource path, in
         * place of Server-Sent Events, which remain where that does not work. The server publishes {@link Website#changes} under that name.
         *
         * @param name of letters, digits and {@code /._~-}
         * @throws IllegalArgumentException if it has other characters
         */
        public Builder liveActor(String name) {
            Objects.requireNonNull(name, "name");
            if (!name.matches("[A-Za-z0-9/._~-]{1,200}")) {
                throw new IllegalArgumentException("live actor: a name of " + name.length()
                        + " characters; write one of 1 to 200 letters, digits and /._~-");
            }
            liveActor = name;
            return this;
        }

        /** Writes a line for each request, also those of mounted services; without it none is written. The site closes it. */
        public Builder accessLog(AccessLog chosen) {
            log = Objects.requireNonNull(chosen, "chosen");
            return this;
        }

        /** @throws IllegalStateException if the import map of a package cannot be read */
        public Website build() {
            return new Website(this);
        }
    }
}
