package io.tellask.cli.operations;

import io.tellask.cli.server.BlockingItems;
import io.tellask.cli.server.ServerArgument;
import io.tellask.cli.terminal.CommandFailure;
import io.tellask.cli.terminal.CountConverter;
import io.tellask.cli.terminal.DurationConverter;
import io.tellask.cli.transfer.ExportFile;
import io.tellask.remote.ActorOperations;
import io.tellask.remote.ActorOperations.Actors;
import io.tellask.remote.ActorOperations.Order;
import io.tellask.remote.Limits;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tellask actors}: what the actors of a server do. */
@Command(
        name = "actors",
        header = "Prints what the actors of a server do.",
        description =
                "The server measures messages for the time of --sample first, which costs each of them reading the clock. Each line has the"
                        + " actor, its contract, what runs it, messages that wait, the most that ever waited, messages a second, how much of"
                        + " a second it worked, how long a message took on average and the longest that was ever measured, how often the"
                        + " actor was made again after a failure, messages its mailbox dropped, and its age.%nThe server must permit this, as for 'tellask"
                        + " connections'.%nWith --dump FILE a JSON object is written instead: all actors with the messages that wait and who waits for"
                        + " them, threads with their stacks, dead letters, sessions. It works while loops of the server are stuck, as long as that"
                        + " of this command's own session is not.")
public final class ActorsCommand implements Callable<Integer> {
    /** The longest dump that is taken from a server. */
    static final long MOST_DUMP_CHARS = 256L << 20;

    private static final long USUAL_TOP = 20;
    private static final Duration USUAL_SAMPLE = Duration.ofSeconds(1);

    @Mixin
    private ServerArgument server = new ServerArgument();

    @Option(
            names = "--sort",
            paramLabel = "ORDER",
            converter = ActorOrderConverter.class,
            description = "Which come first: " + ActorOrderConverter.WORDS + "; busy unless given.")
    private Order order = Order.BUSY;

    @Option(
            names = "--top",
            paramLabel = "N",
            converter = CountConverter.class,
            description = "Print so many at most, up to 10,000; 20 unless given.")
    private long top = USUAL_TOP;

    @Option(
            names = "--sample",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description =
                    "How long to measure, such as 250ms, up to 60s; 1s unless given. 0s: not at all, rates are of each actor's life.")
    private Duration sample = USUAL_SAMPLE;

    @Option(names = "--watch", description = "Print them again and again, until interrupted or --times is reached.")
    private boolean watch;

    @Option(
            names = "--times",
            paramLabel = "N",
            converter = CountConverter.class,
            description = "With --watch: stop after so many times, at least 1.")
    private long times = Long.MAX_VALUE;

    @Option(
            names = "--json",
            description =
                    "Print each as a line of JSON, busy and age in milliseconds, mean and longest in microseconds.")
    private boolean json;

    @Option(
            names = "--dump",
            paramLabel = "FILE",
            description = "Write all that can be seen of the server's actors there as JSON; - is standard output.")
    private @Nullable String dump;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "30s",
            converter = DurationConverter.class,
            description =
                    "How long an answer may take beyond --sample, or a dump until its end, such as 500ms or 2m; ${DEFAULT-VALUE} unless given.")
    private Duration timeout;

    @Option(names = "--force", description = "Replace the FILE of --dump if it exists; it is refused otherwise.")
    private boolean force;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        checkOptions();
        ExportFile target = dump == null ? null : new ExportFile(dump, force);
        try (OperationsSession<ActorOperations> session = OperationsSession.open(
                server,
                ActorOperations.PUBLISHED_NAME,
                ActorOperations.class,
                "server tells nobody what its actors do")) {
            if (target == null) {
                show(session.operations());
            } else {
                target.<Exception>write(out -> write(session.operations(), out));
            }
        }
        if (target != null && !target.isStandardOutput()) {
            spec.commandLine().getOut().println("dumped: file=" + dump);
        }
        return 0;
    }

    private void checkOptions() {
        refuseUnless(
                top <= ActorOperations.MOST_ACTORS,
                "--top=" + top + " > " + ActorOperations.MOST_ACTORS + "; ask for fewer");
        refuseUnless(
                sample.toMillis() <= ActorOperations.MOST_SAMPLE_MILLIS,
                "--sample=" + sample.toMillis() + "ms > " + ActorOperations.MOST_SAMPLE_MILLIS
                        + "ms; measure for a shorter time, and again with --watch");
        refuseUnless(
                timeout.toMillis() >= 1 && timeout.compareTo(Limits.LONGEST_TIME) <= 0,
                "--timeout=" + timeout.toMillis() + "ms is not within 1ms to 23d");
        refuseUnless(!watch || !sample.isZero(), "--watch asks again and again; give --sample a time that is not zero");
        refuseUnless(dump == null || !watch && !json, "--dump writes one object; leave --watch and --json out");
    }

    private void refuseUnless(boolean right, String what) {
        if (!right) {
            throw new ParameterException(spec.commandLine(), what);
        }
    }

    private void show(ActorOperations operations) throws Exception {
        long rounds = watch ? times : 1;
        for (long round = 0; round < rounds && !spec.commandLine().getOut().checkError(); round++) {
            Actors found = OperationsSession.answer(
                    operations.actors(order, (int) top, (int) sample.toMillis()),
                    sample.plus(timeout),
                    Actors::actors,
                    top);
            if (json) {
                ActorTable.ofAll(found).printJson(spec.commandLine().getOut());
            } else {
                if (round > 0) {
                    spec.commandLine().getOut().println();
                }
                ActorTable.forPeople(found).print(spec.commandLine().getOut());
            }
            spec.commandLine().getOut().flush();
            tellOthers(found);
        }
    }

    private void tellOthers(Actors found) {
        if (found.living() > found.lookedAt()) {
            spec.commandLine()
                    .getErr()
                    .println("tellask: looked at=" + found.lookedAt() + " of living=" + found.living()
                            + " actors; those that were not looked at may do more");
        }
    }

    private long write(ActorOperations operations, OutputStream out) throws Exception {
        long[] chars = new long[1];
        BlockingItems.forEach(operations.dump(), timeout, piece -> {
            chars[0] += piece.length();
            CommandFailure.unless(
                    chars[0] <= MOST_DUMP_CHARS,
                    "actors: the server's dump has more than " + MOST_DUMP_CHARS
                            + " characters; it is damaged or hostile");
            try {
                out.write(asciiOf(piece).getBytes(StandardCharsets.US_ASCII));
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        });
        out.write('\n');
        return 1;
    }

    /** JSON of a server has nothing else; what another sends commands no terminal. */
    private static String asciiOf(String piece) {
        CommandFailure.unless(
                piece.chars().allMatch(each -> each >= ' ' && each <= '~'),
                "actors: the server's dump has a character that is not ASCII; it is damaged or hostile");
        return piece;
    }
}
