package io.tellask.bench.map;

import io.tellask.bench.harness.ChildProcess;
import io.tellask.bench.harness.Contender;
import io.tellask.bench.harness.CoreToCore;
import io.tellask.bench.harness.Options;
import io.tellask.bench.harness.Report;
import io.tellask.bench.harness.Run;
import io.tellask.bench.harness.Turns;
import io.tellask.bench.harness.Unit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The store suite's turns at one size: in each round each contender fills a new map and runs all cases on it, with the same seed. A process'
 * first turn is a short one that warms up.
 */
final class OperationTurns {
    private static final double MEBIBYTE = 1 << 20;

    private final StoreSuite suite;
    private final Options options;
    private final int users;
    private final String size;
    private final Turns turns;
    private final Report report;

    OperationTurns(StoreSuite suite, Options options, int users, Turns turns) {
        this.suite = suite;
        this.options = options;
        this.users = users;
        this.size = StoreSuite.sizeLabel(users);
        this.turns = turns;
        this.report = turns.report();
    }

    void plan() {
        List<String> cases = StoreSuite.cases(StoreSuite.OPERATIONS, size, options);
        if (cases.isEmpty()) {
            return;
        }
        int rounds = StoreSuite.rounds(options);
        for (int round = 0; round <= rounds; round++) {
            for (Contender contender : suite.contenders(StoreSuite.OPERATIONS, options)) {
                int number = round;
                String title = "round " + round + " " + size + " " + contender.name();
                turns.add(
                        "operations-" + size, contender, title, () -> turn(contender, number, cases, number == rounds));
            }
        }
    }

    private String turn(Contender contender, int round, List<String> cases, boolean isLast)
            throws IOException, InterruptedException {
        ChildProcess child = turns.keep(contender.name(), () -> StoreSuite.start(contender, users, report));
        if (round == 0) {
            child.ask(command(0, Math.min(users, warmUpUsers()), cases), "round", StoreSuite.PATIENCE);
            return "warm";
        }
        double coreToCore = CoreToCore.measureNanos();
        String[] words = child.ask(command(seed(contender), users, cases), "round", StoreSuite.PATIENCE);
        if (isLast) {
            turns.end(contender.name());
        }
        return record(contender.name(), words, coreToCore);
    }

    private int warmUpUsers() {
        return options.isFull() ? 1_000_000 : options.isTiny() ? (int) options.messages() : 100_000;
    }

    private int operations() {
        return options.isFull() ? 2_000_000 : options.isTiny() ? (int) options.messages() : 300_000;
    }

    private String command(int seed, int entries, List<String> cases) {
        List<String> words = new ArrayList<>(List.of("round", Integer.toString(seed), Integer.toString(entries)));
        words.add(Integer.toString(Math.min(operations(), 2 * entries)));
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
    private int seed(Contender contender) {
        return 1
                + report.find("insert-" + size, contender.name())
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
                Run run = timed(contender, name, words, at + 1).with(Run.CORE_TO_CORE, coreToCore);
                report.add(run);
                line.append(String.format(
                        Locale.ROOT, "%s %.0f ns  ", name, run.numbers().get(Run.CPU)));
                at += 6;
            }
        }
        return line.toString();
    }

    /** Words from a place on: operations, wall, calling thread's and process CPU nanoseconds, checksum. */
    private Run timed(String contender, String name, String[] words, int at) {
        double operations = Double.parseDouble(words[at]);
        double rate = operations / Double.parseDouble(words[at + 1]) * 1e9;
        return Run.of(name + "-" + size, contender, Unit.OPERATIONS_A_SECOND, rate)
                .with(StoreSuite.CALLER_CPU, Double.parseDouble(words[at + 2]) / operations)
                .with(Run.CPU, Double.parseDouble(words[at + 3]) / operations)
                .with(StoreSuite.CHECKSUM, Double.parseDouble(words[at + 4]));
    }

    private void recordState(String contender, String name, String[] numbers, StringBuilder line) {
        double first = Double.parseDouble(numbers[0]);
        double second = Double.parseDouble(numbers[1]);
        if (name.equals("heap")) {
            report.add(Run.of("heap-" + size, contender, Unit.MEBIBYTES, first / MEBIBYTE));
            report.add(Run.of("full-gc-" + size, contender, Unit.MILLISECONDS, second / 1e6));
            line.append(String.format(Locale.ROOT, "heap %.1f MiB, full GC %.1f ms", first / MEBIBYTE, second / 1e6));
        } else if (first > 0 && !contender.equals(StoreSuite.LIMIT)) {
            double bytes = first / users;
            report.add(Run.of("space-" + size, contender, Unit.BYTES_A_USER, bytes)
                    .with(Run.BYTES, bytes)
                    .with(StoreSuite.LIVE_BYTES, second / users));
            report.add(Run.of("compact-" + size, contender, Unit.SECONDS, Double.parseDouble(numbers[2]) / 1e9));
            line.append(String.format(Locale.ROOT, "%.0f bytes/user  ", bytes));
        }
    }
}
