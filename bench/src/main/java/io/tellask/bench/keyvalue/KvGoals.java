package io.tellask.bench.keyvalue;

import io.tellask.bench.report.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the key-value server is asked to reach, computed from a report: one line for each goal that was measured. */
final class KvGoals {
    private static final double RESP_RATIO = 1.0;
    private static final double RESP_RATIO_SINGLE = 1.2;
    private static final double HITS_A_SECOND = 1.4e6;
    private static final double MISSES_A_SECOND = 4e6;

    private final Report report;
    private final List<String> lines = new ArrayList<>();

    KvGoals(Report report) {
        this.report = report;
    }

    List<String> judge() {
        for (String generator : List.of("resp", "resp-own")) {
            for (int pipeline : KvResp.PIPELINES) {
                for (String command : KvResp.COMMANDS) {
                    resp(generator + "-" + command + "-p" + pipeline, pipeline == 1 ? RESP_RATIO_SINGLE : RESP_RATIO);
                }
            }
        }
        rate("native-get-hit", HITS_A_SECOND);
        rate("native-get-miss", MISSES_A_SECOND);
        return lines;
    }

    private void resp(String label, double most) {
        double own = report.cpuNanosPerOp(label, KvResp.OURS);
        double redis = report.cpuNanosPerOp(label, KvResp.REDIS);
        double ratio = own / redis;
        line(
                ratio <= most,
                ratio,
                "%s: %.0f ns of the server's CPU, redis-server %.0f, %.2f times, goal at most %.1f",
                label,
                own,
                redis,
                ratio,
                most);
    }

    private void rate(String label, double least) {
        double rate = report.median(label, KvResp.OURS);
        line(rate >= least, rate, "%s: %.2fM a second, goal at least %.1fM", label, rate / 1e6, least / 1e6);
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation would need a library
    private void line(boolean reached, double decisive, String format, Object... values) {
        if (!Double.isNaN(decisive)) {
            lines.add((reached ? "reached        " : "falls short    ") + String.format(Locale.ROOT, format, values));
        }
    }
}
