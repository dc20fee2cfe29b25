package io.tellask.bench.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

/**
 * A folder that keeps what was measured, so that a suite can be run in pieces: a file for each suite, whose lines are tab-separated and only
 * ever appended.
 */
final class RunLog {
    private static final String RUN = "run";
    private static final String ABSENCE = "absent";
    private static final String FLAGS = "flags";

    private final Path file;

    /** The log of a suite in a folder, which is made if missing. */
    RunLog(Path folder, String suite) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        file = folder.resolve(suite + ".runs");
    }

    /** Hands everything that earlier calls kept to a report. */
    void replay(Report report) {
        if (!Files.exists(file)) {
            return;
        }
        try {
            for (String line : Files.readAllLines(file)) {
                String[] words = line.split("\t");
                switch (words[0]) {
                    case RUN -> report.add(run(words));
                    case ABSENCE -> report.unavailable(words[1], words[2], words[3]);
                    case FLAGS -> report.flags(words[1], List.of(words).subList(2, words.length));
                    default -> throw new IOException("not a log of runs: file=" + file + ", line=" + line);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void keep(Run run) {
        StringJoiner line = new StringJoiner("\t")
                .add(RUN)
                .add(run.caseLabel())
                .add(run.contender())
                .add(run.unit().name())
                .add(Double.toString(run.value()));
        new TreeMap<>(run.numbers()).forEach((name, number) -> line.add(name + "=" + number));
        append(line.toString());
    }

    void keepAbsence(String caseLabel, String contender, String reason) {
        append(String.join("\t", ABSENCE, caseLabel, contender, reason.replaceAll("\\s+", " ")));
    }

    void keepFlags(String contender, List<String> jvmFlags) {
        List<String> words = new ArrayList<>(List.of(FLAGS, contender));
        words.addAll(jvmFlags);
        append(String.join("\t", words));
    }

    private static Run run(String[] words) {
        Map<String, Double> numbers = new LinkedHashMap<>();
        for (String word : List.of(words).subList(5, words.length)) {
            int equals = word.indexOf('=');
            numbers.put(word.substring(0, equals), Double.parseDouble(word.substring(equals + 1)));
        }
        return new Run(words[1], words[2], Unit.valueOf(words[3]), Double.parseDouble(words[4]), numbers);
    }

    private void append(String line) {
        try {
            Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
