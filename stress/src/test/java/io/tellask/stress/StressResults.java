package io.tellask.stress;

import java.io.PrintStream;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.collectors.TestResult;

/** What the tests saw, summed up over their forks. Belongs to one thread. */
final class StressResults {
    private final Map<String, Seen> byTest = new TreeMap<>();
    private @Nullable AssertionError failure;

    /** Of one test: how often each outcome was seen, and what is wrong. */
    private static final class Seen {
        final Map<String, Long> outcomes = new TreeMap<>();
        int forks;
        int failedForks;

        long samples() {
            return outcomes.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    void add(TestResult result) {
        Seen seen = byTest.computeIfAbsent(result.getName().replaceFirst("^io\\.tellask\\.", ""), name -> new Seen());
        seen.forks++;
        if (result.status() != Status.NORMAL || !result.grading().isPassed) {
            seen.failedForks++;
        }
        for (String outcome : result.getStateKeys()) {
            seen.outcomes.merge(outcome, result.getCount(outcome), Long::sum);
        }
    }

    /** The harness has found something, too. */
    void failed(AssertionError found) {
        failure = found;
    }

    /** At least one test ran, and nothing forbidden was seen. */
    boolean arePassed() {
        return failure == null
                && !byTest.isEmpty()
                && byTest.values().stream().allMatch(seen -> seen.failedForks == 0 && seen.samples() > 0);
    }

    void print(PrintStream out) {
        out.println("| test | forks | samples | outcomes | |");
        out.println("|---|---|---|---|---|");
        byTest.forEach((test, seen) -> out.println("| `" + test + "` | " + seen.forks + " | " + seen.samples() + " | "
                + seen.outcomes.keySet().stream().collect(Collectors.joining("; ")) + " | "
                + (seen.failedForks == 0 ? "" : "FAILED in " + seen.failedForks) + " |"));
        long samples = byTest.values().stream().mapToLong(Seen::samples).sum();
        out.println(
                "tests=" + byTest.size() + ", samples=" + samples + (arePassed() ? ", nothing forbidden" : ", FAILED"));
    }

    /** A line for each test. */
    String json() {
        return byTest.entrySet().stream()
                .map(test -> line(test.getKey(), test.getValue()))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static String line(String test, Seen seen) {
        String outcomes = seen.outcomes.entrySet().stream()
                .map(outcome -> quoted(outcome.getKey()) + ":" + outcome.getValue())
                .collect(Collectors.joining(",", "{", "}"));
        return "{\"test\":" + quoted(test) + ",\"forks\":" + seen.forks + ",\"failedForks\":" + seen.failedForks
                + ",\"samples\":" + seen.samples() + ",\"outcomes\":" + outcomes + "}";
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
