package io.tellask.bench.encoding;

import io.tellask.bench.report.Figure;
import io.tellask.bench.report.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * What the codec is asked to reach, computed from a report: one line for each goal and case that was measured, saying
 * {@code reached} or {@code falls short}. A figure that is missing leaves its line out.
 */
final class CodecGoals {
    private static final double FLOOR_RATIO = 1.35;
    private static final double FORY_RATIO = 1.2;
    private static final double COPY_RATIO = 0.95;
    private static final double ALLOCATION_RATIO = 1.05;
    private static final double FIRST_MICROS = 20_000;

    private final Report report;
    private final List<String> lines = new ArrayList<>();

    CodecGoals(Report report) {
        this.report = report;
    }

    List<String> judge() {
        floor();
        fory();
        copies();
        references();
        bytes();
        allocation();
        firstMessage();
        return lines;
    }

    /** Encoding and decoding within a factor of the hand-written limit. */
    private void floor() {
        for (CodecCase workload : CodecCase.objects()) {
            double ratio = nanos(workload, CodecContenders.TELLASK) / nanos(workload, CodecContenders.LIMIT);
            line(
                    ratio <= FLOOR_RATIO,
                    ratio,
                    "%s: %.2f times limit-floor, goal at most %.2f",
                    workload.label(),
                    ratio,
                    FLOOR_RATIO);
        }
    }

    /** Faster than Fory, in whichever way of writing numbers it is the faster, in the geometric mean over objects. */
    private void fory() {
        double product = 1;
        int cases = 0;
        for (CodecCase workload : CodecCase.objects()) {
            double ratio = nanosOfFory(workload) / nanos(workload, CodecContenders.TELLASK);
            if (!Double.isNaN(ratio)) {
                product *= ratio;
                cases++;
                lines.add(String.format(
                        Locale.ROOT, "               %s: Fory needs %.2f times as much", workload.label(), ratio));
            }
        }
        double mean = cases == 0 ? Double.NaN : Math.pow(product, 1.0 / cases);
        line(
                mean >= FORY_RATIO,
                mean,
                "objects: Fory needs %.2f times as much in the geometric mean of %d cases, goal at least %.2f",
                mean,
                cases,
                FORY_RATIO);
    }

    private void copies() {
        for (CodecCase workload : CodecCase.copies()) {
            double ratio = nanosOfFory(workload) / nanos(workload, CodecContenders.TELLASK);
            line(
                    ratio >= COPY_RATIO,
                    ratio,
                    "%s: Fory needs %.2f times as much, goal at least %.2f",
                    workload.label(),
                    ratio,
                    COPY_RATIO);
        }
    }

    /** With references not slower than Fory without them. */
    private void references() {
        for (CodecCase workload : CodecCase.objects()) {
            double ratio = nanosOfFory(workload) / nanos(workload, CodecContenders.TELLASK_REFERENCES);
            line(
                    ratio >= 1,
                    ratio,
                    "%s with references: Fory without them needs %.2f times as much, goal at least 1",
                    workload.label(),
                    ratio);
        }
    }

    /** Within the stated number of bytes, and not larger than Fory's or protobuf's message, with references or without. */
    private void bytes() {
        for (CodecCase workload : CodecCase.values()) {
            double own = bytes(workload, CodecContenders.TELLASK);
            workload.bytesGoal()
                    .ifPresent(most ->
                            line(own <= most, own, "%s: %.0f bytes, goal at most %d", workload.label(), own, most));
            double references = bytes(workload, CodecContenders.TELLASK_REFERENCES);
            double fory = least(each -> bytes(workload, each));
            double protobuf = bytes(workload, CodecContenders.PROTOBUF);
            double largest = Double.isNaN(references) ? own : Math.max(own, references);
            double peer = Double.isNaN(protobuf) ? fory : Math.min(fory, protobuf);
            line(
                    largest <= peer,
                    largest - peer,
                    "%s: %.0f bytes, with references %s; Fory's smallest %.0f, protobuf %s",
                    workload.label(),
                    own,
                    orDash(references),
                    fory,
                    orDash(protobuf));
        }
    }

    private static String orDash(double bytes) {
        return Double.isNaN(bytes) ? "-" : String.format(Locale.ROOT, "%.0f", bytes);
    }

    /** Decoding allocates the objects and little else; the hand-written codec allocates just the objects. */
    private void allocation() {
        for (CodecCase workload : CodecCase.values()) {
            double own = allocated(workload, CodecContenders.TELLASK);
            double graph = allocated(workload, CodecContenders.LIMIT);
            double ratio = own / graph;
            line(
                    ratio <= ALLOCATION_RATIO,
                    ratio,
                    "%s: decoding allocates %.0f bytes, %.2f times the objects, goal at most %.2f",
                    workload.label(),
                    own,
                    ratio,
                    ALLOCATION_RATIO);
        }
    }

    private void firstMessage() {
        double micros = report.median(CodecBench.FIRST_WARM, CodecContenders.TELLASK);
        line(
                micros < FIRST_MICROS,
                micros,
                "first message of a new class: %.1f ms, goal under %.0f",
                micros / 1e3,
                FIRST_MICROS / 1e3);
    }

    private double nanos(CodecCase workload, String contender) {
        return report.median(workload.roundTrip(), contender);
    }

    private double nanosOfFory(CodecCase workload) {
        return least(each -> nanos(workload, each));
    }

    /** The lowest figure of Fory's configurations without references; those not measured do not count. */
    private static double least(ToDoubleFunction<String> figure) {
        return CodecContenders.FORY.stream()
                .mapToDouble(figure)
                .filter(each -> !Double.isNaN(each))
                .min()
                .orElse(Double.NaN);
    }

    private double bytes(CodecCase workload, String contender) {
        return report.find(workload.encode(), contender).map(Figure::bytes).orElse(Double.NaN);
    }

    private double allocated(CodecCase workload, String contender) {
        return report.find(workload.decode(), contender)
                .map(Figure::allocatedBytesPerOp)
                .orElse(Double.NaN);
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation would need a library
    private void line(boolean reached, double decisive, String format, Object... values) {
        if (!Double.isNaN(decisive)) {
            lines.add((reached ? "reached        " : "falls short    ") + String.format(Locale.ROOT, format, values));
        }
    }
}
