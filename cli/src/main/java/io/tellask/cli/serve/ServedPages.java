package io.tellask.cli.serve;

import io.tellask.console.ConsolePages;
import io.tellask.console.ServerConsole;
import io.tellask.http.HttpService;
import io.tellask.metrics.PrometheusMeters;
import io.tellask.remote.Server;
import io.tellask.web.AccessLog;
import io.tellask.web.HealthPages;
import io.tellask.web.ResourcePath;
import io.tellask.web.WebMode;
import io.tellask.web.Website;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** What {@code tellask serve} shows browsers, probes and monitoring at an {@code any} address: console, health, meters. */
final class ServedPages implements AutoCloseable {
    @Option(
            names = "--metrics",
            description =
                    "Tell meters of calls, connections, actors and memory as text for Prometheus, at /metrics of an any: address, to"
                            + " whoever asks from this machine.")
    private boolean metrics;

    @Option(
            names = "--access-log",
            paramLabel = "FILE",
            description = "Append a line for each request of a page to this file, in the combined form.")
    private @Nullable Path accessLog;

    private @Nullable PrometheusMeters meters;
    private @Nullable Website site;
    private volatile @Nullable Server server;
    private volatile Supplier<List<String>> others = List::of;

    void check(URI address, CommandSpec spec) {
        if ((metrics || accessLog != null) && !isServed(address)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--listen=" + address
                            + ": --metrics and --access-log are for pages, which any: addresses alone have;"
                            + " write any:// for " + address.getScheme() + "://");
        }
    }

    private static boolean isServed(URI address) {
        return ConsoleOption.PAGES_AT.equals(address.getScheme());
    }

    /** The pages of a server; null where its address has none. */
    @Nullable
    HttpService service(URI address, @Nullable ServerConsole console) {
        if (!isServed(address)) {
            return null;
        }
        Website.Builder settings = Website.builder()
                .resources(resources(console != null))
                .mode(WebMode.PRODUCTION)
                .bundled(false)
                .mount(
                        "/health",
                        HealthPages.builder().ready("server", this::problems).build());
        if (console != null) {
            settings.mount(ConsolePages.PATH, console.pages());
            settings.mount(ConsolePages.FAVICON_PATH, console.pages());
        }
        if (metrics) {
            PrometheusMeters made = new PrometheusMeters();
            meters = made;
            settings.mount("/metrics", made.page());
        }
        if (accessLog != null) {
            settings.accessLog(AccessLog.toFile(accessLog).combined());
        }
        Website made = settings.build();
        site = made;
        return made;
    }

    /** The page of the address alone, which leads to the console. */
    private static ResourcePath resources(boolean hasConsole) {
        ResourcePath.Builder path = ResourcePath.builder();
        if (hasConsole) {
            path.file(
                    "/index.html",
                    "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Tellask</title>"
                            + "<meta http-equiv=\"refresh\" content=\"0; url=" + ConsolePages.PATH + "/\"></head>"
                            + "<body><a href=\"" + ConsolePages.PATH + "/\">Console</a></body></html>");
        }
        return path.build();
    }

    /** Has calls measured where meters are told. */
    void applyTo(Server.Builder settings) {
        if (meters != null) {
            settings.interceptor(meters.calls());
        }
    }

    /**
     * The server has started.
     *
     * @param more problems of what it serves, for those who ask whether it is ready
     */
    void started(Server started, Supplier<List<String>> more) {
        others = more;
        server = started;
        if (meters != null) {
            meters.started("serve", started);
        }
    }

    private CompletionStage<List<String>> problems() {
        Server started = server;
        return CompletableFuture.completedFuture(
                started == null
                        ? List.of("the server starts")
                        : Stream.of(started.health().problems(), others.get())
                                .flatMap(List::stream)
                                .toList());
    }

    /** Writes what is left of the access log. */
    @Override
    public void close() {
        if (site != null) {
            site.close();
        }
    }
}
