/** Benchmarks: end-to-end comparisons, each contender in a process of its own. */
@NullMarked
package io.tellask.bench;

import org.jspecify.annotations.NullMarked;
