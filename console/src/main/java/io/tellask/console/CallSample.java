package io.tellask.console;

/**
 * The peers' calls, streams aside, that have ended: counted since somebody looks; the times are of those since the sampling before, in
 * microseconds from when a call came, and 0 where there were none.
 *
 * @param ended calls that have ended
 * @param failed of them those that failed, were refused or given up
 * @param medianMicros half of them took no longer
 * @param p99Micros 99 of 100 took no longer
 * @param longestMicros none took longer
 */
public record CallSample(long ended, long failed, double medianMicros, double p99Micros, double longestMicros) {}
