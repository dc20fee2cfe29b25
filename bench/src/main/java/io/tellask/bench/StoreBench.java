package io.tellask.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What does a durable map cost beside a {@link java.util.HashMap}? A million users of about 60 bytes are inserted, read
 * and updated at random over all of them, missed, and scanned. The HashMap is fair: its keys are equal to the ones asked
 * for but never the same objects, and it copies values in and out.
 *
 * <p>Command: {@code tellask bench store}. CPU nanoseconds are those of the calling thread; the process' are in the JSON
 * as {@code processCpuNanos}, with collector and background force. Not shown: several threads, cold pages, reopening.
 */
public final class StoreBench {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final String LIMIT = "limit-hashmap";
    private static final List<String> CONTENDERS = List.of("tellask", "tellask-growing", LIMIT);
    private static final String MAIN = "io.tellask.bench.map.MapProcess";
    /** Turns are short: a few in each round. */
    private static final int TURNS = 3;

    private static final int WORDS = 6;

    private static final String ALL_CASES = "all";

    private final BenchOptions options;
    private final PrintStream progress;
    private final Report report;
    private final Map<String, ChildProcess> children = new LinkedHashMap<>();

    private StoreBench(BenchOptions options, PrintStream progress) {
        this.options = options;
        this.progress = progress;
        this.report = new Report("store", options);
    }

    static Report run(BenchOptions options, PrintStream progress) throws IOException, InterruptedException {
        StoreBench bench = new StoreBench(options, progress);
        try {
            bench.startAll();
            int turns = TURNS * options.effort().rounds();
            for (int turn = 0; turn <= turns; turn++) {
                bench.turns(turn, turns);
            }
        } finally {
            for (ChildProcess child : bench.children.values()) {
                child.close();
            }
        }
        bench.compare();
        return bench.report;
    }

    private void startAll() throws IOException, InterruptedException {
        String users = Integer.toString(options.effort().users());
        for (String name : CONTENDERS) {
            if (options.wantsContender(name)) {
                ChildProcess child = ChildProcess.start(name, ClassPaths.own(), List.of(), List.of(MAIN, name, users));
                children.put(name, child);
                child.await("ready", PATIENCE);
                report.flags(name, List.of());
            }
        }
    }

    /** Each contender has one turn with the same seed; turn 0 warms up. */
    private void turns(int turn, int turns) throws InterruptedException {
        for (Map.Entry<String, ChildProcess> entry : children.entrySet()) {
            String name = entry.getKey();
            if (report.isUnavailable(ALL_CASES, name)) {
                continue;
            }
            double coreToCore = CoreToCore.measureNanos();
            try {
                String[] words = entry.getValue().ask("round " + turn, "round", PATIENCE);
                if (turn > 0) {
                    record(name, words, coreToCore);
                }
                String number = turn == 0 ? "warm-up" : "turn " + turn + "/" + turns;
                progress.printf(Locale.ROOT, "%s  %s%s%n", number, name, summary(words));
            } catch (ChildProcess.FailedException e) {
                report.unavailable(ALL_CASES, name, String.valueOf(e.getMessage()));
                progress.println(name + " not run: " + e.getMessage());
            }
        }
    }

    /** The first word is the bytes in files per entry; then come six words for each case. */
    private void record(String name, String[] words, double coreToCore) {
        double fileBytes = Double.parseDouble(words[0]);
        for (int i = 1; i < words.length; i += WORDS) {
            String label = words[i] + "-" + size();
            if (options.wantsCase(label)) {
                double operations = Double.parseDouble(words[i + 1]);
                double rate = operations / Double.parseDouble(words[i + 2]) * 1e9;
                Figure figure = report.figure(label, name, "operations/s", true);
                figure.add(rate, Double.parseDouble(words[i + 3]) / operations, fileBytes, coreToCore);
                figure.append("processCpuNanos", Double.parseDouble(words[i + 4]) / operations);
                figure.append("checksums", Long.parseLong(words[i + 5]));
            }
        }
    }

    private static String summary(String[] words) {
        StringBuilder line = new StringBuilder();
        for (int i = 1; i < words.length; i += WORDS) {
            double nanos = Double.parseDouble(words[i + 3]) / Double.parseDouble(words[i + 1]);
            line.append(String.format(Locale.ROOT, "  %s %.0f ns", words[i], nanos));
        }
        return line.toString();
    }

    private String size() {
        int users = options.effort().users();
        return users % 1_000_000 == 0 ? users / 1_000_000 + "m" : users / 1_000 + "k";
    }

    private void compare() {
        for (Figure figure : report.figures()) {
            double limit = report.cpuNanosPerOp(figure.caseLabel(), LIMIT);
            if (!figure.contender().equals(LIMIT) && !Double.isNaN(limit)) {
                report.note(String.format(
                        Locale.ROOT,
                        "%s %s: %.2f times the CPU of %s",
                        figure.contender(),
                        figure.caseLabel(),
                        figure.cpuNanosPerOp() / limit,
                        LIMIT));
                if (!figure.details("checksums")
                        .equals(report.figure(figure.caseLabel(), LIMIT, "", true)
                                .details("checksums"))) {
                    report.warn("checksums differ: case=" + figure.caseLabel() + ", contender=" + figure.contender());
                }
            }
        }
    }
}
