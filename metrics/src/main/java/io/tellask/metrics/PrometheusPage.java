package io.tellask.metrics;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tellask.http.HttpExchange;
import io.tellask.http.HttpRequest;
import io.tellask.http.HttpResponse;
import io.tellask.http.HttpService;
import io.tellask.http.Problem;
import io.tellask.text.SafeLog;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;

/**
 * The meters of a registry as text for Prometheus, mounted at {@code /metrics}. Told to the loopback only, unless {@link #allow} says otherwise,
 * since meters show how a system is used. One request is answered at a time, further ones get status 503. Thread-safe.
 */
public final class PrometheusPage implements HttpService {
    private static final System.Logger LOG = System.getLogger(PrometheusPage.class.getName());
    private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";
    private static final String OPEN_METRICS = "application/openmetrics-text";

    private final PrometheusMeterRegistry registry;
    private final Predicate<HttpRequest> allowed;
    private final AtomicBoolean busy = new AtomicBoolean();

    private PrometheusPage(PrometheusMeterRegistry registry, Predicate<HttpRequest> allowed) {
        this.registry = registry;
        this.allowed = allowed;
    }

    /** For the loopback. */
    public static PrometheusPage of(PrometheusMeterRegistry registry) {
        return new PrometheusPage(Objects.requireNonNull(registry, "registry"), PrometheusPage::isNear);
    }

    /** For those whom the test lets through, such as {@code request -> true} on a port that only the monitoring reaches. */
    public PrometheusPage allow(Predicate<HttpRequest> test) {
        return new PrometheusPage(registry, Objects.requireNonNull(test, "test"));
    }

    private static boolean isNear(HttpRequest request) {
        return request.peer() != null
                && request.peer().getAddress() != null
                && request.peer().getAddress().isLoopbackAddress();
    }

    @Override
    public void serve(HttpExchange exchange) {
        Objects.requireNonNull(exchange, "exchange");
        HttpRequest request = exchange.request();
        if (!request.method().equals("GET") && !request.method().equals("HEAD")) {
            exchange.answer(Problem.of(405, "method not allowed", "method: meters take GET and HEAD only")
                    .with("allow", "GET, HEAD"));
        } else if (!allowed.test(request)) {
            exchange.answer(Problem.of(
                    403,
                    "forbidden",
                    "peer: meters are told to the loopback only; allow others by PrometheusPage.allow"));
        } else if (!busy.compareAndSet(false, true)) {
            exchange.answer(Problem.of(503, "busy", "meters are being read for another request; ask again")
                    .with("retry-after", "1"));
        } else {
            Thread.ofVirtual().name("tellask-metrics").start(() -> answer(exchange));
        }
    }

    /** Reads the meters by a thread that may wait for them. */
    private void answer(HttpExchange exchange) {
        try {
            String accept = String.valueOf(exchange.request().header("accept"));
            String type = accept.contains(OPEN_METRICS) ? OPEN_METRICS + "; version=1.0.0; charset=utf-8" : TEXT;
            byte[] text = registry.scrape(type).getBytes(StandardCharsets.UTF_8);
            exchange.answer(HttpResponse.of(200, type, text)
                    .with("cache-control", "no-store")
                    .with("x-content-type-options", "nosniff"));
        } catch (Throwable failure) {
            SafeLog.logReason(LOG, Level.ERROR, "meters cannot be read: ", failure);
            exchange.answer(Problem.of(500, "meters cannot be read", "the log of the server says why"));
        } finally {
            busy.set(false);
        }
    }
}
