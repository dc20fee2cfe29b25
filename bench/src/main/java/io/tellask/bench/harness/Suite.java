package io.tellask.bench.harness;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** How a suite takes its turns; who takes part and what is asked of us is data, in its {@link Comparison}. */
public interface Suite {
    /**
     * Groups of cases whose rounds come one after the other.
     *
     * @param users entries of maps; 0 where there are none of a size
     * @param suffix of the cases' labels in reports
     * @param firstRound 0 where a round comes first that only warms up
     * @param isSplit whether each case is a turn of its own
     */
    record Block(List<String> groups, int users, String suffix, int firstRound, int lastRound, boolean isSplit) {}

    /** Some cases of a group, measured for one contender. */
    record Turn(Block block, int round, String group, List<String> labels, Contender contender) {
        /** What is measured. */
        String label() {
            return (labels.size() == 1 ? labels.getFirst() : group) + block.suffix();
        }

        String title() {
            return "round " + round + " " + label() + " " + contender.name();
        }
    }

    /** All blocks, in their order. */
    List<Block> blocks(Comparison comparison, Options options);

    /** Measures, adds runs to the report, and says in words what came out. */
    String take(Turn turn, Harness harness) throws IOException, InterruptedException;

    /** The numbers behind a run, for the JSON form. */
    default Map<String, Object> effort(Comparison comparison, Options options) {
        return options.toJson(comparison.rounds());
    }

    /** Numbers that the table shows beside each figure, by the heads of their columns, in their order. */
    default Map<String, String> columns() {
        return Report.COLUMNS;
    }

    /** Looks at what can be measured here, before the first turn, and notes what cannot. */
    default void begin(Report report) throws IOException, InterruptedException {}

    /** Warns of what the suite itself finds amiss in the figures. */
    default void doubt(Report report) {}
}
