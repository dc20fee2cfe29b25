package io.tellask.bench.actor;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What Linux' {@code perf stat} counts while a part of this process runs, threads that live already and those that it starts included.
 * Whether it is there, and what it may and can count, depends on the machine: virtual ones seldom have counters of cache misses.
 */
final class PerfStat {
    static final String CACHE_MISSES = "cache-misses";
    static final String CONTEXT_SWITCHES = "context-switches";

    /** Events that are asked for, by the names that perf gives them. */
    static final List<String> EVENTS = List.of(CACHE_MISSES, CONTEXT_SWITCHES);

    private static final String SEPARATOR = ",";
    private static final String ACKNOWLEDGED = "ack";

    private PerfStat() {}

    /**
     * What can be counted here.
     *
     * @param events those of {@link #EVENTS} that can
     * @param reasons why the others cannot, a sentence each
     */
    record Abilities(List<String> events, List<String> reasons) {}

    /** Tries to count all events in a program that does nothing. */
    static Abilities abilities() throws IOException, InterruptedException {
        Process perf;
        try {
            perf = start(EVENTS, List.of("--", "true"));
        } catch (IOException absent) {
            return new Abilities(List.of(), List.of("perf stat counts nothing: no such command as perf"));
        }
        List<String> said = perf.errorReader(StandardCharsets.UTF_8).lines().toList();
        return abilities(perf.waitFor(), said);
    }

    static Abilities abilities(int exitCode, List<String> said) {
        Map<String, Double> counted = counts(said);
        List<String> reasons = new ArrayList<>();
        for (String event : EVENTS) {
            if (exitCode != 0 || !counted.containsKey(event)) {
                String why = said.stream()
                        .filter(each -> exitCode == 0 ? each.contains(event) : !each.isBlank())
                        .limit(2) // the first one may be a title
                        .map(String::strip)
                        .collect(Collectors.joining(" "));
                reasons.add("perf stat does not count " + event + ": " + why);
            }
        }
        List<String> events = EVENTS.stream()
                .filter(each -> exitCode == 0 && counted.containsKey(each))
                .toList();
        return new Abilities(events, reasons);
    }

    /**
     * Counts events while the work runs.
     *
     * @param events among {@link #EVENTS}; nothing is counted where there are none, and the work does not run
     * @return the events that were counted
     */
    static Map<String, Double> count(List<String> events, Counted work) throws IOException, InterruptedException {
        if (events.isEmpty()) {
            return Map.of();
        }
        Process perf = start(
                events,
                List.of(
                        "-D",
                        "-1",
                        "--control",
                        "fd:0,1",
                        "-p",
                        "" + ProcessHandle.current().pid()));
        try (PrintWriter commands = new PrintWriter(perf.getOutputStream(), true, StandardCharsets.UTF_8);
                BufferedReader answers = perf.inputReader(StandardCharsets.UTF_8)) {
            say("enable", commands, answers);
            work.run();
            say("disable", commands, answers);
            new ProcessBuilder("sh", "-c", "kill -INT " + perf.pid())
                    .start()
                    .waitFor(); // a SIGTERM ends it without a word
            return counts(perf.errorReader(StandardCharsets.UTF_8).lines().toList());
        } finally {
            perf.destroy();
        }
    }

    /** What is counted. */
    interface Counted {
        void run() throws InterruptedException;
    }

    private static Process start(List<String> events, List<String> more) throws IOException {
        List<String> command =
                new ArrayList<>(List.of("perf", "stat", "-x", SEPARATOR, "-e", String.join(SEPARATOR, events)));
        command.addAll(more);
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("LC_ALL", "C");
        return builder.start();
    }

    private static void say(String command, PrintWriter commands, BufferedReader answers) throws IOException {
        commands.println(command);
        String answer = answers.readLine();
        if (answer == null || !answer.contains(ACKNOWLEDGED)) { // a zero byte stands before it
            throw new IOException("perf stat has ended or does not obey: command=" + command + ", answer=" + answer);
        }
    }

    /** Lines as {@code 27,,context-switches:u,…}, or {@code <not supported>,,cache-misses,…}, which are left out. */
    static Map<String, Double> counts(List<String> lines) {
        Map<String, Double> counts = new LinkedHashMap<>();
        for (String line : lines) {
            String[] words = line.split(SEPARATOR);
            if (words.length > 2 && words[0].matches("\\d+")) {
                counts.put(words[2].replaceFirst(":.*", ""), Double.valueOf(words[0]));
            }
        }
        return counts;
    }
}
