package io.tellask.bench.map;

import io.tellask.bench.harness.ChildProcess;
import io.tellask.bench.harness.Comparison;
import io.tellask.bench.harness.Contender;
import io.tellask.bench.harness.CoreToCore;
import io.tellask.bench.harness.Figure;
import io.tellask.bench.harness.Options;
import io.tellask.bench.harness.Report;
import io.tellask.bench.harness.Suite;
import io.tellask.bench.harness.Turns;
import io.tellask.bench.spi.Run;
import io.tellask.bench.spi.Scratch;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What does a durable map cost beside a {@link java.util.HashMap} and beside the embedded maps that people use? Users of about 60 bytes are
 * inserted, read and updated at random over all of them, missed, and scanned; then come the space on disk, the heap, reopening after a clean
 * close and after {@code kill -9}, and puts that wait for the disk. The HashMap is fair: its keys are equal to the ones asked for but never
 * the same objects, and it copies values in and out.
 *
 * <p>Command: {@code tellask bench store}. CPU nanoseconds are those of the process; the calling thread's are in the JSON as
 * {@code callerCpuNanos}. Not shown: several threads that read, cold pages, maps larger than memory.
 */
public final class StoreSuite implements Suite {
    private static final Duration PATIENCE = Duration.ofMinutes(9);
    /** A peer may hang at a lock which nobody holds any more. */
    private static final Duration OPEN_PATIENCE = Duration.ofMinutes(2);

    private static final String LIMIT = "limit-hashmap";
    private static final String OPERATIONS = "operations";
    private static final String REOPEN = "reopen";
    private static final String FORCE = "force";
    private static final int THOUSAND = 1_000;
    private static final int MILLION = 1_000_000;

    @Override
    public void plan(Comparison comparison, Options options, Turns turns) throws IOException {
        for (int users : options.users()) {
            Sized sized = new Sized(comparison, options, turns, users, "-" + sizeLabel(users));
            sized.planOperations();
            sized.planReopening();
        }
        new Sized(comparison, options, turns, 0, "").planForcing();
    }

    /** Without its size a label means all sizes. */
    @Override
    public List<String> labels(String name, Options options) {
        Stream<String> sized = options.users().stream().map(users -> name + "-" + sizeLabel(users));
        return Stream.concat(Stream.of(name), sized).toList();
    }

    /** A number of users as labels have it, as in {@code 15m}. */
    private static String sizeLabel(int users) {
        return users % MILLION == 0 ? users / MILLION + "m" : users / THOUSAND + "k";
    }

    /** Turns of the same number have the same seed, so what they read adds up to the same. */
    @Override
    public void doubt(Report report) {
        for (Figure figure : report.figures()) {
            List<Double> own = figure.numbers(MapRound.CHECKSUM);
            report.find(figure.label(), LIMIT).ifPresent(limit -> {
                List<Double> others = limit.numbers(MapRound.CHECKSUM);
                int common = Math.min(own.size(), others.size());
                if (!own.subList(0, common).equals(others.subList(0, common))) {
                    report.warn("checksums differ: case=" + figure.label() + ", contender=" + figure.contender());
                }
            });
        }
    }

    /** The turns at one number of users. */
    private record Sized(Comparison comparison, Options options, Turns turns, int users, String suffix) {
        /** In each round each contender fills a new map and runs all cases on it. The first turn of a process is a short one that warms up. */
        void planOperations() {
            planRounds(0, OPERATIONS, (contender, round, labels) -> {
                ChildProcess child = turns.keep(OPERATIONS + suffix, contender, () -> start(contender));
                int entries = round == 0 ? Math.min(users, number("warm-up-users")) : users;
                String seed = round == 0 ? "0" : Integer.toString(seed(contender));
                int operations = Math.min(number("operations"), 2 * entries);
                double coreToCore = CoreToCore.measureNanos();
                String runs = child.ask(
                        String.join(" ", "round", seed, "" + entries, "" + operations, String.join(" ", labels)),
                        "runs",
                        PATIENCE);
                return round == 0 ? "warm" : record(contender, runs, coreToCore);
            });
        }

        /** Puts that wait for the disk. */
        void planForcing() {
            planRounds(1, FORCE, (contender, round, labels) -> {
                ChildProcess child = turns.keep(FORCE, contender, () -> start(contender));
                StringBuilder line = new StringBuilder();
                for (String label : labels) {
                    String runs = child.ask("force " + label + " " + number("force-millis"), "runs", PATIENCE);
                    line.append(record(contender, runs, Double.NaN));
                }
                return line.toString();
            });
        }

        /** How long a new process needs to open a filled map; a killed map is copied for each round, since opening repairs it. */
        void planReopening() throws IOException {
            Path scratch = Scratch.create();
            for (Contender contender : comparison.contenders()) {
                for (String name : labels(contender, REOPEN, 1)) {
                    Path folder = scratch.resolve(contender.name());
                    String title = name + suffix + " " + contender.name();
                    turns.add(
                            name + suffix,
                            contender,
                            title,
                            () -> reopen(contender, folder, name.equals("reopen-killed")));
                }
            }
        }

        private interface Work {
            String take(Contender contender, int round, List<String> labels) throws IOException, InterruptedException;
        }

        private void planRounds(int first, String group, Work work) {
            for (int round = first; round <= options.rounds(comparison.rounds()); round++) {
                int number = round;
                for (Contender contender : comparison.contenders()) {
                    List<String> labels = labels(contender, group, round);
                    if (!labels.isEmpty()) {
                        String title = "round " + round + " " + group + suffix + " " + contender.name();
                        turns.add(group + suffix, contender, title, () -> work.take(contender, number, labels));
                    }
                }
            }
        }

        /** The cases of a group that are wanted and that a contender has. */
        private List<String> labels(Contender contender, String group, int round) {
            return comparison.group(group).stream()
                    .filter(name -> options.wantsCase(name, name + suffix, group))
                    .filter(name -> comparison.isDue(contender, name, round, options))
                    .toList();
        }

        private int number(String name) {
            return (int) comparison.number(name, options);
        }

        /** Grows with each turn, also over several calls of the bench whose runs are kept together. */
        private int seed(Contender contender) {
            return 1
                    + turns.report()
                            .find("insert" + suffix, contender.name())
                            .map(each -> each.numbers("").size())
                            .orElse(0);
        }

        private String reopen(Contender contender, Path folder, boolean killed)
                throws IOException, InterruptedException {
            Path copy = folder.resolveSibling(folder.getFileName() + "-copy");
            try {
                try (ChildProcess child = start(contender)) {
                    child.ask("fill " + folder + " " + users, "filled", PATIENCE);
                    if (killed) {
                        child.kill();
                    } else {
                        child.ask("close", "closed", PATIENCE);
                    }
                }
                StringBuilder line = new StringBuilder();
                for (int round = 1; round <= options.rounds(comparison.rounds()); round++) {
                    if (killed) {
                        copy(folder, copy);
                    }
                    try (ChildProcess child = start(contender)) {
                        String command = String.join(
                                " ",
                                "reopen",
                                (killed ? copy : folder).toString(),
                                "" + users,
                                killed ? "reopen-killed" : "reopen-clean");
                        line.append(record(contender, child.ask(command, "runs", OPEN_PATIENCE), Double.NaN));
                    }
                }
                return line.toString();
            } finally {
                Scratch.delete(folder);
                Scratch.delete(copy);
            }
        }

        /** By the system's own means, which keep the holes of sparse files. */
        private static void copy(Path folder, Path copy) throws IOException, InterruptedException {
            Scratch.delete(copy);
            ProcessBuilder command = new ProcessBuilder("cp", "-a", folder.toString(), copy.toString()).inheritIO();
            int exit = command.start().waitFor();
            if (exit != 0) {
                throw new IOException("cannot copy: folder=" + folder + ", exit code=" + exit);
            }
        }

        /** A process of a contender, with a heap where it needs one of a size. */
        private ChildProcess start(Contender contender) throws IOException, InterruptedException {
            List<Double> bytesPerUser = comparison.numbers().getOrDefault("heap-" + contender.name(), List.of(0.0));
            long megabytes = Math.max(1_024, (long) (users * bytesPerUser.getFirst()) >> 20);
            List<String> heap = bytesPerUser.getFirst() == 0
                    ? List.of()
                    : List.of("-Xms" + megabytes + "m", "-Xmx" + megabytes + "m");
            ChildProcess child = contender.start(
                    heap, MapProcess.class.getName(), contender.mains().getFirst(), contender.name());
            child.await("ready", PATIENCE);
            turns.report()
                    .flags(
                            contender.name(),
                            Stream.concat(contender.flags().stream(), heap.stream())
                                    .toList());
            return child;
        }

        /** Adds runs to the report, and says them in words. */
        private String record(Contender contender, String runs, double coreToCore) {
            return runs.lines()
                    .flatMap(all -> Stream.of(all.split(MapProcess.SEPARATOR)))
                    .map(Run::parse)
                    .map(run -> run.as(run.label() + suffix, contender.name()))
                    .map(run ->
                            run.numbers().containsKey(MapRound.CHECKSUM) ? run.with(Run.CORE_TO_CORE, coreToCore) : run)
                    .peek(turns.report()::add)
                    .map(run -> String.format(
                            Locale.ROOT,
                            "%s %.1f %s",
                            run.label(),
                            run.numbers().containsKey(Run.CPU) ? run.number(Run.CPU) : run.value(),
                            run.numbers().containsKey(Run.CPU) ? "ns" : run.unit()))
                    .collect(Collectors.joining("  "));
        }
    }
}
