package io.tellask.bench.harness;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
 * number NAME N…                                of the suite itself, for full, quick and tiny runs, or for all
 * turns EFFORT,… CASE-OR-GROUP,… CONTENDER,… N   who takes part unasked, in the first N rounds, where not all do; see isDue.
 *                                               EFFORT is full, quick, tiny, named, or overview: a quick run of all suites
 * goal OWN,… CASE,… [KEY VALUE]…                keys: see Goal; of several cases the geometric mean counts
 * goals OWN,… CASE,… [KEY VALUE]…               one for each case
 * </pre>
 */
public final class Comparison {
    private static final Pattern SET = Pattern.compile("([^$]*)\\$([a-z]+)(.*)");
    private static final String PACKAGE = "io.tellask.bench.";

    private final List<List<String>> lines;
    private final Map<String, String> sets = new HashMap<>();
    private final List<Contender> contenders;

    private Comparison(String text) {
        lines = text.lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(line -> List.of(line.strip().split("\\s+")))
                .toList();
        sets.put("all", lines("contender").map(List::getFirst).collect(Collectors.joining(",")));
        lines("set").forEach(each -> sets.put(each.getFirst(), each.get(1)));
        contenders = lines("contender").map(this::contender).toList();
    }

    /** Reads the file of a suite. */
    public static Comparison of(String suite) {
        try (InputStream in = Comparison.class.getResourceAsStream(suite + ".suite")) {
            if (in == null) {
                throw new IllegalArgumentException("no such suite: suite=" + suite);
            }
            return new Comparison(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new IllegalStateException("cannot read a suite: suite=" + suite, e);
        }
    }

    /** Rounds of a full run. */
    public int rounds() {
        return Integer.parseInt(lines("rounds").findFirst().orElseThrow().getFirst());
    }

    public List<Contender> contenders() {
        return contenders;
    }

    /** Whether the suite's file has a number. */
    public boolean has(String number) {
        return lines("number").anyMatch(each -> each.getFirst().equals(number));
    }

    /** A number of the suite itself, by the effort of a run. */
    public double number(String name, Options options) {
        List<String> line = lines("number")
                .filter(each -> each.getFirst().equals(name))
                .findFirst()
                .orElseThrow();
        return Double.parseDouble(line.get(Math.min(1 + options.effort().ordinal(), line.size() - 1)));
    }

    /** All groups of cases. */
    public List<String> groups() {
        return lines("cases").map(List::getFirst).toList();
    }

    /** All cases of a group. */
    public List<String> group(String name) {
        return lines("cases")
                .filter(each -> each.getFirst().equals(name))
                .flatMap(each -> expand(each.get(1)).stream())
                .toList();
    }

    /**
     * Whether a contender has a turn in a case of a group: where its row names one of them, and it was named or has a turn by the lines for
     * this effort, if there are such lines. For cases that were named, the lines of full runs count, and those for {@code named}; where every
     * suite is run quickly, those for {@code overview}, if there are any.
     */
    public boolean isDue(Contender contender, String group, String label, int round, Options options) {
        List<String> names = List.of(group, label);
        if (!contender.takesPartIn(names) || !options.wantsContender(contender.name())) {
            return false;
        }
        List<List<String>> rules = rules(options);
        return !options.contenders().isEmpty()
                || rules.isEmpty()
                || rules.stream()
                        .anyMatch(each -> expand(each.get(1)).stream().anyMatch(names::contains)
                                && expand(each.get(2)).contains(contender.name())
                                && round <= Integer.parseInt(each.get(3)));
    }

    private List<List<String>> rules(Options options) {
        if (!options.cases().isEmpty()) {
            return rules(List.of("full", "named"));
        }
        List<List<String>> overview = options.isOverview() ? rules(List.of("overview")) : List.of();
        return overview.isEmpty() ? rules(List.of(options.effort().name().toLowerCase(Locale.ROOT))) : overview;
    }

    private List<List<String>> rules(List<String> efforts) {
        return lines("turns")
                .filter(each -> expand(each.getFirst()).stream().anyMatch(efforts::contains))
                .toList();
    }

    List<Goal> goals() {
        List<Goal> goals = new ArrayList<>();
        lines("goal").forEach(line -> goals.add(new Goal(expand(line.getFirst()), expand(line.get(1)), keys(line))));
        lines("goals")
                .forEach(line -> expand(line.get(1))
                        .forEach(label -> goals.add(new Goal(expand(line.getFirst()), List.of(label), keys(line)))));
        return goals;
    }

    private Map<String, String> keys(List<String> line) {
        Map<String, String> keys = new LinkedHashMap<>();
        for (int i = 2; i < line.size(); i += 2) {
            keys.put(line.get(i), String.join(",", expand(line.get(i + 1))));
        }
        return keys;
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
        return lines(kind).filter(each -> expand(each.getFirst()).contains(contender));
    }

    private Stream<List<String>> lines(String kind) {
        return lines.stream().filter(each -> each.getFirst().equals(kind)).map(each -> each.subList(1, each.size()));
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
