package io.tellask.bench.harness;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Who is compared in which cases, and what is asked of us: data of a suite, read from its file beside this class. A line is
 * one of the following; {@code $NAME} in a word stands for the members of a set, each with what stands around the name.
 *
 * <pre>
 * rounds N                                      of a full run
 * set NAME MEMBER,…
 * cases GROUP LABEL,…                           both can be named by --case
 * contender NAME HOME CLASS,… CASE-OR-GROUP,…   classes without io.tellask.bench; HOME is a module of bench-peers, or own
 * flags CONTENDER,… FLAG…
 * reference CONTENDER,… CASE NANOS              the CPU time that a peer is known to need
 * number NAME N…                                of the suite itself, for full, quick and tiny runs
 * turns EFFORT,… CASE-OR-GROUP,… CONTENDER,… N   who takes part unasked, in the first N rounds, where not all do; see isDue
 * goal OWN,… CASE,… [KEY VALUE]…                keys: see Goal; of several cases the geometric mean counts
 * goals OWN,… CASE,… [KEY VALUE]…               one for each case
 * </pre>
 */
public record Comparison(
        int rounds,
        Map<String, List<String>> cases,
        List<Contender> contenders,
        Map<String, List<Double>> numbers,
        List<Attendance> turns,
        List<Goal> goals) {
    /** Contenders that take part in cases of runs of some effort, in the first rounds. */
    public record Attendance(List<String> efforts, List<String> cases, List<String> contenders, int rounds) {}

    private static final Pattern SET = Pattern.compile("([^$]*)\\$([a-z]+)(.*)");
    private static final String PACKAGE = "io.tellask.bench.";

    /** Reads the file of a suite. */
    public static Comparison of(String suite) {
        try (InputStream in = Comparison.class.getResourceAsStream(suite + ".suite")) {
            if (in == null) {
                throw new IllegalArgumentException("no such suite: suite=" + suite);
            }
            return new Reader(new String(in.readAllBytes(), StandardCharsets.UTF_8)).read();
        } catch (IOException e) {
            throw new IllegalStateException("cannot read a suite: suite=" + suite, e);
        }
    }

    /** A number of the suite itself, by the effort of a run. */
    public double number(String name, Options options) {
        return numbers.getOrDefault(name, List.of()).get(options.effort().ordinal());
    }

    /**
     * Whether a contender has a turn in a case or a group of cases: where its row says so, and it was named or has one by the lines for this
     * effort, if there are such lines. For cases that were named, the lines of full runs count, and those for {@code named}.
     */
    public boolean isDue(Contender contender, String aCase, int round, Options options) {
        String name = contender.name();
        if (!contender.takesPartIn(aCase) || !options.wantsContender(name)) {
            return false;
        }
        List<String> efforts = options.cases().isEmpty()
                ? List.of(options.effort().name().toLowerCase(Locale.ROOT))
                : List.of("full", "named");
        List<Attendance> rules = turns.stream()
                .filter(each -> each.efforts().stream().anyMatch(efforts::contains))
                .toList();
        return !options.contenders().isEmpty()
                || rules.isEmpty()
                || rules.stream()
                        .anyMatch(each -> each.cases().contains(aCase)
                                && each.contenders().contains(name)
                                && round <= each.rounds());
    }

    /** All cases of a group. */
    public List<String> group(String name) {
        return cases.getOrDefault(name, List.of());
    }

    /** The names of those contenders and cases that options may name. */
    Set<String> caseNames() {
        Set<String> names = new LinkedHashSet<>(cases.keySet());
        cases.values().forEach(names::addAll);
        return names;
    }

    private static final class Reader {
        private final List<List<String>> lines;
        private final Map<String, String> sets = new LinkedHashMap<>();

        Reader(String text) {
            lines = text.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> List.of(line.strip().split("\\s+")))
                    .toList();
            sets.put(
                    "all",
                    String.join(
                            ",", lines("contender").stream().map(List::getFirst).toList()));
            lines("set").forEach(each -> sets.put(each.getFirst(), each.get(1)));
        }

        Comparison read() {
            List<Goal> goals = new ArrayList<>();
            for (List<String> line : lines("goal")) {
                goals.add(Goal.of(expand(line.getFirst()), expand(line.get(1)), keys(line)));
            }
            for (List<String> line : lines("goals")) {
                for (String label : expand(line.get(1))) {
                    goals.add(Goal.of(expand(line.getFirst()), List.of(label), keys(line)));
                }
            }
            return new Comparison(
                    Integer.parseInt(lines("rounds").getFirst().getFirst()),
                    map("cases", line -> expand(line.get(1))),
                    lines("contender").stream().map(this::contender).toList(),
                    map(
                            "number",
                            line -> line.stream().skip(1).map(Double::valueOf).toList()),
                    lines("turns").stream()
                            .map(line -> new Attendance(
                                    expand(line.getFirst()),
                                    expand(line.get(1)),
                                    expand(line.get(2)),
                                    Integer.parseInt(line.get(3))))
                            .toList(),
                    goals);
        }

        private Contender contender(List<String> line) {
            String name = line.getFirst();
            return new Contender(
                    name,
                    line.get(1),
                    Stream.of(line.get(2).split(",")).map(PACKAGE::concat).toList(),
                    of("flags", name).flatMap(each -> each.stream().skip(1)).toList(),
                    expand(line.get(3)),
                    of("reference", name)
                            .collect(Collectors.toMap(each -> each.get(1), each -> Double.valueOf(each.get(2)))));
        }

        private Stream<List<String>> of(String kind, String contender) {
            return lines(kind).stream().filter(each -> expand(each.getFirst()).contains(contender));
        }

        private Map<String, String> keys(List<String> line) {
            Map<String, String> keys = new LinkedHashMap<>();
            for (int i = 2; i < line.size(); i += 2) {
                keys.put(line.get(i), String.join(",", expand(line.get(i + 1))));
            }
            return keys;
        }

        private <V> Map<String, V> map(String kind, Function<List<String>, V> value) {
            Map<String, V> map = new LinkedHashMap<>();
            lines(kind).forEach(each -> map.put(each.getFirst(), value.apply(each)));
            return map;
        }

        private List<List<String>> lines(String kind) {
            return lines.stream()
                    .filter(each -> each.getFirst().equals(kind))
                    .map(each -> each.subList(1, each.size()))
                    .toList();
        }

        private List<String> expand(String words) {
            return Arrays.stream(words.split(",")).flatMap(this::members).toList();
        }

        private Stream<String> members(String word) {
            Matcher matcher = SET.matcher(word);
            return matcher.matches()
                    ? expand(sets.getOrDefault(matcher.group(2), "")).stream()
                            .map(each -> matcher.group(1) + each + matcher.group(3))
                    : Stream.of(word);
        }
    }
}
