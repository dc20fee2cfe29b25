/**
 * End-to-end benchmarks: each contender runs in processes of its own, in turns with the others, and reports rates and
 * CPU nanoseconds per operation. Open {@link io.tellask.bench.RemotingBench} first; a new contender implements
 * {@link io.tellask.bench.Service} and {@link io.tellask.bench.Caller} and is listed in {@code Contenders}.
 */
@NullMarked
package io.tellask.bench;

import org.jspecify.annotations.NullMarked;
