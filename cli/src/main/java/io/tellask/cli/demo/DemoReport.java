package io.tellask.cli.demo;

import io.tellask.cli.terminal.Table;
import java.io.PrintWriter;

/** What the demo tells while it runs, and the table at its end. */
final class DemoReport {
    private final PrintWriter progress;
    private final Table table = new Table("step", "count", "seconds", "per second", "p50 us", "p99 us");
    private final long beginNanos = System.nanoTime();

    DemoReport(PrintWriter progress) {
        this.progress = progress;
    }

    void say(String line) {
        progress.println(line);
    }

    /** A step that happens once. */
    void step(String name, long durationNanos) {
        table.add(name, "", durationNanos / 1e9, "", "", "");
        progress.printf("%s: %.2f s%n", name, durationNanos / 1e9);
    }

    /** A step without single latencies. */
    void step(String name, long count, long durationNanos) {
        double seconds = durationNanos / 1e9;
        table.add(name, count, seconds, Math.round(count / seconds), "", "");
        progress.printf("%s: %,d in %.2f s%n", name, count, seconds);
    }

    /** A step whose calls were made one after the other and timed each. */
    void step(String name, long count, long durationNanos, Latencies latencies) {
        double seconds = durationNanos / 1e9;
        table.add(name, count, seconds, Math.round(count / seconds), latencies.micros(0.5), latencies.micros(0.99));
        progress.printf("%s: %,d in %.2f s%n", name, count, seconds);
    }

    void close(PrintWriter out, boolean json) {
        if (json) {
            table.printJson(out);
        } else {
            out.println();
            table.print(out);
            out.printf("all of it in %.1f s%n", (System.nanoTime() - beginNanos) / 1e9);
        }
    }
}
