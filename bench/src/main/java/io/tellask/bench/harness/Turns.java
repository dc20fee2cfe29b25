package io.tellask.bench.harness;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The turns of a run, one after the other, with the processes that are kept from turn to turn. A contender that cannot run or
 * fails is listed with its reason, and its other turns in the same group of cases are left out. Used by one thread.
 */
public final class Turns implements AutoCloseable {
    private final Report report;
    private final PrintStream progress;
    private final List<Turn> turns = new ArrayList<>();
    private final Map<String, ChildProcess> kept = new LinkedHashMap<>();
    private String keptAt = "";

    Turns(Report report, PrintStream progress) {
        this.report = report;
        this.progress = progress;
    }

    /** Measures, adds runs to the report, and says in words what came out. */
    public interface Work {
        String take() throws IOException, InterruptedException;
    }

    /** Starts what is kept from turn to turn. */
    public interface Starting {
        ChildProcess start() throws IOException, InterruptedException;
    }

    private record Turn(String group, Contender contender, String title, Work work) {}

    /** The report that the turns fill. */
    public Report report() {
        return report;
    }

    /** Adds a turn; where a contender cannot run, its absence is listed under the name of the group. */
    public void add(String group, Contender contender, String title, Work work) {
        turns.add(new Turn(group, contender, title, work));
    }

    /**
     * The process that an earlier turn of a contender has started at a place, or that is started now. The processes of one place live at
     * a time: whoever asks at another one ends them all.
     */
    public ChildProcess keep(String place, Contender contender, Starting starting)
            throws IOException, InterruptedException {
        if (!place.equals(keptAt)) {
            close();
            keptAt = place;
        }
        ChildProcess known = kept.get(contender.name());
        if (known == null) {
            known = starting.start();
            kept.put(contender.name(), known);
        }
        return known;
    }

    private static String key(Turn turn) {
        return turn.group() + " " + turn.contender().name();
    }

    void run() throws IOException, InterruptedException {
        Set<String> absent = new HashSet<>();
        long start = System.nanoTime();
        for (int taken = 0; taken < turns.size(); taken++) {
            Turn turn = turns.get(taken);
            double seconds = (System.nanoTime() - start) / 1e9 / Math.max(1, taken) * (turns.size() - taken);
            String left = taken == 0 ? "" : String.format(Locale.ROOT, ", %.0f s left", seconds);
            progress.print((taken + 1) + "/" + turns.size() + left + "  " + turn.title() + "  ");
            boolean isAbsent = absent.contains(key(turn));
            progress.println(isAbsent ? "not run" : take(turn, absent));
        }
    }

    private String take(Turn turn, Set<String> absent) throws IOException, InterruptedException {
        try {
            return turn.work().take();
        } catch (UnavailableException e) {
            absent.add(key(turn));
            ChildProcess broken = kept.remove(turn.contender().name());
            if (broken != null) {
                broken.close();
            }
            report.unavailable(turn.group(), turn.contender().name(), String.valueOf(e.getMessage()));
            return "not run: " + e.getMessage();
        }
    }

    @Override
    public void close() throws InterruptedException {
        for (ChildProcess each : kept.values()) {
            each.close();
        }
        kept.clear();
    }
}
