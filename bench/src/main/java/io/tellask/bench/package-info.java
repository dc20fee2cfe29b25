/** Benchmarks: end-to-end comparisons, each contender in a process of its own. */
package io.tellask.bench;
