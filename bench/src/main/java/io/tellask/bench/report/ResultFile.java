package io.tellask.bench.report;

import io.tellask.bench.harness.Figure;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What one call of {@code tellask bench} left as JSON. Immutable.
 *
 * @param notes goals with what they came to, and what the run says about itself
 * @param warnings what disturbed the run
 */
record ResultFile(
        String name,
        String suite,
        String machine,
        String jvm,
        String date,
        String command,
        List<Result> results,
        List<String> notes,
        List<String> warnings) {
    private static final Pattern GOAL = Pattern.compile("reached |falls short |\\s");
    private static final Pattern PERCENTILE = Pattern.compile("p(\\d+(\\.\\d+)?)");

    /**
     * What one contender came to in one case.
     *
     * @param median NaN where it could not run
     * @param runs one value a round
     * @param cpuNanos CPU time of an operation, NaN where it is not known
     * @param percentiles medians of all rounds, by percent: numbers called {@code p50} or {@code p99.9}; empty where there are none
     * @param absence why it could not run; empty if it did
     */
    record Result(
            String label,
            String contender,
            String unit,
            boolean higherIsBetter,
            List<Double> runs,
            double median,
            double cpuNanos,
            Map<Double, Double> percentiles,
            String absence) {
        boolean isOurs() {
            return contender.startsWith("tellask");
        }

        boolean isLimit() {
            return contender.startsWith("limit-");
        }
    }

    /**
     * All files of results in a folder, in the order of their names; JSON of other forms is left out.
     *
     * @throws IOException if the folder or a file cannot be read, or a file is no JSON
     */
    static List<ResultFile> readAll(Path folder) throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, "*.json")) {
            entries.forEach(files::add);
        }
        files.sort(null);
        List<ResultFile> all = new ArrayList<>();
        for (Path file : files) {
            ResultFile read = read(file);
            if (read != null) {
                all.add(read);
            }
        }
        return all;
    }

    /** A file of results; null where it holds something else. */
    static @Nullable ResultFile read(Path file) throws IOException {
        if (!(JsonReader.read(file) instanceof Map<?, ?> json)
                || !(json.get("suite") instanceof String suite)
                || !(json.get("results") instanceof List<?> results)) {
            return null;
        }
        return new ResultFile(
                String.valueOf(file.getFileName()),
                suite,
                text(json, "machine"),
                text(json, "jvm"),
                text(json, "date"),
                text(json, "command"),
                results.stream()
                        .filter(Map.class::isInstance)
                        .map(each -> result((Map<?, ?>) each))
                        .toList(),
                texts(json.get("notes")),
                texts(json.get("warnings")));
    }

    private static List<String> texts(@Nullable Object array) {
        return array instanceof List<?> values
                ? values.stream()
                        .filter(String.class::isInstance)
                        .map(String.class::cast)
                        .toList()
                : List.of();
    }

    /** What a reader must know before a figure of it: that it was not warm, is void, or was disturbed. */
    List<String> cautions() {
        return Stream.concat(notes.stream().filter(note -> !GOAL.matcher(note).lookingAt()), warnings.stream())
                .toList();
    }

    private static Result result(Map<?, ?> json) {
        return new Result(
                text(json, "case"),
                text(json, "contender"),
                text(json, "unit"),
                Boolean.TRUE.equals(json.get("higherIsBetter")),
                numbers(json.get("runs")),
                number(json, "median"),
                number(json, "cpuNanosPerOp"),
                percentiles(json),
                text(json, "unavailable"));
    }

    private static List<Double> numbers(@Nullable Object array) {
        return array instanceof List<?> values
                ? values.stream()
                        .filter(Double.class::isInstance)
                        .map(Double.class::cast)
                        .toList()
                : List.of();
    }

    private static Map<Double, Double> percentiles(Map<?, ?> json) {
        Map<Double, Double> percentiles = new TreeMap<>();
        json.forEach((name, values) -> {
            Matcher percent = PERCENTILE.matcher(String.valueOf(name));
            if (percent.matches()) {
                double median = Figure.median(numbers(values));
                if (!Double.isNaN(median)) {
                    percentiles.put(Double.valueOf(percent.group(1)), median);
                }
            }
        });
        return percentiles;
    }

    private static String text(Map<?, ?> json, String name) {
        return json.get(name) instanceof String text ? text : "";
    }

    private static double number(Map<?, ?> json, String name) {
        return json.get(name) instanceof Double number ? number : Double.NaN;
    }

    /** The results of each case, in the order of the file. */
    Map<String, List<Result>> cases() {
        Map<String, List<Result>> cases = new LinkedHashMap<>();
        results.forEach(each ->
                cases.computeIfAbsent(each.label(), none -> new ArrayList<>()).add(each));
        return cases;
    }

    /** The results of a case, none if it is not there. */
    List<Result> of(String label) {
        return results.stream().filter(each -> each.label().equals(label)).toList();
    }

    /** The day of the measurement, as in {@code 2026-11-26}. */
    String day() {
        return date.replaceAll("T.*", "");
    }
}
