package io.tellask.bench.report;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The results of a suite: figures, contenders that could not run, warnings; as a table and as JSON. */
public final class Report {
    private final String suite;
    private final Map<String, Object> effort;
    private final Map<String, Figure> figures = new LinkedHashMap<>();
    private final Map<String, Absence> unavailable = new LinkedHashMap<>();
    private final Map<String, List<String>> flags = new LinkedHashMap<>();
    private final List<String> notes = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private Consumer<PrintStream> table = this::printFigures;
    private @Nullable RunLog log;

    /** A report that begins with the runs that earlier calls kept in the folder that the options name, if they do. */
    public Report(String suite, BenchOptions options) {
        this(suite, options.effort().toJson());
        options.results().ifPresent(folder -> {
            RunLog kept = new RunLog(folder, suite);
            kept.replay(this);
            log = kept;
        });
    }

    /** A report whose effort is described by numbers of its own. */
    public Report(String suite, Map<String, Object> effort) {
        this.suite = suite;
        this.effort = effort;
    }

    /** The figure of a contender in a case, made when first asked for. */
    public Figure figure(String caseLabel, String contender, String unit, boolean higherIsBetter) {
        return figures.computeIfAbsent(
                key(caseLabel, contender), key -> new Figure(caseLabel, contender, unit, higherIsBetter));
    }

    /** Adds a turn to its figure, and keeps it for later calls where there is a folder for that. */
    public void add(Run run) {
        Figure figure = figure(
                run.caseLabel(), run.contender(), run.unit().text(), run.unit().higherIsBetter());
        Map<String, Double> rest = new TreeMap<>(run.numbers());
        figure.add(run.value(), taken(rest, Run.CPU), taken(rest, Run.BYTES), taken(rest, Run.CORE_TO_CORE));
        rest.forEach(figure::append);
        unavailable.remove(key(run.caseLabel(), run.contender()));
        if (log != null) {
            log.keep(run);
        }
    }

    private static double taken(Map<String, Double> numbers, String name) {
        Double number = numbers.remove(name);
        return number == null ? Double.NaN : number;
    }

    public List<Figure> figures() {
        return List.copyOf(figures.values());
    }

    /** The figure of a contender in a case, if it has one. */
    public Optional<Figure> find(String caseLabel, String contender) {
        return Optional.ofNullable(figures.get(key(caseLabel, contender)));
    }

    /** The median in a case, NaN if the contender has none. */
    public double median(String caseLabel, String contender) {
        Figure figure = figures.get(key(caseLabel, contender));
        return figure == null ? Double.NaN : figure.median();
    }

    /** The median CPU nanoseconds per operation in a case, NaN if the contender has none. */
    public double cpuNanosPerOp(String caseLabel, String contender) {
        Figure figure = figures.get(key(caseLabel, contender));
        return figure == null ? Double.NaN : figure.cpuNanosPerOp();
    }

    /** Lists a contender that could not run in a case. */
    public void unavailable(String caseLabel, String contender, String reason) {
        unavailable.put(key(caseLabel, contender), new Absence(caseLabel, contender, reason));
        if (log != null) {
            log.keepAbsence(caseLabel, contender, reason);
        }
    }

    public boolean isUnavailable(String caseLabel, String contender) {
        return unavailable.containsKey(key(caseLabel, contender));
    }

    public List<Absence> unavailable() {
        return List.copyOf(unavailable.values());
    }

    /** Prints the figures in another form than a row for each. */
    public void tabulate(Consumer<PrintStream> printer) {
        table = printer;
    }

    /** Notes the JVM flags of a contender's processes. */
    public void flags(String contender, List<String> jvmFlags) {
        flags.put(contender, jvmFlags);
        if (log != null) {
            log.keepFlags(contender, jvmFlags);
        }
    }

    /** Adds a line below the table: how two figures compare. */
    public void note(String note) {
        notes.add(note);
    }

    public void warn(String warning) {
        warnings.add(warning);
    }

    public List<String> warnings() {
        return List.copyOf(warnings);
    }

    /** Prints a table of medians and spreads, then what could not run and what is to be doubted. */
    public void print(PrintStream out) {
        out.println(Machine.describe() + "; " + Machine.jvm());
        table.accept(out);
        notes.forEach(out::println);
        unavailable.values().forEach(out::println);
        warnings.forEach(warning -> out.println("warning: " + warning));
    }

    private void printFigures(PrintStream out) {
        out.printf(
                "%-16s %-16s %12s %-12s %26s %12s %14s%n",
                "case", "contender", "median", "unit", "runs (lowest..highest)", "CPU ns/op", "core to core");
        figures.values().stream()
                .sorted(Comparator.comparing(Figure::caseLabel))
                .forEach(figure -> out.println(row(figure)));
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

    private static String row(Figure figure) {
        List<Double> sorted = figure.runs().stream().sorted().toList();
        String spread = shorten(sorted.getFirst()) + " .. " + shorten(sorted.getLast());
        return String.format(
                Locale.ROOT,
                "%-16s %-16s %12s %-12s %26s %12.1f %11.0f ns",
                figure.caseLabel(),
                figure.contender(),
                shorten(figure.median()),
                figure.unit(),
                spread,
                figure.cpuNanosPerOp(),
                figure.coreToCore());
    }

    /** Three to four digits and a letter, as in {@code 45.12M}. */
    public static String shorten(double value) {
        if (value >= 1e6) {
            return String.format(Locale.ROOT, "%.2fM", value / 1e6);
        }
        return value >= 1e4
                ? String.format(Locale.ROOT, "%.1fk", value / 1e3)
                : String.format(Locale.ROOT, "%.1f", value);
    }

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

        @Override
        public String toString() {
            return "not run: " + contender + " " + caseLabel + ": " + reason;
        }
    }
}
