package io.tellask.web;

import io.tellask.text.SafeLog;
import io.tellask.text.SafeText;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Checks that are asked together; who asks meanwhile gets the same report. Thread-safe. */
final class HealthChecks {
    private static final System.Logger LOG = System.getLogger(HealthChecks.class.getName());

    private final List<Check> checks;
    private CompletableFuture<Report> current =
            CompletableFuture.completedFuture(new Report(List.of())); // guarded by this

    /** What is asked. */
    record Check(String name, Supplier<? extends CompletionStage<List<String>>> problems) {}

    /** What it said. */
    record Result(String name, List<String> problems) {}

    HealthChecks(List<Check> checks) {
        this.checks = List.copyOf(checks);
    }

    static CompletionStage<List<String>> now(boolean well, String problem) {
        return CompletableFuture.completedFuture(well ? List.of() : List.of(problem));
    }

    synchronized CompletionStage<Report> report() {
        if (current.isDone()) {
            current = asked();
        }
        return current;
    }

    private CompletableFuture<Report> asked() {
        List<CompletableFuture<Result>> all =
                checks.stream().map(HealthChecks::result).toList();
        return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new))
                .thenApply(_ ->
                        new Report(all.stream().map(CompletableFuture::join).toList()));
    }

    private static CompletableFuture<Result> result(Check check) {
        CompletableFuture<List<String>> problems = new CompletableFuture<>();
        try {
            check.problems().get().whenComplete((said, failure) -> {
                if (failure == null) {
                    problems.complete(said);
                } else {
                    problems.completeExceptionally(failure);
                }
            });
        } catch (RuntimeException failure) {
            problems.completeExceptionally(failure);
        }
        return problems.completeOnTimeout(
                        List.of("no answer within " + HealthPages.MOST_MILLIS + " ms"),
                        HealthPages.MOST_MILLIS,
                        TimeUnit.MILLISECONDS)
                .exceptionally(failure -> {
                    SafeLog.logReason(LOG, Level.WARNING, "a check of health failed: ", failure);
                    return List.of("the check failed: the log says why");
                })
                .thenApply(said -> new Result(check.name(), List.copyOf(said)));
    }

    /** What all of them said. */
    record Report(List<Result> results) {
        boolean isUp() {
            return results.stream().allMatch(result -> result.problems.isEmpty());
        }

        String toJson(boolean withProblems) {
            return "{\"status\":\"" + word(isUp()) + "\",\"checks\":["
                    + results.stream().map(result -> json(result, withProblems)).collect(Collectors.joining(","))
                    + "]}";
        }

        private static String json(Result result, boolean withProblems) {
            String problems = !withProblems || result.problems.isEmpty()
                    ? ""
                    : ",\"problems\":["
                            + result.problems.stream().map(Report::quoted).collect(Collectors.joining(",")) + "]";
            return "{\"name\":" + quoted(result.name) + ",\"status\":\"" + word(result.problems.isEmpty()) + '"'
                    + problems + '}';
        }

        private static String word(boolean up) {
            return up ? "UP" : "DOWN";
        }

        private static String quoted(String text) {
            return '"' + SafeText.of(text, 512).replace("\\", "\\\\").replace("\"", "\\\"") + '"';
        }
    }
}
