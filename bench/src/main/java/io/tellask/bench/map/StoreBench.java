package io.tellask.bench.map;

import io.tellask.bench.map.StorePlan.Group;
import io.tellask.bench.report.BenchOptions;
import io.tellask.bench.report.Figure;
import io.tellask.bench.report.Report;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/**
 * What does a durable map cost beside a {@link java.util.HashMap} and beside the embedded maps that people use? Users of about 60 bytes are
 * inserted, read and updated at random over all of them, missed, and scanned; then come the space on disk, the heap, reopening after a clean
 * close and after {@code kill -9}, and puts that wait for the disk. The HashMap is fair: its keys are equal to the ones asked for but never
 * the same objects, and it copies values in and out.
 *
 * <p>Command: {@code tellask bench store}. CPU nanoseconds are those of the process; the calling thread's are in the JSON as
 * {@code callerCpuNanos}. Not shown: several threads that read, cold pages, maps larger than memory.
 */
public final class StoreBench {
    private StoreBench() {}

    public static Report run(BenchOptions options, PrintStream progress) throws IOException, InterruptedException {
        StorePlan plan = StorePlan.of(options);
        Report report = new Report("store", options);
        requireKnown(options);
        for (int users : plan.sizes()) {
            String size = StorePlan.label(users);
            if (!plan.cases(Group.OPERATIONS, size).isEmpty()) {
                new StoreTurns(plan, users, report, progress).run();
            }
            if (!plan.cases(Group.REOPEN, size).isEmpty()) {
                new StoreReopenings(plan, users, report, progress).run();
            }
        }
        if (!plan.callers().isEmpty()) {
            new StoreForces(plan, report, progress).run();
        }
        report.tabulate(new StoreTable(report)::print);
        new StoreGoals(report).judge().forEach(report::note);
        compareChecksums(report);
        return report;
    }

    private static void requireKnown(BenchOptions options) {
        List<String> names =
                StoreContenders.all().stream().map(StoreContender::name).toList();
        for (String name : options.contenders()) {
            if (!names.contains(name)) {
                throw new IllegalArgumentException(
                        "unknown contender: contender=" + name + "; one of " + String.join(", ", names));
            }
        }
    }

    /** Turns of the same number have the same seed, so what they read adds up to the same. */
    private static void compareChecksums(Report report) {
        for (Figure figure : report.figures()) {
            List<Number> own = figure.details(StoreTurns.CHECKSUM);
            report.find(figure.caseLabel(), StoreContenders.LIMIT).ifPresent(limit -> {
                List<Number> others = limit.details(StoreTurns.CHECKSUM);
                int common = Math.min(own.size(), others.size());
                if (!own.subList(0, common).equals(others.subList(0, common))) {
                    report.warn("checksums differ: case=" + figure.caseLabel() + ", contender=" + figure.contender());
                }
            });
        }
    }
}
