/**
 * The codec suite: it starts JMH in processes of each contender, and compares with the goals. Open
 * {@link io.tellask.bench.encoding.CodecBench} first; the workloads and the contenders themselves are in module bench-codec.
 */
@NullMarked
package io.tellask.bench.encoding;

import org.jspecify.annotations.NullMarked;
