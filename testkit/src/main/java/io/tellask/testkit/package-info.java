/**
 * Tests of actors and of remote calls that repeat exactly: virtual time, a seeded order of tasks or all orders of a small case, a transport with faults,
 * probes that record, histories that are checked. Open {@link io.tellask.testkit.Simulation} first, then {@link io.tellask.testkit.Exploration}.
 */
@NullMarked
package io.tellask.testkit;

import org.jspecify.annotations.NullMarked;
