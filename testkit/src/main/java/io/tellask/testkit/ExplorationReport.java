package io.tellask.testkit;

/**
 * What an exploration has done without a failure.
 *
 * @param runs runs that were taken to their end
 * @param cutRuns runs that were left when they turned out to repeat others
 * @param steps of all runs together
 * @param longestRun steps of the longest one
 * @param complete whether no bound kept anything from being tried; false after runs by chance
 * @param reduced whether steps that do not conflict were taken in one order only
 * @param notReducedBecause why not; empty if they were
 */
public record ExplorationReport(
        long runs,
        long cutRuns,
        long steps,
        long longestRun,
        boolean complete,
        boolean reduced,
        String notReducedBecause) {}
