package io.tellask.bench.map;

import io.tellask.bench.harness.ChildProcess;
import io.tellask.bench.harness.Comparison;
import io.tellask.bench.harness.Contender;
import io.tellask.bench.harness.CoreToCore;
import io.tellask.bench.harness.Figure;
import io.tellask.bench.harness.Harness;
import io.tellask.bench.harness.Options;
import io.tellask.bench.harness.Report;
import io.tellask.bench.harness.Suite;
import io.tellask.bench.spi.Run;
import io.tellask.bench.spi.Scratch;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
    private static final int MILLION = 1_000_000;

    /** Each number of users has its own: the first turn of a process is a short one that warms up, and reopening counts its rounds itself. */
    @Override
    public List<Block> blocks(Comparison comparison, Options options) {
        int rounds = options.rounds(comparison.rounds());
        List<Block> blocks = new ArrayList<>();
        for (int users : options.users()) {
            String suffix = "-" + (users % MILLION == 0 ? users / MILLION + "m" : users / 1_000 + "k");
            blocks.add(new Block(List.of("operations"), users, suffix, 0, rounds, false));
            blocks.add(new Block(List.of("reopen"), users, suffix, 1, 1, true));
        }
        blocks.add(new Block(List.of("force"), 0, "", 1, rounds, false));
        return blocks;
    }

    @Override
    public String take(Turn turn, Harness harness) throws IOException, InterruptedException {
        return switch (turn.group()) {
            case "operations" -> operate(turn, harness);
            case "reopen" -> reopen(turn, harness, turn.labels().getFirst());
            default -> force(turn, harness);
        };
    }

    /** In each round each contender fills a new map and runs all cases on it. */
    private static String operate(Turn turn, Harness harness) throws IOException, InterruptedException {
        ChildProcess child = keep(turn, harness);
        boolean warmsUp = turn.round() == 0;
        int entries = Math.min(turn.block().users(), warmsUp ? harness.number("warm-up-users") : Integer.MAX_VALUE);
        int operations = Math.min(harness.number("operations"), 2 * entries);
        int seed = warmsUp ? 0 : 1 + turnsBefore(turn, harness);
        double coreToCore = CoreToCore.measureNanos();
        String command = "round " + seed + " " + entries + " " + operations + " " + String.join(" ", turn.labels());
        List<Run> runs = Run.parseAll(child.ask(command, "runs", PATIENCE)).stream()
                .map(run -> run.numbers().containsKey(MapRound.CHECKSUM) ? run.with(Run.CORE_TO_CORE, coreToCore) : run)
                .toList();
        return warmsUp ? "warm" : harness.record(turn, runs);
    }

    /** Also those of earlier calls of the bench whose runs are kept together. */
    private static int turnsBefore(Turn turn, Harness harness) {
        return harness.report()
                .find("insert" + turn.block().suffix(), turn.contender().name())
                .map(each -> each.runs().size())
                .orElse(0);
    }

    /** Puts that wait for the disk. */
    private static String force(Turn turn, Harness harness) throws IOException, InterruptedException {
        ChildProcess child = keep(turn, harness);
        StringBuilder line = new StringBuilder();
        for (String label : turn.labels()) {
            String runs = child.ask("force " + label + " " + harness.number("force-millis"), "runs", PATIENCE);
            line.append(harness.record(turn, Run.parseAll(runs)));
        }
        return line.toString();
    }

    /** How long a new process needs to open a filled map; a killed map is copied for each round, since opening repairs it. */
    private static String reopen(Turn turn, Harness harness, String label) throws IOException, InterruptedException {
        boolean killed = label.equals("reopen-killed");
        Path scratch = Scratch.create();
        Path folder = scratch.resolve("map");
        Path copy = killed ? scratch.resolve("copy") : folder;
        String users = " " + turn.block().users();
        try {
            try (ChildProcess child = start(turn, harness)) {
                child.ask("fill " + folder + users, "filled", PATIENCE);
                if (killed) {
                    child.kill();
                } else {
                    child.ask("close", "closed", PATIENCE);
                }
            }
            StringBuilder line = new StringBuilder();
            for (int round = harness.options().rounds(harness.comparison().rounds()); round > 0; round--) {
                if (killed) {
                    copy(folder, copy);
                }
                try (ChildProcess child = start(turn, harness)) {
                    String runs = child.ask("reopen " + copy + users + " " + label, "runs", OPEN_PATIENCE);
                    line.append(harness.record(turn, Run.parseAll(runs)));
                }
            }
            return line.toString();
        } finally {
            Scratch.delete(scratch);
        }
    }

    /** By the system's own means, which keep the holes of sparse files. */
    private static void copy(Path folder, Path copy) throws IOException, InterruptedException {
        Scratch.delete(copy);
        int exit = new ProcessBuilder("cp", "-a", folder.toString(), copy.toString())
                .inheritIO()
                .start()
                .waitFor();
        if (exit != 0) {
            throw new IOException("cannot copy: folder=" + folder + ", exit code=" + exit);
        }
    }

    private static ChildProcess keep(Turn turn, Harness harness) throws IOException, InterruptedException {
        String place = turn.group() + turn.block().suffix();
        return harness.keep(place, turn.contender(), () -> start(turn, harness));
    }

    /** A process of a contender, with a heap where it needs one of a size. */
    private static ChildProcess start(Turn turn, Harness harness) throws IOException, InterruptedException {
        Contender contender = turn.contender();
        String name = "heap-" + contender.name();
        int bytesPerUser = harness.comparison().has(name) ? harness.number(name) : 0;
        long megabytes = Math.max(1_024, (long) turn.block().users() * bytesPerUser >> 20);
        List<String> heap = bytesPerUser == 0 ? List.of() : List.of("-Xms" + megabytes + "m", "-Xmx" + megabytes + "m");
        harness.report()
                .flags(
                        contender.name(),
                        Stream.concat(contender.flags().stream(), heap.stream()).toList());
        ChildProcess child = contender.start(
                heap, MapProcess.class.getName(), contender.mains().getFirst(), contender.name());
        child.await("ready", PATIENCE);
        return child;
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
}
