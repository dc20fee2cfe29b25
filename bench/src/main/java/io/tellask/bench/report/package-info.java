/**
 * One page of everything that was measured: reads the JSON files that suites write, puts the founding tables beside them, and draws both as HTML with
 * pictures in it. Open {@link io.tellask.bench.report.ReportPage} first.
 */
@NullMarked
package io.tellask.bench.report;

import org.jspecify.annotations.NullMarked;
