package io.tellask.cli.trial;

import io.tellask.cli.soak.Soak;
import io.tellask.cli.soak.SoakLoad;
import io.tellask.cli.soak.SoakVitals;
import io.tellask.cli.terminal.CommandFailure;
import io.tellask.cli.terminal.DurationConverter;
import io.tellask.cli.terminal.Progress;
import io.tellask.cli.terminal.Summary;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tellask soak}: shows that a process which works for long takes no more than one that has just begun. */
@Command(
        name = "soak",
        header = "Works with actors for long, and looks whether anything grows.",
        description =
                "Makes and ends actors, timers, streams and connections over TCP, has actors fail and be made again, and checks every"
                        + " answer. Prints heap, direct memory, threads, classes and resident memory sixty times, each after a collection"
                        + " of all garbage. Ends with code 1 if an answer is wrong, or if at the end any of these is larger than early on:"
                        + " heap and direct memory by 5 %% and 1 MiB, threads by 2, classes by 1 %% and 50, resident memory by 10 %% and 32 MiB.")
public final class SoakCommand implements Callable<Integer> {
    @Option(
            names = "--duration",
            paramLabel = "TIME",
            defaultValue = "10m",
            converter = DurationConverter.class,
            description = "How long, as in 30s, 10m or 8h; ${DEFAULT-VALUE} unless given.")
    private Duration duration;

    @Mixin
    private TrialOptions options;

    @Override
    public Integer call() throws Exception {
        options.print(new Summary("soak").with("seconds", duration.toSeconds()).with("seed", options.seed()));
        try (SoakLoad load = new SoakLoad(options.seed());
                Progress progress = Progress.of("soak", duration.toSeconds())) {
            List<String> growth = new Soak(load, duration).run((since, vitals) -> {
                progress.moveTo(since.toSeconds());
                print(load, since, vitals);
            });
            if (!growth.isEmpty()) {
                throw new CommandFailure("soak: " + String.join("; ", growth) + "; seed=" + options.seed()
                        + "; look at what is kept, with jcmd PID GC.class_histogram in a longer run");
            }
            options.print(new Summary("soaked")
                    .with("rounds", load.rounds())
                    .with("calls", load.calls())
                    .with("restarts", load.restarts())
                    .with("wrong", 0)
                    .with("grown", 0));
        }
        return 0;
    }

    private void print(SoakLoad load, Duration since, SoakVitals vitals) {
        options.print(new Summary("look")
                .with("seconds", since.toSeconds())
                .with("rounds", load.rounds())
                .with("calls", load.calls())
                .with("heapBytes", vitals.heapBytes())
                .with("directBytes", vitals.directBytes())
                .with("threads", vitals.threads())
                .with("classes", vitals.classes())
                .with("residentBytes", vitals.residentBytes()));
    }
}
