package io.tellask.bench.map;

import io.tellask.bench.report.Figure;
import io.tellask.bench.report.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * What the store is asked to reach, computed from a report: one line for each goal and size that was measured, saying {@code reached} or
 * {@code falls short}. CPU times are those of the process, with the calling thread's in brackets. A figure that is missing leaves its line out.
 */
final class StoreGoals {
    /** Bytes a user of the records that hold an entry. */
    static final String LIVE_BYTES = "liveRecordBytes";

    private static final double GET_RATIO = 1.3;
    private static final double BATCH_RATIO = 1.0;
    private static final double UPDATE_RATIO = 1.2;
    private static final double SCANS_A_SECOND = 40e6;
    private static final double SPACE_RATIO = 1.25;
    private static final double HEAP_MEBIBYTES = 64;
    private static final double COLLECTION_MILLIS = 50;
    private static final double CLEAN_SECONDS = 0.5;
    private static final double KILLED_SECONDS = 3;
    private static final double FORCE_RATIO_64 = 25;
    private static final double FORCE_RATIO_512 = 100;

    private final Report report;
    private final List<String> lines = new ArrayList<>();

    StoreGoals(Report report) {
        this.report = report;
    }

    List<String> judge() {
        for (String size : sizes()) {
            ratio("get-" + size, GET_RATIO);
            ratio("get-batch-" + size, BATCH_RATIO);
            nanos("insert-" + size, size.equals("15m") ? 550 : 300);
            ratio("update-" + size, UPDATE_RATIO);
            cheapest("insert-" + size);
            cheapest("update-" + size);
            least("scan-records-" + size, SCANS_A_SECOND);
            space("space-" + size);
            most("heap-" + size, HEAP_MEBIBYTES, "MiB");
            most("full-gc-" + size, COLLECTION_MILLIS, "ms");
            most("reopen-clean-" + size, CLEAN_SECONDS, "s");
            most("reopen-killed-" + size, KILLED_SECONDS, "s");
        }
        force("force-64", FORCE_RATIO_64);
        force("force-64-virtual", FORCE_RATIO_64);
        force("force-512", FORCE_RATIO_512);
        force("force-512-virtual", FORCE_RATIO_512);
        return lines;
    }

    private List<String> sizes() {
        return report.figures().stream()
                .map(Figure::caseLabel)
                .filter(each -> !each.startsWith("force-"))
                .map(each -> each.substring(each.lastIndexOf('-') + 1))
                .distinct()
                .toList();
    }

    private void ratio(String label, double most) {
        double process = cpu(label, StoreContenders.TELLASK) / cpu(label, StoreContenders.LIMIT);
        double caller = caller(label, StoreContenders.TELLASK) / caller(label, StoreContenders.LIMIT);
        line(
                process <= most,
                process,
                "%s: %.2f times the fair HashMap's CPU (calling thread %.2f), goal at most %.1f",
                label,
                process,
                caller,
                most);
    }

    private void nanos(String label, double most) {
        double process = cpu(label, StoreContenders.TELLASK);
        line(
                process <= most,
                process,
                "%s: %.0f ns (calling thread %.0f), goal at most %.0f",
                label,
                process,
                caller(label, StoreContenders.TELLASK),
                most);
    }

    private void cheapest(String label) {
        double own = cpu(label, StoreContenders.TELLASK);
        OptionalDouble peer = peers().mapToDouble(each -> cpu(label, each))
                .filter(each -> !Double.isNaN(each))
                .min();
        if (peer.isPresent()) {
            double best = peer.getAsDouble();
            line(own < best, own, "%s: %.0f ns, the cheapest peer %.0f ns", label, own, best);
        }
    }

    private static Stream<String> peers() {
        return StoreContenders.all().stream()
                .filter(each -> each.home() == StoreContender.Home.PEERS)
                .map(StoreContender::name);
    }

    private void least(String label, double goal) {
        double rate = report.median(label, StoreContenders.TELLASK);
        line(rate >= goal, rate, "%s: %.1fM records/s, goal at least %.0fM", label, rate / 1e6, goal / 1e6);
    }

    private void most(String label, double goal, String unit) {
        double value = report.median(label, StoreContenders.TELLASK);
        line(value <= goal, value, "%s: %.3f %s, goal at most %.1f", label, value, unit, goal);
    }

    private void space(String label) {
        report.find(label, StoreContenders.TELLASK).ifPresent(figure -> {
            double live = Figure.median(
                    figure.details(LIVE_BYTES).stream().map(Number::doubleValue).toList());
            double ratio = figure.median() / live;
            line(
                    ratio <= SPACE_RATIO,
                    ratio,
                    "%s: %.1f bytes on disk for %.1f of live records, %.2f times, goal at most %.2f",
                    label,
                    figure.median(),
                    live,
                    ratio,
                    SPACE_RATIO);
        });
    }

    private void force(String label, double goal) {
        double single = report.median("force-1", StoreContenders.FSYNC);
        double ratio = report.median(label, StoreContenders.TELLASK) / single;
        line(
                ratio >= goal,
                ratio,
                "%s: %.1f times the rate of single fsyncs (%.0f/s), goal at least %.0f",
                label,
                ratio,
                single,
                goal);
    }

    private double cpu(String label, String contender) {
        return report.cpuNanosPerOp(label, contender);
    }

    private double caller(String label, String contender) {
        return report.find(label, contender)
                .map(figure -> Figure.median(figure.details(StoreTurns.CALLER_CPU).stream()
                        .map(Number::doubleValue)
                        .toList()))
                .orElse(Double.NaN);
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation would need a library
    private void line(boolean reached, double decisive, String format, Object... values) {
        if (!Double.isNaN(decisive)) {
            lines.add((reached ? "reached        " : "falls short    ") + String.format(Locale.ROOT, format, values));
        }
    }
}
