/**
 * gRPC-java as a contender: unary calls, and streams both ways. Open {@link io.tellask.bench.grpc.GrpcAdder}, which begins with
 * the service in gRPC's terms.
 */
@NullMarked
package io.tellask.bench.grpc;

import org.jspecify.annotations.NullMarked;
