package io.tellask.bench.keyvalue;

import io.tellask.bench.report.BenchOptions;
import io.tellask.bench.report.Report;
import java.io.IOException;
import java.io.PrintStream;

/**
 * What does a served map cost? A million users are put into the key-value server; our own client gets and puts over Tellask's protocol, and
 * {@code redis-benchmark} and a client of ours do so over Redis' protocol, beside {@code redis-server}.
 *
 * <p>Command: {@code tellask bench kv}. Not shown: several clients of our own, scans, a map that is larger than memory.
 */
public final class KvBench {
    private KvBench() {}

    public static Report run(BenchOptions options, PrintStream progress) throws IOException, InterruptedException {
        Report report = new Report("kv", options);
        new KvNative(options, report, progress).run();
        new KvResp(options, report, progress).run();
        new KvGoals(report).judge().forEach(report::note);
        return report;
    }
}
