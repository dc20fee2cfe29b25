/**
 * The codec comparison under JMH: one benchmark class, the workloads, and the processes that the bench starts on each
 * contender's class path. Open {@link io.tellask.bench.codec.CodecBenchmark} first; a new contender implements {@link
 * io.tellask.bench.codec.Engine} and is offered by an {@link io.tellask.bench.codec.EngineProvider}.
 */
@NullMarked
package io.tellask.bench.codec;

import org.jspecify.annotations.NullMarked;
