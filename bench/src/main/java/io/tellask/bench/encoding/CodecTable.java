package io.tellask.bench.encoding;

import io.tellask.bench.report.Figure;
import io.tellask.bench.report.Report;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Prints the codec suite's figures: a row for each contender in a workload, the fastest first. */
final class CodecTable {
    private final Report report;

    CodecTable(Report report) {
        this.report = report;
    }

    void print(PrintStream out) {
        out.println("nanoseconds of CPU time of the measuring thread; medians, lowest and highest fork in brackets");
        for (CodecCase workload : CodecCase.values()) {
            List<CodecContender> measured = CodecContenders.all().stream()
                    .filter(each -> figure(workload.encode(), each).isPresent()
                            || figure(workload.decode(), each).isPresent())
                    .sorted(Comparator.comparingDouble(each -> report.median(workload.roundTrip(), each.name())))
                    .toList();
            if (!measured.isEmpty()) {
                out.printf(
                        "%n%-30s %8s %24s %24s %24s %17s %7s%n",
                        workload.label(), "bytes", "encode", "decode", "both", "allocated enc/dec", "forks");
                measured.forEach(each -> out.println(row(workload, each)));
            }
        }
        first(out, CodecBench.FIRST_WARM, "first message of a new class, JVM warm");
        first(out, CodecBench.FIRST_COLD, "first message of a new JVM");
    }

    private String row(CodecCase workload, CodecContender contender) {
        Optional<Figure> encode = figure(workload.encode(), contender);
        Optional<Figure> decode = figure(workload.decode(), contender);
        Figure any = encode.or(() -> decode).orElseThrow();
        return String.format(
                Locale.ROOT,
                "  %-28s %8.0f %24s %24s %24s %8s %8s %7d",
                contender.name(),
                any.bytes(),
                nanos(encode),
                nanos(decode),
                nanos(figure(workload.roundTrip(), contender)),
                allocation(encode),
                allocation(decode),
                any.runs().size());
    }

    private Optional<Figure> figure(String label, CodecContender contender) {
        return report.find(label, contender.name());
    }

    private static String nanos(Optional<Figure> figure) {
        return figure.map(each -> {
                    List<Double> sorted = each.runs().stream().sorted().toList();
                    String middle = Report.shorten(each.median());
                    return sorted.size() == 1
                            ? middle
                            : middle + " (" + Report.shorten(sorted.getFirst()) + "-" + Report.shorten(sorted.getLast())
                                    + ")";
                })
                .orElse("-");
    }

    private static String allocation(Optional<Figure> figure) {
        return figure.map(each -> String.format(Locale.ROOT, "%.0f", each.allocatedBytesPerOp()))
                .orElse("-");
    }

    private void first(PrintStream out, String label, String title) {
        List<Figure> figures = new ArrayList<>(report.figures());
        figures.removeIf(each -> !each.caseLabel().equals(label));
        figures.sort(Comparator.comparingDouble(Figure::median));
        if (!figures.isEmpty()) {
            out.printf("%n%-30s %12s %24s%n", title, "ms", "lowest-highest");
        }
        for (Figure each : figures) {
            List<Double> sorted = each.runs().stream().sorted().toList();
            out.printf(
                    Locale.ROOT,
                    "  %-36s %4.1f %24s%n",
                    each.contender(),
                    each.median() / 1e3,
                    String.format(Locale.ROOT, "%.1f-%.1f", sorted.getFirst() / 1e3, sorted.getLast() / 1e3));
        }
        if (!figures.isEmpty()) {
            out.println();
        }
    }
}
