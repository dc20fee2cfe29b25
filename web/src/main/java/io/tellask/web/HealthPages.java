package io.tellask.web;

import io.tellask.http.HttpExchange;
import io.tellask.http.HttpRequest;
import io.tellask.http.HttpResponse;
import io.tellask.http.HttpService;
import io.tellask.http.Problem;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Health of a server for load balancers and container platforms: mounted at {@code /health}, it answers {@code /health/live}, {@code
 * /health/ready} and {@code /health/started} with status 200 or 503 and {@code {"status":"UP","checks":[{"name":…,"status":…}]}}. Why a check
 * fails is told to the loopback only. Thread-safe.
 *
 * <p>It is started once a port is open, and not ready any more once all are closed, whatever the checks say.
 */
public final class HealthPages implements HttpService {
    /** The most checks: {@value}. */
    public static final int MOST_CHECKS = 64;

    /** A check that has not answered after that time has failed, in milliseconds: {@value}. */
    public static final int MOST_MILLIS = 2_000;

    private final HealthChecks live;
    private final HealthChecks ready;
    private final HealthChecks started;
    private final AtomicInteger ports = new AtomicInteger();
    private volatile boolean opened;

    private HealthPages(Builder of) {
        live = new HealthChecks(of.live);
        of.ready.add(new HealthChecks.Check("ports", () -> HealthChecks.now(ports.get() > 0, "no port is open")));
        ready = new HealthChecks(of.ready);
        of.started.add(new HealthChecks.Check("ports", () -> HealthChecks.now(opened, "no port has been opened yet")));
        started = new HealthChecks(of.started);
    }

    public static Builder builder() {
        return new Builder();
    }

    @Override
    public void serve(HttpExchange exchange) {
        Objects.requireNonNull(exchange, "exchange");
        HttpRequest request = exchange.request();
        if (!request.method().equals("GET") && !request.method().equals("HEAD")) {
            exchange.answer(Problem.of(405, "method not allowed", "method: health takes GET and HEAD only")
                    .with("allow", "GET, HEAD"));
            return;
        }
        String path = request.path();
        HealthChecks checks = switch (path.substring(path.lastIndexOf('/') + 1)) {
            case "live" -> live;
            case "ready" -> ready;
            case "started" -> started;
            default -> null;
        };
        if (checks == null) {
            exchange.answer(Problem.of(404, "not found", "path: health has live, ready and started"));
        } else {
            boolean near = request.peer() != null
                    && request.peer().getAddress() != null
                    && request.peer().getAddress().isLoopbackAddress();
            checks.report().thenAccept(report -> exchange.answer(answer(report, near)));
        }
    }

    private static HttpResponse answer(HealthChecks.Report report, boolean near) {
        byte[] json = report.toJson(near).getBytes(StandardCharsets.UTF_8);
        return HttpResponse.of(report.isUp() ? 200 : 503, "application/json", json)
                .with("cache-control", "no-store")
                .with("x-content-type-options", "nosniff");
    }

    @Override
    public void listening(URI address) {
        Objects.requireNonNull(address, "address");
        ports.incrementAndGet();
        opened = true;
    }

    @Override
    public void closed(URI address) {
        Objects.requireNonNull(address, "address");
        ports.decrementAndGet();
    }

    /** Takes the checks; not thread-safe. A check gives the reasons why not, none if all is well, and must not block. */
    public static final class Builder {
        private final List<HealthChecks.Check> live = new ArrayList<>();
        private final List<HealthChecks.Check> ready = new ArrayList<>();
        private final List<HealthChecks.Check> started = new ArrayList<>();

        private Builder() {}

        /** Whether the process should go on; if not, it is started anew. */
        public Builder live(String name, Supplier<? extends CompletionStage<List<String>>> problems) {
            return add(live, name, problems);
        }

        /**
         * Whether it should get requests: {@code ready("server", () -> health.report().thenApply(Health.Report::problems))} for the actor of module
         * {@code remote}.
         */
        public Builder ready(String name, Supplier<? extends CompletionStage<List<String>>> problems) {
            return add(ready, name, problems);
        }

        /** Whether it has come up, so that the others are asked. */
        public Builder started(String name, Supplier<? extends CompletionStage<List<String>>> problems) {
            return add(started, name, problems);
        }

        private Builder add(
                List<HealthChecks.Check> checks,
                String name,
                Supplier<? extends CompletionStage<List<String>>> problems) {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(problems, "problems");
            if (checks.size() == MOST_CHECKS) {
                throw new IllegalArgumentException("health: checks > MOST_CHECKS=" + MOST_CHECKS + "; join some");
            }
            checks.add(new HealthChecks.Check(name, problems));
            return this;
        }

        public HealthPages build() {
            return new HealthPages(this);
        }
    }
}
