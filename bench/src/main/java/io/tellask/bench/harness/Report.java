package io.tellask.bench.harness;

import com.sun.management.OperatingSystemMXBean;
import io.tellask.bench.spi.Run;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The results of a suite: figures, contenders that could not run, notes, warnings; as a table and as JSON. */
public final class Report {
    private static final String ABSENT = "absent";
    private static final String FLAGS = "flags";
    /** Numbers beside each figure of the table, by the heads of their columns. */
    static final Map<String, String> COLUMNS;

    static {
        Map<String, String> columns = new LinkedHashMap<>();
        columns.put("CPU", Run.CPU);
        columns.put("server", Run.SERVER_CPU);
        columns.put("caller", "callerCpuNanos");
        columns.put("bytes", Run.BYTES);
        columns.put("allocated", Run.ALLOCATED);
        COLUMNS = Collections.unmodifiableMap(columns);
    }

    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

    private final String suite;
    private final Map<String, Object> effort;
    private final Map<String, Figure> figures = new LinkedHashMap<>();
    private final Map<String, Absence> unavailable = new LinkedHashMap<>();
    private final Map<String, List<String>> flags = new LinkedHashMap<>();
    private final List<String> notes = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private final Map<String, String> columns;
    private @Nullable Path log;

    /** An empty report. */
    public Report(String suite, Map<String, Object> effort) {
        this(suite, effort, COLUMNS);
    }

    /** An empty report whose table shows these numbers beside each figure, by the heads of their columns, up to nine letters each. */
    Report(String suite, Map<String, Object> effort, Map<String, String> columns) {
        this.suite = suite;
        this.effort = effort;
        this.columns = columns;
    }

    /** A contender that could not run in a case, and why. */
    public record Absence(String label, String contender, String reason) {
        Map<String, Object> toJson() {
            Map<String, Object> json = new LinkedHashMap<>(Map.of("case", label));
            json.put("contender", contender);
            json.put("unavailable", reason);
            json.put("runs", List.of());
            return json;
        }
    }

    /** Takes over the runs that earlier calls kept in a folder, in a line each, and keeps there what is added from now on. */
    void continueIn(Path folder) throws IOException {
        Path file = Files.createDirectories(folder).resolve(suite + ".runs");
        for (String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
            List<String> words = List.of(line.split("\t"));
            switch (words.getFirst()) {
                case "run" -> add(Run.parse(line.substring(line.indexOf('\t') + 1)));
                case ABSENT -> unavailable(words.get(1), words.get(2), words.get(3));
                case FLAGS -> flags(words.get(1), words.subList(2, words.size()));
                default -> throw new IOException("not a log of runs: file=" + file + ", line=" + line);
            }
        }
        log = file;
    }

    private void keep(String... words) {
        if (log != null) {
            try {
                String line = String.join("\t", words) + "\n";
                Files.writeString(log, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Adds a turn to its figure. */
    public void add(Run run) {
        String key = key(run.label(), run.contender());
        figures.computeIfAbsent(key, none -> Figure.of(run)).runs().add(run);
        unavailable.remove(key);
        keep("run", run.toLine());
    }

    /** Lists a contender that could not run in a case. */
    public void unavailable(String label, String contender, String reason) {
        unavailable.put(key(label, contender), new Absence(label, contender, reason));
        keep(ABSENT, label, contender, reason.replaceAll("\\s+", " "));
    }

    /** Notes the JVM flags of a contender's processes. */
    public void flags(String contender, List<String> jvmFlags) {
        if (!jvmFlags.equals(flags.put(contender, jvmFlags))) {
            keep(FLAGS, contender, String.join("\t", jvmFlags));
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
    public Optional<Figure> find(String label, String contender) {
        return Optional.ofNullable(figures.get(key(label, contender)));
    }

    /** The median of a number in a case, of the figure itself where its name is empty; NaN if there is none. */
    public double median(String label, String contender, String number) {
        return find(label, contender).map(each -> each.median(number)).orElse(Double.NaN);
    }

    /**
     * Prints a table of medians and spreads, the cheapest contender of each case first, then how they compare, what could not
     * run, and what is to be doubted. A dash stands where nothing is known.
     */
    public void print(PrintStream out) {
        out.println(where());
        out.println(
                "medians of all rounds, lowest and highest beside; CPU ns, bytes and allocated bytes are per operation");
        Map<String, List<Figure>> cases = figures.values().stream()
                .collect(Collectors.groupingBy(Figure::label, LinkedHashMap::new, Collectors.toList()));
        cases.forEach((label, contenders) -> {
            out.printf("%n%-22s %12s %-12s %22s", label, "median", "", "lowest .. highest");
            columns.keySet().forEach(head -> out.printf(" %9s", head));
            out.printf(" %7s%n", "rounds");
            contenders.stream()
                    .sorted(Comparator.comparingDouble(Figure::rank))
                    .forEach(each -> out.println(each.row(columns.values())));
        });
        out.println();
        notes.forEach(out::println);
        for (Absence each : unavailable.values()) {
            out.println("not run: " + each.contender() + " " + each.label() + ": " + each.reason());
        }
        warnings.forEach(warning -> out.println("warning: " + warning));
    }

    /** The machine and the JVM that measure, in words. */
    public String where() {
        return machine() + "; " + jvm();
    }

    /** A number for people, as in {@code 37.70M}, {@code 12.3k}, {@code 64.5} or {@code 0.123}. */
    public static String shorten(double value) {
        if (Double.isNaN(value)) {
            return "-";
        }
        String format = value >= 1e6 ? "%.2fM" : value >= 1e4 ? "%.1fk" : value >= 10 ? "%.1f" : "%.3f";
        return String.format(Locale.ROOT, format, value >= 1e6 ? value / 1e6 : value >= 1e4 ? value / 1e3 : value);
    }

    /** Writes the JSON form, with the command that led to it; the file is replaced. */
    public void write(Path file, String command) throws IOException {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("suite", suite);
        json.put("machine", machine());
        json.put("jvm", jvm());
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

    /** What figures are measured on: cores, processor, memory, system, as in {@code 2 x AMD EPYC, 23 GiB, Linux 6.1 amd64}. */
    private static String machine() {
        var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return system.getAvailableProcessors() + " x " + processor() + ", " + (system.getTotalMemorySize() >> 30)
                + " GiB, " + system.getName() + " " + system.getVersion() + " " + system.getArch();
    }

    private static String processor() {
        try (Stream<String> lines = Files.isReadable(CPU_INFO) ? Files.lines(CPU_INFO) : Stream.empty()) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown processor");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String jvm() {
        return System.getProperty("java.vendor") + " " + System.getProperty("java.runtime.version");
    }

    private static String key(String label, String contender) {
        return label + " " + contender;
    }
}
