/**
 * Vert.x as a contender of the remoting bench: its clustered event bus in {@link io.tellask.bench.vertx.EventBusAdder}, REST over its
 * HTTP server and client in {@link io.tellask.bench.vertx.HttpAdder}.
 */
@NullMarked
package io.tellask.bench.vertx;

import org.jspecify.annotations.NullMarked;
