package io.tellask.bench.harness;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import java.util.regex.Pattern;

/**
 * What a suite is asked to reach: a figure of ours, or its ratio to the best of others', held against a bound. Data that is
 * judged by a report; a figure that is missing leaves the goal out. Immutable.
 *
 * @param own whose figure it is, the worst of them where there are several
 * @param cases labels, of which the geometric mean is taken; a {@code *} stands for each number of users
 * @param keys {@code number}: what of a figure counts, instead of its median; {@code over}: the best of whom it is divided by; {@code in}: in
 *     another case; {@code by}: by another number; {@code most} or {@code least}: the bound, without which the figure is only told
 */
record Goal(List<String> own, List<String> cases, Map<String, String> keys) {
    private static final Pattern USERS = Pattern.compile("\\d+[km]");

    /** Notes what came of it, once for each number of users. */
    void judge(Report report) {
        if (cases.getFirst().contains("*")) {
            report.figures().stream()
                    .map(figure -> figure.label().substring(figure.label().lastIndexOf('-') + 1))
                    .filter(size -> USERS.matcher(size).matches())
                    .distinct()
                    .forEach(size -> judge(report, size));
        } else {
            judge(report, "");
        }
    }

    private void judge(Report report, String size) {
        List<String> labels =
                cases.stream().map(each -> each.replace("*", size)).toList();
        double[] values = labels.stream()
                .mapToDouble(label -> ofOwn(report, label) / (keys.containsKey("over") ? ofOthers(report, label) : 1))
                .filter(value -> !Double.isNaN(value))
                .toArray();
        if (values.length == 0) {
            return;
        }
        double value = values.length == 1
                ? values[0]
                : Math.exp(Arrays.stream(values).map(Math::log).average().orElseThrow());
        boolean reached = isLeast() ? value >= bound() : value <= bound();
        String verdict = Double.isNaN(bound()) ? "" : reached ? "reached" : "falls short";
        report.note(String.format("%-15s%s", verdict, text(report, labels, values.length, value)));
    }

    private boolean isLeast() {
        return keys.containsKey("least");
    }

    private double bound() {
        return Double.parseDouble(keys.getOrDefault("least", keys.getOrDefault("most", "NaN")));
    }

    private String number() {
        return keys.getOrDefault("number", "");
    }

    private List<String> others() {
        return List.of(keys.getOrDefault("over", "").split(","));
    }

    private String text(Report report, List<String> labels, int factors, double value) {
        String first = labels.getFirst();
        boolean mean = labels.size() > 1;
        String what = mean ? "geometric mean of " + factors + " of " + String.join(", ", labels) : first;
        String figures = mean || !keys.containsKey("over")
                ? ""
                : " (" + shorten(ofOwn(report, first)) + " to " + shorten(ofOthers(report, first)) + ")";
        String goal =
                Double.isNaN(bound()) ? "" : (isLeast() ? ", goal at least " : ", goal at most ") + shorten(bound());
        return what + ": " + (number().isEmpty() ? "" : number() + " of ") + String.join(", ", own) + ratio() + " "
                + shorten(value) + figures + goal;
    }

    private String ratio() {
        return !keys.containsKey("over")
                ? ""
                : " to " + (others().size() == 1 ? "" : "the best of ") + String.join(", ", others())
                        + (keys.containsKey("in") ? " in " + keys.get("in") : "");
    }

    private static String shorten(double value) {
        return value < 10 ? String.format(Locale.ROOT, "%.2f", value) : Report.shorten(value);
    }

    private double ofOwn(Report report, String label) {
        return pick(report, label, number(), own, isLeast() ? Math::min : Math::max);
    }

    private double ofOthers(Report report, String label) {
        String number = keys.getOrDefault("by", number());
        return pick(report, keys.getOrDefault("in", label), number, others(), isLeast() ? Math::max : Math::min);
    }

    /** The best or the worst of the figures that there are. */
    private static double pick(
            Report report, String label, String number, List<String> names, DoubleBinaryOperator choice) {
        return names.stream()
                .mapToDouble(name -> report.median(label, name, number))
                .filter(each -> !Double.isNaN(each))
                .reduce(choice)
                .orElse(Double.NaN);
    }
}
