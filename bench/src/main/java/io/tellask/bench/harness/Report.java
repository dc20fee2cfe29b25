package io.tellask.bench.harness;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The results of a suite: figures, contenders that could not run, notes, warnings; as a table and as JSON. */
public final class Report {
    private final String suite;
    private final Map<String, Object> effort;
    private final Map<String, Figure> figures = new LinkedHashMap<>();
    private final Map<String, Absence> unavailable = new LinkedHashMap<>();
    private final Map<String, List<String>> flags = new LinkedHashMap<>();
    private final List<String> notes = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private @Nullable RunLog log;

    /** A contender that could not run in a case, and why. */
    public record Absence(String caseLabel, String contender, String reason) {
        Map<String, Object> toJson() {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("case", caseLabel);
            json.put("contender", contender);
            json.put("unavailable", reason);
            json.put("runs", List.of());
            return json;
        }
    }

    /** An empty report. */
    public Report(String suite, Map<String, Object> effort) {
        this.suite = suite;
        this.effort = effort;
    }

    /** Takes over the runs that earlier calls kept in a folder, and keeps there what is added from now on. */
    void continueIn(Path folder) throws IOException {
        RunLog kept = new RunLog(folder, suite);
        kept.replay(this);
        log = kept;
    }

    /** Adds a turn to its figure. */
    public void add(Run run) {
        String key = key(run.caseLabel(), run.contender());
        figures.computeIfAbsent(key, none -> new Figure(run)).add(run);
        unavailable.remove(key);
        if (log != null) {
            log.keep(run);
        }
    }

    /** Lists a contender that could not run in a case. */
    public void unavailable(String caseLabel, String contender, String reason) {
        unavailable.put(key(caseLabel, contender), new Absence(caseLabel, contender, reason));
        if (log != null) {
            log.keepAbsence(caseLabel, contender, reason);
        }
    }

    /** Notes the JVM flags of a contender's processes. */
    public void flags(String contender, List<String> jvmFlags) {
        if (!jvmFlags.equals(flags.put(contender, jvmFlags)) && log != null) {
            log.keepFlags(contender, jvmFlags);
        }
    }

    /** Adds a line below the table. */
    public void note(String note) {
        notes.add(note);
    }

    public void warn(String warning) {
        warnings.add(warning);
    }

    public List<Figure> figures() {
        return List.copyOf(figures.values());
    }

    public List<Absence> unavailable() {
        return List.copyOf(unavailable.values());
    }

    public List<String> notes() {
        return List.copyOf(notes);
    }

    public List<String> warnings() {
        return List.copyOf(warnings);
    }

    /** The figure of a contender in a case, if it has one. */
    public Optional<Figure> find(String caseLabel, String contender) {
        return Optional.ofNullable(figures.get(key(caseLabel, contender)));
    }

    /** The median in a case, NaN if the contender has none. */
    public double median(String caseLabel, String contender) {
        return find(caseLabel, contender).map(Figure::median).orElse(Double.NaN);
    }

    /** The median of something more in a case, NaN if the contender has none. */
    public double median(String caseLabel, String contender, String number) {
        return find(caseLabel, contender).map(each -> each.median(number)).orElse(Double.NaN);
    }

    /** Prints a table of medians and spreads, then how they compare, what could not run, and what is to be doubted. */
    public void print(PrintStream out) {
        out.println(Machine.describe() + "; " + Machine.jvm());
        Table.print(figures(), out);
        notes.forEach(out::println);
        unavailable
                .values()
                .forEach(each ->
                        out.println("not run: " + each.contender() + " " + each.caseLabel() + ": " + each.reason()));
        warnings.forEach(warning -> out.println("warning: " + warning));
    }

    /** Writes the JSON form, with the command that led to it; the file is replaced. */
    public void write(Path file, String command) throws IOException {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("suite", suite);
        json.put("machine", Machine.describe());
        json.put("jvm", Machine.jvm());
        json.put("date", Instant.now().toString());
        json.put("command", command);
        json.put("effort", effort);
        json.put("flags", flags);
        List<Object> results = new ArrayList<>();
        figures.values().forEach(figure -> results.add(figure.toJson()));
        unavailable.values().forEach(absence -> results.add(absence.toJson()));
        json.put("results", results);
        json.put("notes", notes);
        json.put("warnings", warnings);
        Files.writeString(file, JsonWriter.write(json));
    }

    private static String key(String caseLabel, String contender) {
        return caseLabel + " " + contender;
    }
}
