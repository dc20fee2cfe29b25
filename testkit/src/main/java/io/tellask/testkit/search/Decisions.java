package io.tellask.testkit.search;

import java.util.BitSet;

/** Decides what a run does wherever it could do several things. Belongs to one thread. */
public interface Decisions {
    /** In the place of a process: the run is not to go on, as whatever it does from here has been seen. */
    int CUT = -1;

    /** The process that time is, where it may pass before a process that is enabled. */
    int TIME = 0;

    /**
     * Which process takes the next step.
     *
     * @param enabled those that could, at least one; the same in every run that was the same so far
     * @param preferred which of them it is unless something speaks against it
     * @return one of them, or {@link #CUT}
     */
    int next(int[] enabled, int preferred);

    /** Which of several things the process does that is at its step: 0 to {@code options} - 1. */
    int choose(int options);

    /**
     * A step has been taken.
     *
     * @param process by whom
     * @param footprint what it touched
     * @param causes the numbers, from 0, of the earlier steps of this run without which it could not have been taken
     */
    default void stepped(int process, Footprint footprint, BitSet causes) {}

    /**
     * Time has passed, as nothing else was left to do.
     *
     * @param races whether it could have passed before that
     */
    default void timePassed(boolean races) {}
}
