package io.tellask.cli;

import io.tellask.bench.BenchMain;
import io.tellask.bench.BenchOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tellask bench SUITE}: hands everything after the suite's name on to the suite. */
@Command(
        name = "bench",
        description = {
            "Compares Tellask with its peers and with hand-written limits, on this machine.",
            "Everything after the suite's name is the suite's own."
        })
final class BenchCommand implements Callable<Integer> {
    @Parameters(
            index = "0",
            paramLabel = "SUITE",
            completionCandidates = Suites.class,
            description = "One of: ${COMPLETION-CANDIDATES}.")
    private String suite;

    @Parameters(index = "1..*", paramLabel = "OPTION", description = BenchOptions.USAGE)
    private List<String> options = new ArrayList<>();

    @Override
    public Integer call() throws Exception {
        return BenchMain.run(suite, options, System.out, System.err);
    }

    /** The suites, for help. */
    static final class Suites extends ArrayList<String> {
        private static final long serialVersionUID = 1;

        Suites() {
            super(BenchMain.SUITES);
        }
    }
}
