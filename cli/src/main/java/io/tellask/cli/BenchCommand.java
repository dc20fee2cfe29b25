package io.tellask.cli;

import io.tellask.bench.BenchMain;
import io.tellask.bench.report.BenchOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tellask bench SUITE}: hands everything after the suite's name on to the suite. */
@Command(
        name = "bench",
        header = "Compares Tellask with its peers and with hand-written limits.",
        description = "Measures on this machine. Everything after the suite's name is the suite's own.")
final class BenchCommand implements Callable<Integer> {
    @Parameters(
            index = "0",
            paramLabel = "SUITE",
            completionCandidates = Suites.class,
            description = "One of: ${COMPLETION-CANDIDATES}.")
    private String suite;

    @Parameters(index = "1..*", paramLabel = "OPTION", description = BenchOptions.USAGE)
    private List<String> options = new ArrayList<>();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        if (options.contains("--help") || options.contains("-h")) {
            spec.commandLine().usage(spec.commandLine().getOut());
            return 0;
        }
        if (!BenchMain.SUITES.contains(suite)) {
            throw wrong("no such suite: suite=" + suite + "; one of " + String.join(", ", BenchMain.SUITES));
        }
        try {
            BenchOptions.parse(options);
        } catch (IllegalArgumentException refused) {
            throw wrong(String.valueOf(refused.getMessage()));
        }
        return BenchMain.run(suite, options, System.out, System.err);
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /** The suites, for help. */
    static final class Suites extends ArrayList<String> {
        private static final long serialVersionUID = 1;

        Suites() {
            super(BenchMain.SUITES);
        }
    }
}
