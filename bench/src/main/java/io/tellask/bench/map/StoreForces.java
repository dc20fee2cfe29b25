package io.tellask.bench.map;

import io.tellask.bench.map.StorePlan.Group;
import io.tellask.bench.process.ChildProcess;
import io.tellask.bench.process.UnavailableException;
import io.tellask.bench.report.Eta;
import io.tellask.bench.report.Report;
import io.tellask.bench.report.Run;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Puts that wait for the disk, by 1, 64 and 512 threads of the system, and by as many virtual ones; each contender has its turn in each round. The limit forces a file after each of one
 * thread's writes.
 */
final class StoreForces {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final StorePlan plan;
    private final Report report;
    private final PrintStream progress;
    private final Map<StoreContender, ChildProcess> children = new LinkedHashMap<>();

    StoreForces(StorePlan plan, Report report, PrintStream progress) {
        this.plan = plan;
        this.report = report;
        this.progress = progress;
    }

    void run() throws IOException, InterruptedException {
        List<StoreContender> contenders = plan.contenders(Group.FORCE);
        Eta eta = new Eta(contenders.size() * plan.rounds());
        try {
            for (int round = 1; round <= plan.rounds(); round++) {
                for (StoreContender contender : contenders) {
                    progress.printf(
                            Locale.ROOT, "%s  force %s  %s%n", eta.next(), contender.name(), turn(contender, round));
                }
            }
        } finally {
            for (ChildProcess child : children.values()) {
                child.close();
            }
        }
    }

    private String turn(StoreContender contender, int round) throws IOException, InterruptedException {
        String name = contender.name();
        StringBuilder line = new StringBuilder();
        try {
            ChildProcess child = round == 1 ? start(contender) : children.get(contender);
            if (child == null) {
                return "not run";
            }
            for (String callers : plan.callers()) {
                if (takesPart(name, callers)) {
                    line.append(force(child, name, callers));
                }
            }
            return line.toString();
        } catch (UnavailableException | ChildProcess.FailedException e) {
            ChildProcess child = children.remove(contender);
            if (child != null) {
                child.close();
            }
            report.unavailable("force", name, String.valueOf(e.getMessage()));
            return "not run: " + e.getMessage();
        }
    }

    /** The limit is one thread's; virtual threads are for maps whose callers share a force: the others hold the thread of the system beneath. */
    private static boolean takesPart(String name, String callers) {
        return switch (name) {
            case StoreContenders.FSYNC -> callers.equals("1");
            case StoreContenders.TELLASK, StoreContenders.ROCKSDB -> true;
            default -> !callers.endsWith(ForcedPuts.VIRTUAL);
        };
    }

    private ChildProcess start(StoreContender contender) throws IOException, InterruptedException {
        ChildProcess child = contender.start(0);
        children.put(contender, child);
        child.await("ready", PATIENCE);
        report.flags(contender.name(), contender.jvmFlags(0));
        return child;
    }

    private String force(ChildProcess child, String name, String callers) throws InterruptedException {
        String[] words = child.ask("force " + callers + " " + plan.forceMillis(), "forced", PATIENCE);
        double count = Double.parseDouble(words[0]);
        double rate = count / Double.parseDouble(words[1]) * 1e9;
        report.add(Run.of("force-" + callers, name, Run.Unit.OPERATIONS_A_SECOND, rate)
                .with(Run.CPU, Double.parseDouble(words[2]) / Math.max(1, count)));
        return String.format(Locale.ROOT, "%s: %s/s  ", callers, Report.shorten(rate));
    }
}
