package io.tellask.cli.pauses;

import io.tellask.cli.pauselog.PauseStatistics;
import io.tellask.cli.pauselog.PauseStatistics.Cause;
import io.tellask.cli.pauselog.PauseStatistics.LongPause;
import io.tellask.cli.plot.TimeAxis;
import io.tellask.cli.terminal.Quantities;
import io.tellask.cli.terminal.Table;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** Prints what is known of pauses as text for people; times in milliseconds. Stateless. */
final class TextReport {
    static final double[] PERCENTS = {50, 90, 99, 99.9, 100};

    private static final int MOST_CAUSES = 20;

    private TextReport() {}

    static void print(PauseStatistics statistics, TimeAxis time, List<String> plot, PrintWriter out) {
        // of a window without length, as of one pause of a few nanoseconds at a late uptime, all was stopped
        double stopped = 100.0
                * statistics.totalNanos()
                / Math.max(statistics.totalNanos(), (double) time.toNanos() - time.fromNanos());
        out.println(time.text(time.fromNanos()) + " to " + time.text(time.toNanos()) + ", " + time.unit());
        out.println(String.format(
                Locale.ROOT,
                "%,d pauses, stopped %s ms (%.2f %%)%s",
                statistics.count(),
                millis(statistics.totalNanos()),
                stopped,
                reaching(statistics)));
        out.println();
        plot.forEach(out::println);
        out.println();
        printPercentiles(statistics, out);
        out.println();
        printCauses(statistics, out);
        printLongest(statistics, time, out);
    }

    /** Lines of the collector alone do not tell how long the threads took to stop. */
    private static String reaching(PauseStatistics statistics) {
        return statistics.mostReachingNanos() == 0
                ? ""
                : ", of that " + millis(statistics.reachingNanos()) + " ms to stop the threads, at most "
                        + millis(statistics.mostReachingNanos()) + " ms at once";
    }

    private static void printPercentiles(PauseStatistics statistics, PrintWriter out) {
        StringBuilder line = new StringBuilder("percentiles, ms:");
        for (double percent : PERCENTS) {
            line.append(percent == 100 ? "  max " : "  p" + (percent == 99.9 ? "99.9" : (int) percent) + " ");
            line.append(millis(statistics.percentileNanos(percent)));
        }
        out.println(line);
    }

    private static void printCauses(PauseStatistics statistics, PrintWriter out) {
        Table table = new Table("pauses", "    total ms", "      max ms", "cause");
        List<Cause> causes = statistics.causes();
        for (Cause cause : causes.subList(0, Math.min(MOST_CAUSES, causes.size()))) {
            table.add(cause.count(), padded(cause.totalNanos()), padded(cause.maxNanos()), cause.name());
        }
        table.print(out);
        if (causes.size() > MOST_CAUSES) {
            out.println(causes.size() - MOST_CAUSES + " more causes took less; --json has them");
        }
    }

    private static void printLongest(PauseStatistics statistics, TimeAxis time, PrintWriter out) {
        for (LongPause each : statistics.longest()) {
            out.println();
            String place = each.sighting().line() == 0
                    ? each.sighting().file()
                    : each.sighting().file() + ":" + each.sighting().line();
            out.println(millis(each.pause().nanos()) + " ms at "
                    + time.text(each.pause().startNanos()) + "  "
                    + Quantities.printable(each.pause().cause()) + "  " + Quantities.printable(place));
            each.sighting().lines().forEach(line -> out.println("    " + Quantities.printable(line)));
        }
    }

    /** Right-aligned below the head of its column. */
    private static String padded(long nanos) {
        return String.format(Locale.ROOT, "%,12.3f", ofMillis(nanos));
    }

    private static double ofMillis(long nanos) {
        return nanos / 1e6;
    }

    static String millis(long nanos) {
        return String.format(Locale.ROOT, "%,.3f", ofMillis(nanos));
    }
}
