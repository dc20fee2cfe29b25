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
    private final Map<String, AutoCloseable> kept = new LinkedHashMap<>();

    Turns(Report report, PrintStream progress) {
        this.report = report;
        this.progress = progress;
    }

    /** Measures, adds runs to the report, and says in words what came out. */
    public interface Work {
        String take() throws IOException, InterruptedException;
    }

    /** Starts what is kept from turn to turn. */
    public interface Starting<T> {
        T start() throws IOException, InterruptedException;
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

    /** What an earlier turn started under a name, or what is started now. */
    @SuppressWarnings("unchecked") // a name stands for one kind of thing
    public <T extends AutoCloseable> T keep(String name, Starting<T> starting)
            throws IOException, InterruptedException {
        AutoCloseable known = kept.get(name);
        if (known == null) {
            known = starting.start();
            kept.put(name, known);
        }
        return (T) known;
    }

    /** Ends what was kept under a name, if there is such a thing. */
    public void end(String name) throws IOException, InterruptedException {
        AutoCloseable known = kept.remove(name);
        try {
            if (known != null) {
                known.close();
            }
        } catch (IOException | InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    void run() throws IOException, InterruptedException {
        Set<String> absent = new HashSet<>();
        long start = System.nanoTime();
        for (int taken = 0; taken < turns.size(); taken++) {
            Turn turn = turns.get(taken);
            double seconds = (System.nanoTime() - start) / 1e9 / Math.max(1, taken) * (turns.size() - taken);
            String left = taken == 0 ? "" : String.format(Locale.ROOT, ", %.0f s left", seconds);
            progress.print((taken + 1) + "/" + turns.size() + left + "  " + turn.title() + "  ");
            String key = turn.group() + " " + turn.contender().name();
            progress.println(absent.contains(key) ? "not run" : take(turn, key, absent));
        }
    }

    private String take(Turn turn, String key, Set<String> absent) throws IOException, InterruptedException {
        try {
            return turn.work().take();
        } catch (UnavailableException | ChildProcess.FailedException e) {
            absent.add(key);
            if (e instanceof ChildProcess.FailedException) {
                end(turn.contender().name());
            }
            report.unavailable(turn.group(), turn.contender().name(), String.valueOf(e.getMessage()));
            return "not run: " + e.getMessage();
        }
    }

    @Override
    public void close() throws IOException, InterruptedException {
        for (String name : List.copyOf(kept.keySet())) {
            end(name);
        }
    }
}
