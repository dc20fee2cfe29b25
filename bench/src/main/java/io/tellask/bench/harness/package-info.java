/**
 * What all suites share: options, turns, processes of contenders, figures, goals, table and JSON. Open
 * {@link io.tellask.bench.harness.Comparison} first, which is what a suite's file says.
 */
@NullMarked
package io.tellask.bench.harness;

import org.jspecify.annotations.NullMarked;
