/**
 * What every suite shares: its options, its rounds and figures, the table, the JSON beside it, and the description of the
 * machine. Open {@link io.tellask.bench.report.Report} first.
 */
@NullMarked
package io.tellask.bench.report;

import org.jspecify.annotations.NullMarked;
