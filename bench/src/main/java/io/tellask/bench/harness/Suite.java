package io.tellask.bench.harness;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** One question, and who is asked: contenders, cases and goals as data, and the turns that measure. */
public interface Suite {
    /** Everyone, in the order in which they take turns. */
    List<Contender> contenders();

    /** What {@code --case} may name: labels, and groups of them. */
    List<String> caseNames(Options options);

    /** What is judged at the end of a full run. */
    List<Goal> goals();

    /** The numbers behind a run, for the JSON form. */
    Map<String, Object> effort(Options options);

    /** Adds the turns that the options ask for, in their order: contenders alternate within each round. */
    void plan(Options options, Turns turns) throws IOException, InterruptedException;

    /** Warns of what the suite itself finds amiss in the figures. */
    default void doubt(Report report) {}
}
