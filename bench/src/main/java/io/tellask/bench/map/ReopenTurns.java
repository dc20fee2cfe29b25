package io.tellask.bench.map;

import io.tellask.bench.harness.ChildProcess;
import io.tellask.bench.harness.Contender;
import io.tellask.bench.harness.Options;
import io.tellask.bench.harness.Report;
import io.tellask.bench.harness.Run;
import io.tellask.bench.harness.Turns;
import io.tellask.bench.harness.Unit;
import io.tellask.bench.spi.Scratch;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * How long a new process needs to open a filled map, after a clean close and after {@code kill -9} at the end of filling. The page cache is
 * warm; the start of the JVM does not count, loading the map's classes does. A killed map is copied for each round, since opening repairs it.
 */
final class ReopenTurns {
    /** A peer that hangs at a lock which nobody holds any more. */
    private static final Duration OPEN_PATIENCE = Duration.ofMinutes(2);

    private final StoreSuite suite;
    private final Options options;
    private final int users;
    private final Turns turns;
    private final Report report;

    ReopenTurns(StoreSuite suite, Options options, int users, Turns turns) {
        this.suite = suite;
        this.options = options;
        this.users = users;
        this.turns = turns;
        this.report = turns.report();
    }

    void plan() throws IOException {
        String size = StoreSuite.sizeLabel(users);
        List<String> cases = StoreSuite.cases(StoreSuite.REOPEN, size, options);
        if (cases.isEmpty()) {
            return;
        }
        Path scratch = Scratch.create();
        for (Contender contender : suite.contenders(StoreSuite.REOPEN, options)) {
            for (String name : cases) {
                String label = name + "-" + size;
                Path folder = scratch.resolve(contender.name());
                boolean killed = name.equals("reopen-killed");
                turns.add(
                        label,
                        contender,
                        label + " " + contender.name(),
                        () -> measure(contender, label, folder, killed));
            }
        }
    }

    private String measure(Contender contender, String label, Path folder, boolean killed)
            throws IOException, InterruptedException {
        Path copy = folder.resolveSibling(folder.getFileName() + "-copy");
        try {
            fill(contender, folder, killed);
            for (int round = 1; round <= StoreSuite.rounds(options); round++) {
                if (killed) {
                    copy(folder, copy);
                }
                reopen(contender, label, killed ? copy : folder);
            }
            return String.format(Locale.ROOT, "%.3f s", report.median(label, contender.name()));
        } finally {
            Scratch.delete(folder);
            Scratch.delete(copy);
        }
    }

    private void fill(Contender contender, Path folder, boolean killed) throws IOException, InterruptedException {
        try (ChildProcess child = StoreSuite.start(contender, users, report)) {
            child.ask("fill " + folder + " " + users, "filled", StoreSuite.PATIENCE);
            if (killed) {
                child.kill();
            } else {
                child.ask("close", "closed", StoreSuite.PATIENCE);
            }
        }
    }

    private void reopen(Contender contender, String label, Path folder) throws IOException, InterruptedException {
        try (ChildProcess child = StoreSuite.start(contender, users, report)) {
            String[] words = child.ask("reopen " + folder + " " + users, "reopened", OPEN_PATIENCE);
            report.add(Run.of(label, contender.name(), Unit.SECONDS, Double.parseDouble(words[0]) / 1e9)
                    .with("secondsToFirstGet", Double.parseDouble(words[1]) / 1e9));
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
}
