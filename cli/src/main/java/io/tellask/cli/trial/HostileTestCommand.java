package io.tellask.cli.trial;

import com.sun.management.UnixOperatingSystemMXBean;
import io.tellask.cli.hostile.AttackBounds;
import io.tellask.cli.hostile.AttackKind;
import io.tellask.cli.hostile.HostileTest;
import io.tellask.cli.hostile.Verdict;
import io.tellask.cli.terminal.CommandFailure;
import io.tellask.cli.terminal.CountConverter;
import io.tellask.cli.terminal.Progress;
import io.tellask.cli.terminal.Summary;
import io.tellask.cli.terminal.TemporaryFolder;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tellask hostile-test}: shows that hostile peers neither take a server down nor harm those beside them. */
@Command(
        name = "hostile-test",
        header = "Attacks a server in a small heap while honest clients use it.",
        description =
                "Starts a server process and attacks it over loopback, one kind of attack after the other: peers that hoard,"
                        + " flood, pause, send garbage or half of everything, on the native port and on that for clients of Redis."
                        + " After each kind the server must be up and answer, honest clients must have met no error, no wrong value and no"
                        + " long wait, and memory, sockets, threads and log must be as before. Ends with code 1 if one failed."
                        + " Leaves no process behind, and no file that was not asked for.")
public final class HostileTestCommand implements Callable<Integer> {
    private static final List<String> HEAPS = List.of("128m", "256m", "1024m");
    private static final List<Integer> SOME_CONNECTIONS = List.of(6, 50, 300, 1_000);
    private static final int MOST_AT_ONCE = 3;
    private static final int OTHER_DESCRIPTORS = 1_000;
    private static final int LEAST_MILLIS = 2_000;
    private static final int MORE_MILLIS = 13_000;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            converter = CountConverter.class,
            description =
                    "Go on for so long with random mixes of up to 3 kinds at once, in heaps of 128, 256 and 1,024 MB.")
    private @Nullable Long seconds;

    @Option(
            names = "--each",
            paramLabel = "SECONDS",
            defaultValue = "5",
            converter = CountConverter.class,
            description =
                    "How long each kind attacks where no mixes are asked for, ${DEFAULT-VALUE} seconds unless given.")
    private long each;

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            description = "The server's heap, as -Xmx takes it, 256m unless given.")
    private @Nullable String heap;

    @Option(
            names = "--connections",
            paramLabel = "N",
            defaultValue = "1000",
            converter = CountConverter.class,
            description = "How many connections a kind opens at most, ${DEFAULT-VALUE} unless given.")
    private long connections;

    @Option(names = "--kind", paramLabel = "NAME", description = "Only attack like this; may be repeated. See --list.")
    private List<String> kinds = List.of();

    @Option(names = "--port", paramLabel = "PORT", description = "Only attack this port: native or resp.")
    private @Nullable String port;

    @Option(
            names = "--slowest-millis",
            paramLabel = "MILLIS",
            defaultValue = "250",
            converter = CountConverter.class,
            description = "How long 99 of 100 turns of the honest clients may take, ${DEFAULT-VALUE} unless given.")
    private long slowestMillis;

    @Option(
            names = "--heap-dumps",
            paramLabel = "FOLDER",
            description = "Keep a heap dump there of each server whose memory did not come back.")
    private @Nullable Path heapDumps;

    @Option(names = "--list", description = "Only print the kinds of attack.")
    private boolean list;

    @Mixin
    private TrialOptions options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        List<AttackKind> chosen = chosen();
        if (list) {
            chosen.forEach(kind -> options.print(new Summary(kind.name()).with("what", kind.what())));
            return 0;
        }
        options.print(new Summary("hostile-test").with("kinds", chosen.size()).with("seed", options.seed()));
        int failed = seconds == null ? attackWithEach(chosen) : attackWithMixes(chosen, seconds);
        if (failed > 0) {
            throw new CommandFailure("hostile-test: attacks that the server did not stand=" + failed + ", seed="
                    + options.seed() + "; each is told of above");
        }
        return 0;
    }

    private List<AttackKind> chosen() {
        List<AttackKind> all = AttackKind.all();
        for (String name : kinds) {
            if (all.stream().noneMatch(kind -> kind.name().equals(name))) {
                throw new ParameterException(
                        spec.commandLine(), "Invalid value for option '--kind': '" + name + "' is no kind; see --list");
            }
        }
        List<AttackKind> chosen = all.stream()
                .filter(kind -> kinds.isEmpty() || kinds.contains(kind.name()))
                .filter(kind -> port == null || kind.port().name().equalsIgnoreCase(port))
                .toList();
        if (chosen.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(), "Invalid value for option '--port': '" + port + "' is not native or resp");
        }
        return chosen;
    }

    private AttackBounds bounds() {
        AttackBounds bounds = AttackBounds.defaults()
                .withConnections((int) Math.min(connections, mostConnections()))
                .withSlowestMillis((int) Math.min(slowestMillis, Integer.MAX_VALUE))
                .withHeapDumps(heapDumps);
        return heap == null ? bounds : bounds.withHeap(heap);
    }

    /** How many connections of each kind this process has file descriptors for; the server's may use as many. */
    private static long mostConnections() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                ? Math.max(1, (system.getMaxFileDescriptorCount() - OTHER_DESCRIPTORS) / MOST_AT_ONCE)
                : Integer.MAX_VALUE;
    }

    private int attackWithEach(List<AttackKind> chosen) throws Exception {
        int failed = 0;
        try (TemporaryFolder folder = TemporaryFolder.create("tellask-hostile");
                HostileTest test = new HostileTest(folder.path(), bounds(), options.seed());
                Progress progress = Progress.of("hostile-test", chosen.size())) {
            for (AttackKind kind : chosen) {
                failed += report(test.run(List.of(kind), TimeUnit.SECONDS.toMillis(each)));
                progress.step(1);
            }
        }
        return failed;
    }

    private int attackWithMixes(List<AttackKind> chosen, long length) throws Exception {
        SplittableRandom random = new SplittableRandom(options.seed());
        int failed = 0;
        long start = System.nanoTime();
        try (Progress progress = Progress.of("hostile-test", length)) {
            while (elapsedSeconds(start) < length) {
                AttackBounds bounds = mixedBounds(random);
                options.print(
                        new Summary("server").with("heap", bounds.heap()).with("connections", bounds.connections()));
                try (TemporaryFolder folder = TemporaryFolder.create("tellask-hostile");
                        HostileTest test = new HostileTest(folder.path(), bounds, random.nextLong())) {
                    for (int turn = 0; turn < 10 && elapsedSeconds(start) < length; turn++) {
                        int millis = LEAST_MILLIS + random.nextInt(MORE_MILLIS);
                        failed += report(test.run(mix(chosen, random), millis));
                        progress.moveTo(elapsedSeconds(start));
                    }
                }
            }
        }
        return failed;
    }

    private AttackBounds mixedBounds(SplittableRandom random) {
        AttackBounds bounds = bounds();
        int most = bounds.connections();
        AttackBounds some =
                bounds.withConnections(Math.min(most, SOME_CONNECTIONS.get(random.nextInt(SOME_CONNECTIONS.size()))));
        return heap != null ? some : some.withHeap(HEAPS.get(random.nextInt(HEAPS.size())));
    }

    private static long elapsedSeconds(long startNanos) {
        return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNanos);
    }

    private static List<AttackKind> mix(List<AttackKind> chosen, SplittableRandom random) {
        List<AttackKind> mix = new ArrayList<>();
        for (int i = random.nextInt(MOST_AT_ONCE); i >= 0; i--) {
            AttackKind kind = chosen.get(random.nextInt(chosen.size()));
            if (!mix.contains(kind)) {
                mix.add(kind);
            }
        }
        return mix;
    }

    /** Returns 1 if the server did not stand it. */
    private int report(Verdict verdict) {
        options.print(new Summary(verdict.name())
                .with("result", verdict.isPassed() ? "stood" : "FAILED")
                .with("opened", verdict.opened())
                .with("closedByServer", verdict.closedByServer())
                .with("withReason", verdict.closedWithReason())
                .with("sentMB", verdict.sentBytes() / 1_000_000)
                .with("receivedMB", verdict.receivedBytes() / 1_000_000)
                .with("honestTurns", verdict.bystanderTurns())
                .with("p50Millis", Math.round(verdict.bystanderMillis(0.5)))
                .with("p99Millis", Math.round(verdict.bystanderMillis(0.99)))
                .with("maxMillis", Math.round(verdict.bystanderMillis(1)))
                .with("heapBeforeKB", verdict.liveBytesBefore() / 1000)
                .with("heapAfterKB", verdict.liveBytesAfter() / 1000)
                .with("loggedBytes", verdict.loggedBytes()));
        if (verdict.isPassed()) {
            return 0;
        }
        spec.commandLine().getErr().println(verdict.details(options.seed()));
        return 1;
    }
}
