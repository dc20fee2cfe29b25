package io.tellask.bench.harness;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.DoubleBinaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a suite is asked to reach: a figure of ours, or its ratio to the best of others', held against a bound. Data that is
 * judged by a report; a figure that is missing leaves the goal out. Immutable.
 *
 * @param cases labels, of which the geometric mean is taken; a {@code *} stands for each number of users
 * @param number what of a figure counts, empty for the median
 * @param own whose figure it is, the worst of them where there are several
 * @param others the best of whom it is divided by; none: it is not divided
 * @param othersCase the case of the others' figure, where it is another one
 * @param otherNumber what of the others' figure counts, where it is another number
 * @param bound the least or the most; NaN where there is no goal, and the ratio is only told
 */
public record Goal(
        List<String> cases,
        String number,
        List<String> own,
        List<String> others,
        @Nullable String othersCase,
        @Nullable String otherNumber,
        boolean isLeast,
        double bound) {
    private static final Pattern USERS = Pattern.compile("\\d+[km]");

    /** A number of one's own figures in some cases. */
    public static Goal of(String number, String own, String... cases) {
        return new Goal(List.of(cases), number, List.of(own.split(",")), List.of(), null, null, false, Double.NaN);
    }

    /** The ratio to the best of others, whose names are separated by commas. */
    public Goal over(String names) {
        return new Goal(cases, number, own, List.of(names.split(",")), othersCase, otherNumber, isLeast, bound);
    }

    /** The same, with another case of the others. */
    public Goal inCase(String label) {
        return new Goal(cases, number, own, others, label, otherNumber, isLeast, bound);
    }

    /** The same, with another number of the others. */
    public Goal byNumber(String name) {
        return new Goal(cases, number, own, others, othersCase, name, isLeast, bound);
    }

    public Goal atMost(double most) {
        return new Goal(cases, number, own, others, othersCase, otherNumber, false, most);
    }

    public Goal atLeast(double least) {
        return new Goal(cases, number, own, others, othersCase, otherNumber, true, least);
    }

    /** Notes what came of it, once for each number of users. */
    void judge(Report report) {
        if (cases.getFirst().contains("*")) {
            report.figures().stream()
                    .map(figure ->
                            figure.caseLabel().substring(figure.caseLabel().lastIndexOf('-') + 1))
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
        double product = 1;
        int factors = 0;
        for (String label : labels) {
            double value = value(report, label);
            if (!Double.isNaN(value)) {
                product *= value;
                factors++;
            }
        }
        if (factors > 0) {
            double value = factors == 1 ? product : Math.pow(product, 1.0 / factors);
            report.note(verdict(value) + text(report, labels, factors, value));
        }
    }

    private String verdict(double value) {
        boolean reached = isLeast ? value >= bound : value <= bound;
        return Double.isNaN(bound) ? "               " : reached ? "reached        " : "falls short    ";
    }

    private String text(Report report, List<String> labels, int factors, double value) {
        String what = number.isEmpty() ? "" : number + " of ";
        String whom = String.join(", ", own);
        String goal = Double.isNaN(bound) ? "" : (isLeast ? ", goal at least " : ", goal at most ") + shorten(bound);
        if (labels.size() > 1) {
            String mean = String.format(Locale.ROOT, "geometric mean of %d of %s", factors, String.join(", ", labels));
            return mean + ": " + what + whom + ratio() + shorten(value) + goal;
        }
        String figures = others.isEmpty()
                ? ""
                : " (" + shorten(ofOwn(report, labels.getFirst())) + " to "
                        + shorten(ofOthers(report, labels.getFirst())) + ")";
        return labels.getFirst() + ": " + what + whom + ratio() + shorten(value) + figures + goal;
    }

    private String ratio() {
        return others.isEmpty()
                ? " "
                : " to " + (others.size() == 1 ? "" : "the best of ") + String.join(", ", others)
                        + (othersCase == null ? "" : " in " + othersCase) + " ";
    }

    private static String shorten(double value) {
        return value < 10 ? String.format(Locale.ROOT, "%.2f", value) : Table.shorten(value);
    }

    private double value(Report report, String label) {
        return others.isEmpty() ? ofOwn(report, label) : ofOwn(report, label) / ofOthers(report, label);
    }

    private double ofOwn(Report report, String label) {
        return pick(report, label, number, own, isLeast ? Math::min : Math::max);
    }

    private double ofOthers(Report report, String label) {
        String otherLabel = Objects.requireNonNullElse(othersCase, label);
        return pick(
                report,
                otherLabel,
                Objects.requireNonNullElse(otherNumber, number),
                others,
                isLeast ? Math::max : Math::min);
    }

    /** The best or the worst of the figures that there are. */
    private static double pick(
            Report report, String label, String number, List<String> names, DoubleBinaryOperator choice) {
        return names.stream()
                .map(name -> number.isEmpty() ? report.median(label, name) : report.median(label, name, number))
                .filter(each -> !each.isNaN())
                .collect(Collectors.reducing((a, b) -> choice.applyAsDouble(a, b)))
                .orElse(Double.NaN);
    }
}
