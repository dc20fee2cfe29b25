package io.tellask.metrics;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tellask.cluster.Replica;
import io.tellask.remote.Interceptor;
import io.tellask.remote.PeerMemory;
import io.tellask.remote.Server;
import java.util.Objects;

/**
 * All meters of a server as text for Prometheus, for programs that have no registry of their own: {@link #calls} is handed to the server's
 * builder, {@link #page} is mounted at {@code /metrics}, and {@link #started} is called once it is there. Needs {@code
 * micrometer-registry-prometheus}. Thread-safe.
 */
public final class PrometheusMeters {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Interceptor calls = CallMeters.of(registry);
    private final PrometheusPage page = PrometheusPage.of(registry);

    /** Measures the calls of peers. */
    public Interceptor calls() {
        return calls;
    }

    /** Tells the meters, to this machine unless {@link PrometheusPage#allow} says otherwise. */
    public PrometheusPage page() {
        return page;
    }

    /** A server has started: its connections are told from now on, and what all peers make the process hold. */
    public void started(String name, Server server) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(server, "server");
        ProcessMeters.ofServer(registry, name, server);
        ProcessMeters.ofMemory(registry, "peers", PeerMemory.ofProcess());
    }

    /** The process has joined a group, of which is told from now on. Needs {@code tellask-cluster}. */
    public void joined(String name, Replica member) {
        ProcessMeters _ = GroupMeters.of(registry, name, member);
    }
}
