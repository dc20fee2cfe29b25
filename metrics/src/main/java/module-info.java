/**
 * What monitoring systems are told of servers, clients, actors and calls: meters for Micrometer, spans for OpenTelemetry. Each of the two
 * libraries is needed only by the classes that are about it.
 */
module io.tellask.metrics {
    requires static io.opentelemetry.api;
    requires static io.opentelemetry.context;
    requires static io.tellask.cluster;
    requires static micrometer.core;
    requires static micrometer.registry.prometheus;
    requires static org.jspecify;
    requires transitive io.tellask.http;
    requires transitive io.tellask.remote;

    exports io.tellask.metrics;
}
