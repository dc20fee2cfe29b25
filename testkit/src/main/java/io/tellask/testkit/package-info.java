/**
 * Tests of actors and of remote calls that repeat exactly: virtual time, a seeded order of tasks, a transport with faults, and probes
 * that record. Open {@link io.tellask.testkit.Simulation} first.
 */
@NullMarked
package io.tellask.testkit;

import org.jspecify.annotations.NullMarked;
