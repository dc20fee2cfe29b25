package io.tellask.bench.map;

import io.tellask.bench.map.StorePlan.Group;
import io.tellask.bench.process.ChildProcess;
import io.tellask.bench.process.UnavailableException;
import io.tellask.bench.report.Eta;
import io.tellask.bench.report.Report;
import io.tellask.bench.report.Run;
import io.tellask.bench.spi.Scratch;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * How long a new process needs to open a filled map, after a clean close and after {@code kill -9} at the end of filling. The page cache is
 * warm; the start of the JVM does not count, loading the map's classes does. A killed map is copied for each round, since opening repairs it.
 */
final class StoreReopenings {
    private static final Duration PATIENCE = Duration.ofMinutes(9);
    /** A peer that hangs at a lock which nobody holds any more. */
    private static final Duration OPEN_PATIENCE = Duration.ofMinutes(2);

    private final StorePlan plan;
    private final int users;
    private final String size;
    private final Report report;
    private final PrintStream progress;
    private final Path scratch;

    StoreReopenings(StorePlan plan, int users, Report report, PrintStream progress) throws IOException {
        this.plan = plan;
        this.users = users;
        this.size = StorePlan.label(users);
        this.report = report;
        this.progress = progress;
        scratch = Scratch.create();
    }

    void run() throws IOException, InterruptedException {
        List<StoreContender> contenders = plan.contenders(Group.REOPEN);
        List<String> cases = plan.cases(Group.REOPEN, size);
        Eta eta = new Eta(contenders.size() * cases.size());
        for (StoreContender contender : contenders) {
            for (String name : cases) {
                String label = name + "-" + size;
                progress.printf(Locale.ROOT, "%s  %s %s  ", eta.next(), label, contender.name());
                progress.println(measure(contender, label, name.equals("reopen-killed")));
            }
        }
    }

    private String measure(StoreContender contender, String label, boolean killed)
            throws IOException, InterruptedException {
        Path folder = scratch.resolve(contender.name());
        try {
            fill(contender, folder, killed);
            for (int round = 1; round <= plan.rounds(); round++) {
                reopen(contender, label, killed ? copied(folder) : folder);
            }
            return String.format(Locale.ROOT, "%.3f s", report.median(label, contender.name()));
        } catch (UnavailableException | ChildProcess.FailedException e) {
            report.unavailable(label, contender.name(), String.valueOf(e.getMessage()));
            return "not run: " + e.getMessage();
        } finally {
            Scratch.delete(folder);
            Scratch.delete(copyOf(folder));
        }
    }

    private void fill(StoreContender contender, Path folder, boolean killed) throws IOException, InterruptedException {
        try (ChildProcess child = contender.start(users)) {
            child.await("ready", PATIENCE);
            report.flags(contender.name(), contender.jvmFlags(users));
            child.ask("fill " + folder + " " + users, "filled", PATIENCE);
            if (killed) {
                child.kill();
            } else {
                child.ask("close", "closed", PATIENCE);
            }
        }
    }

    private void reopen(StoreContender contender, String label, Path folder) throws IOException, InterruptedException {
        try (ChildProcess child = contender.start(users)) {
            child.await("ready", PATIENCE);
            String[] words = child.ask("reopen " + folder + " " + users, "reopened", OPEN_PATIENCE);
            double seconds = Double.parseDouble(words[0]) / 1e9;
            report.add(Run.of(label, contender.name(), Run.Unit.SECONDS, seconds)
                    .with("secondsToFirstGet", Double.parseDouble(words[1]) / 1e9));
        }
    }

    /** A copy by the system's own means, which keeps the holes of sparse files. */
    private static Path copied(Path folder) throws IOException, InterruptedException {
        Path copy = copyOf(folder);
        Scratch.delete(copy);
        int exit = new ProcessBuilder("cp", "-a", folder.toString(), copy.toString())
                .inheritIO()
                .start()
                .waitFor();
        if (exit != 0) {
            throw new IOException("cannot copy: folder=" + folder + ", exit code=" + exit);
        }
        return copy;
    }

    private static Path copyOf(Path folder) {
        return folder.resolveSibling(folder.getFileName() + "-copy");
    }
}
