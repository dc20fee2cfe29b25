/**
 * Meters for Micrometer: {@link io.tellask.metrics.CallMeters} and {@link io.tellask.metrics.ProcessMeters}. Spans for OpenTelemetry:
 * {@link io.tellask.metrics.CallSpans}. Those of the first library work without the second, and the other way round.
 */
@NullMarked
package io.tellask.metrics;

import org.jspecify.annotations.NullMarked;
