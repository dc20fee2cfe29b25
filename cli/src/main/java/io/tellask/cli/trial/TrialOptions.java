package io.tellask.cli.trial;

import io.tellask.cli.terminal.Summary;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options that every trial has: the seed of what it draws at random, and the form of what it prints. */
final class TrialOptions {
    @Option(
            names = "--seed",
            paramLabel = "SEED",
            description = "Draws the same random numbers as the run that printed this seed.")
    private long seed = System.nanoTime();

    @Option(names = "--json", description = "Print the figures as lines of JSON.")
    private boolean json;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec trial;

    long seed() {
        return seed;
    }

    /** Prints a line of figures to the trial's output. */
    void print(Summary figures) {
        figures.print(trial.commandLine().getOut(), json);
    }
}
