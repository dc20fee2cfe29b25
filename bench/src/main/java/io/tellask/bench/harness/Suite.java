package io.tellask.bench.harness;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** How a suite takes its turns; who takes part and what is asked of us is data, in its {@link Comparison}. */
public interface Suite {
    /** Adds the turns that the options ask for, in their order: contenders alternate within each round. */
    void plan(Comparison comparison, Options options, Turns turns) throws IOException;

    /** The labels that {@code --case} may name for a case. */
    default List<String> labels(String name, Options options) {
        return List.of(name);
    }

    /** The numbers behind a run, for the JSON form. */
    default Map<String, Object> effort(Comparison comparison, Options options) {
        return options.toJson(comparison.rounds());
    }

    /** Warns of what the suite itself finds amiss in the figures. */
    default void doubt(Report report) {}
}
