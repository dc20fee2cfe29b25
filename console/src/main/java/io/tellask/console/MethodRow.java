package io.tellask.console;

import java.util.Objects;

/**
 * The calls of one method that have ended since somebody looks; times in microseconds from when a call came until it had ended, each at most
 * 6 % more than it was.
 *
 * @param contract the full name of the interface
 * @param method the name of the method, of any parameters
 * @param stream whether it answers with a stream, whose time is until its end
 * @param calls that have ended
 * @param failed of them those that failed, were refused or given up
 * @param receivedBytes of the calls
 * @param sentBytes of answers and items
 * @param meanMicros average
 * @param medianMicros half of them took no longer
 * @param p90Micros 90 of 100 took no longer
 * @param p99Micros 99 of 100
 * @param p999Micros 999 of 1,000
 * @param longestMicros none took longer
 */
public record MethodRow(
        String contract,
        String method,
        boolean stream,
        long calls,
        long failed,
        long receivedBytes,
        long sentBytes,
        double meanMicros,
        double medianMicros,
        double p90Micros,
        double p99Micros,
        double p999Micros,
        double longestMicros) {
    public MethodRow {
        Objects.requireNonNull(contract, "contract");
        Objects.requireNonNull(method, "method");
    }
}
