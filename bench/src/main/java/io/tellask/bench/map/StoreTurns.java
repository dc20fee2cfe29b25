package io.tellask.bench.map;

import io.tellask.bench.map.StorePlan.Group;
import io.tellask.bench.process.ChildProcess;
import io.tellask.bench.process.UnavailableException;
import io.tellask.bench.report.CoreToCore;
import io.tellask.bench.report.Eta;
import io.tellask.bench.report.Report;
import io.tellask.bench.report.Run;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The store suite's turns at one size: in each round each contender fills a new map and runs all cases on it, with the same seed. A process'
 * first turn is a short one that warms up.
 */
final class StoreTurns {
    /** What was read in a turn, added up. */
    static final String CHECKSUM = "checksums";

    /** CPU nanoseconds of the calling thread per operation. */
    static final String CALLER_CPU = "callerCpuNanos";

    private static final Duration PATIENCE = Duration.ofMinutes(9);
    private static final double MEBIBYTE = 1 << 20;

    private final StorePlan plan;
    private final int users;
    private final String size;
    private final Report report;
    private final PrintStream progress;
    private final Map<StoreContender, ChildProcess> children = new LinkedHashMap<>();

    StoreTurns(StorePlan plan, int users, Report report, PrintStream progress) {
        this.plan = plan;
        this.users = users;
        this.size = StorePlan.label(users);
        this.report = report;
        this.progress = progress;
    }

    void run() throws IOException, InterruptedException {
        List<StoreContender> contenders = plan.contenders(Group.OPERATIONS);
        Eta eta = new Eta(contenders.size() * (plan.rounds() + 1));
        try {
            for (int round = 0; round <= plan.rounds(); round++) {
                for (StoreContender contender : contenders) {
                    progress.printf(
                            Locale.ROOT, "%s  %s %s  %s%n", eta.next(), size, contender.name(), turn(contender, round));
                }
            }
        } finally {
            for (ChildProcess child : children.values()) {
                child.close();
            }
        }
    }

    /** Runs a turn and says what came out. */
    private String turn(StoreContender contender, int round) throws IOException, InterruptedException {
        String name = contender.name();
        try {
            ChildProcess child = round == 0 ? start(contender) : children.get(contender);
            if (child == null) {
                return "not run";
            }
            if (round == 0) {
                child.ask(command(0, Math.min(users, plan.warmUpUsers())), "round", PATIENCE);
                return "warm";
            }
            double coreToCore = CoreToCore.measureNanos();
            return record(name, child.ask(command(seed(name), users), "round", PATIENCE), coreToCore);
        } catch (UnavailableException | ChildProcess.FailedException e) {
            ChildProcess child = children.remove(contender);
            if (child != null) {
                child.close();
            }
            report.unavailable("operations-" + size, name, String.valueOf(e.getMessage()));
            return "not run: " + e.getMessage();
        }
    }

    private ChildProcess start(StoreContender contender) throws IOException, InterruptedException {
        ChildProcess child = contender.start(users);
        children.put(contender, child);
        child.await("ready", PATIENCE);
        report.flags(contender.name(), contender.jvmFlags(users));
        return child;
    }

    private String command(int seed, int entries) {
        List<String> words = new ArrayList<>(List.of("round", Integer.toString(seed), Integer.toString(entries)));
        words.add(Integer.toString(Math.min(plan.operations(), 2 * entries)));
        List<String> cases = plan.cases(Group.OPERATIONS, size);
        words.addAll(cases);
        if (cases.contains("compact")) {
            words.add("space");
        }
        if (cases.contains("full-gc")) {
            words.add("heap");
        }
        return String.join(" ", words);
    }

    /** Grows with each turn, also over several calls of the bench whose runs are kept together. */
    private int seed(String contender) {
        return 1
                + report.find("insert-" + size, contender)
                        .map(each -> each.runs().size())
                        .orElse(0);
    }

    /** The insert is always there; it is what the other cases rest on. */
    private String record(String contender, String[] words, double coreToCore) {
        StringBuilder line = new StringBuilder();
        int at = 0;
        while (at < words.length) {
            String name = words[at];
            if (words[at + 1].startsWith("=")) {
                recordState(contender, name, words[at + 1].substring(1).split(","), line);
                at += 2;
            } else {
                recordCase(contender, name, words, at + 1, coreToCore, line);
                at += 6;
            }
        }
        return line.toString();
    }

    private void recordCase(
            String contender, String name, String[] words, int at, double coreToCore, StringBuilder line) {
        double operations = Double.parseDouble(words[at]);
        double rate = operations / Double.parseDouble(words[at + 1]) * 1e9;
        double caller = Double.parseDouble(words[at + 2]) / operations;
        double process = Double.parseDouble(words[at + 3]) / operations;
        report.add(Run.of(name + "-" + size, contender, Run.Unit.OPERATIONS_A_SECOND, rate)
                .with(Run.CPU, process)
                .with(Run.CORE_TO_CORE, coreToCore)
                .with(CALLER_CPU, caller)
                .with(CHECKSUM, Double.parseDouble(words[at + 4])));
        line.append(String.format(Locale.ROOT, "%s %.0f ns  ", name, process));
    }

    private void recordState(String contender, String name, String[] numbers, StringBuilder line) {
        double first = Double.parseDouble(numbers[0]);
        double second = Double.parseDouble(numbers[1]);
        if (name.equals("space")) {
            double bytes = first / users;
            if (first > 0 && !contender.equals(StoreContenders.LIMIT)) {
                report.add(Run.of("space-" + size, contender, Run.Unit.BYTES_A_USER, bytes)
                        .with(Run.BYTES, bytes)
                        .with(StoreGoals.LIVE_BYTES, second / users));
                report.add(
                        Run.of("compact-" + size, contender, Run.Unit.SECONDS, Double.parseDouble(numbers[2]) / 1e9));
            }
            line.append(String.format(Locale.ROOT, "%.0f bytes/user  ", bytes));
        } else {
            report.add(Run.of("heap-" + size, contender, Run.Unit.MEBIBYTES, first / MEBIBYTE));
            report.add(Run.of("full-gc-" + size, contender, Run.Unit.MILLISECONDS, second / 1e6));
            line.append(String.format(Locale.ROOT, "heap %.1f MiB, full GC %.1f ms", first / MEBIBYTE, second / 1e6));
        }
    }
}
