/**
 * What all suites share: options, turns, processes of contenders, figures, goals, table and JSON. Open
 * {@link io.tellask.bench.harness.Suite} first, which is what a suite says of itself.
 */
@NullMarked
package io.tellask.bench.harness;

import org.jspecify.annotations.NullMarked;
