package io.tellask.cli.trial;

import io.tellask.cli.terminal.CountConverter;
import io.tellask.cli.terminal.Progress;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tellask tell-loop}: shows that a loop of tells needs no memory for what the receiver has not taken yet. */
@Command(
        name = "tell-loop",
        header = "Sends tells in a naive loop to a slower receiver, in any heap.",
        description =
                "Sends tells in a naive loop over TCP to a receiver that is slower than the loop, and checks that all are"
                        + " taken in order. TELLASK_JAVA_OPTIONS=-Xmx256m sets a small heap for it.")
public final class TellLoopCommand implements Callable<Integer> {
    @Option(
            names = "--tells",
            paramLabel = "N",
            defaultValue = "50000000",
            converter = CountConverter.class,
            description = "How many, ${DEFAULT-VALUE} unless given.")
    private long tells;

    @Option(
            names = "--work",
            paramLabel = "NANOS",
            defaultValue = "200",
            converter = CountConverter.class,
            description = "How long the receiver works on each, ${DEFAULT-VALUE} nanoseconds unless given.")
    private long workNanos;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        try (Progress progress = Progress.of("tell-loop", tells)) {
            double seconds = new TellLoop(tells, workNanos).run(progress) / 1e9;
            spec.commandLine()
                    .getOut()
                    .printf(
                            "%d tells taken in order, %.1f s, %.1f million/s, heap limit=%d MB%n",
                            tells,
                            seconds,
                            tells / seconds / 1e6,
                            Runtime.getRuntime().maxMemory() >> 20);
        }
        return 0;
    }
}
