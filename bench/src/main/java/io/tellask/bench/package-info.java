/**
 * Benchmarks from end to end: each contender runs in processes of its own, in turns with the others, and reports rates
 * and CPU nanoseconds per operation. {@link io.tellask.bench.BenchMain} is the way in; each suite has a package.
 */
@NullMarked
package io.tellask.bench;

import org.jspecify.annotations.NullMarked;
