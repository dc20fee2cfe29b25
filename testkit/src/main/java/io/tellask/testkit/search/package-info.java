/**
 * Searches without a clock, a thread or an actor: which orders of steps are to be tried, and whether a history has an order that explains it. Open
 * {@link io.tellask.testkit.search.ScheduleTree} first.
 */
@NullMarked
package io.tellask.testkit.search;

import org.jspecify.annotations.NullMarked;
