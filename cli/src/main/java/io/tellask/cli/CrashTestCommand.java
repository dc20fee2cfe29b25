package io.tellask.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tellask crash-test}: shows that a killed server loses nothing that it acknowledged. */
@Command(
        name = "crash-test",
        header = "Kills a server under writes, many times, and looks for losses.",
        description =
                "Starts a server, writes to it as fast as it takes, kills it with -9, restarts it, and compares every key"
                        + " with what was acknowledged; again and again on the same files. Leaves no process and no file behind.")
final class CrashTestCommand implements Callable<Integer> {
    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "100",
            converter = Count.class,
            description = "How often, ${DEFAULT-VALUE} unless given.")
    private long rounds;

    @Option(names = "--seed", paramLabel = "SEED", description = "Draws the same writes as the run that printed it.")
    private long seed = System.nanoTime();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        out.println("crash-test: rounds=" + rounds + ", seed=" + seed);
        try (TemporaryFolder folder = TemporaryFolder.create("tellask-crash");
                Progress progress = Progress.of("crash-test", rounds)) {
            CrashRounds crashes = new CrashRounds(folder.path(), seed);
            crashes.run(rounds, () -> progress.step(1));
            out.printf(
                    "killed=%d, acknowledged writes=%,d, lost=0, wrong=0, lowest rate=%,.0f writes/s%n",
                    rounds, crashes.acknowledged(), crashes.lowestRate());
        }
        return 0;
    }
}
