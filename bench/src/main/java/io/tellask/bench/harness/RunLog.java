package io.tellask.bench.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A folder that keeps what was measured, so that a suite can be run in pieces: a file for each suite, whose lines are tab-separated and only
 * ever appended. A line is {@code run CASE CONTENDER UNIT VALUE NAME=NUMBER…}, {@code absent CASE CONTENDER REASON} or {@code flags CONTENDER FLAG…}.
 */
final class RunLog {
    private final Path file;

    /** The log of a suite in a folder, which is made if missing. */
    RunLog(Path folder, String suite) throws IOException {
        file = Files.createDirectories(folder).resolve(suite + ".runs");
    }

    /** Hands everything that earlier calls kept to a report. */
    void replay(Report report) throws IOException {
        for (String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
            String[] words = line.split("\t");
            switch (words[0]) {
                case "run" -> report.add(run(words));
                case "absent" -> report.unavailable(words[1], words[2], words[3]);
                case "flags" -> report.flags(words[1], List.of(words).subList(2, words.length));
                default -> throw new IOException("not a log of runs: file=" + file + ", line=" + line);
            }
        }
    }

    private static Run run(String[] words) {
        Map<String, Double> numbers = new TreeMap<>();
        for (String word : List.of(words).subList(5, words.length)) {
            int equals = word.indexOf('=');
            numbers.put(word.substring(0, equals), Double.parseDouble(word.substring(equals + 1)));
        }
        return new Run(words[1], words[2], Unit.valueOf(words[3]), Double.parseDouble(words[4]), numbers);
    }

    void keep(Run run) {
        List<String> words = new ArrayList<>(
                List.of("run", run.caseLabel(), run.contender(), run.unit().name(), Double.toString(run.value())));
        new TreeMap<>(run.numbers()).forEach((name, number) -> words.add(name + "=" + number));
        append(words);
    }

    void keepAbsence(String caseLabel, String contender, String reason) {
        append(List.of("absent", caseLabel, contender, reason.replaceAll("\\s+", " ")));
    }

    void keepFlags(String contender, List<String> jvmFlags) {
        List<String> words = new ArrayList<>(List.of("flags", contender));
        words.addAll(jvmFlags);
        append(words);
    }

    private void append(List<String> words) {
        try {
            Files.writeString(
                    file, String.join("\t", words) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
