/**
 * The codec suite: workloads, Tellask and the hand-written limit under JMH, in processes on each contender's class path. Open {@link
 * io.tellask.bench.codec.CodecBenchmark} first; a new contender is an {@link io.tellask.bench.codec.Engine.Provider} that {@code codec.suite} names.
 */
@NullMarked
package io.tellask.bench.codec;

import org.jspecify.annotations.NullMarked;
