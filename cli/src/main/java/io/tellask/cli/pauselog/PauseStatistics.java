package io.tellask.cli.pauselog;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/** What is known of all pauses within a window of time, in memory that does not depend on their number. Not thread-safe. */
public final class PauseStatistics {
    /** The most causes that are counted apart; further ones are counted under {@link #OTHER_CAUSES}. */
    static final int MOST_CAUSES = 1_000;

    /** The name of causes beyond {@link #MOST_CAUSES}. */
    public static final String OTHER_CAUSES = "(others)";

    private static final Comparator<LongPause> SHORTEST_FIRST = Comparator.comparingLong(each -> each.pause.nanos());

    private final Window window;
    private final int mostLongest;
    private final DurationHistogram durations = new DurationHistogram();
    private final Map<String, Cause> causes = new HashMap<>();
    private final PriorityQueue<LongPause> longest = new PriorityQueue<>(SHORTEST_FIRST);
    private final Sticks collections = new Sticks();
    private final Sticks others = new Sticks();
    private long count;
    private long outside;
    private long totalNanos;
    private long reachingNanos;
    private long mostReachingNanos;
    private long firstStartNanos = Long.MAX_VALUE;
    private long lastEndNanos = Long.MIN_VALUE;

    /**
     * Statistics of what overlaps a window.
     *
     * @param mostLongest how many of the longest pauses are kept, from 0
     */
    public PauseStatistics(Window window, int mostLongest) {
        this.window = window;
        this.mostLongest = mostLongest;
    }

    /** A time from {@code fromNanos}, inclusive, to {@code toNanos}, exclusive. Immutable. */
    public record Window(long fromNanos, long toNanos) {
        /** All time. */
        public static final Window ALL = new Window(Long.MIN_VALUE, Long.MAX_VALUE);

        boolean overlaps(Pause pause) {
            return pause.startNanos() < toNanos && pause.endNanos() > fromNanos
                    || pause.startNanos() >= fromNanos && pause.startNanos() < toNanos;
        }
    }

    /** One of the longest pauses, and where it was found. Immutable. */
    public record LongPause(Pause pause, Sighting sighting) {}

    /** What pauses of one cause took together. Not thread-safe. */
    public static final class Cause {
        private final String name;
        private long count;
        private long totalNanos;
        private long maxNanos;

        private Cause(String name) {
            this.name = name;
        }

        private void add(long nanos) {
            count++;
            totalNanos = sum(totalNanos, nanos);
            maxNanos = Math.max(maxNanos, nanos);
        }

        public String name() {
            return name;
        }

        public long count() {
            return count;
        }

        public long totalNanos() {
            return totalNanos;
        }

        public long maxNanos() {
            return maxNanos;
        }
    }

    /** Counts a pause, unless it lies outside of the window. */
    public void add(Pause pause, Sighting sighting) {
        if (!window.overlaps(pause)) {
            outside++;
            return;
        }
        count++;
        totalNanos = sum(totalNanos, pause.nanos());
        reachingNanos = sum(reachingNanos, pause.reachingNanos());
        mostReachingNanos = Math.max(mostReachingNanos, pause.reachingNanos());
        firstStartNanos = Math.min(firstStartNanos, pause.startNanos());
        lastEndNanos = Math.max(lastEndNanos, pause.endNanos());
        durations.add(pause.nanos());
        cause(pause.cause()).add(pause.nanos());
        (pause.gc() ? collections : others).add(pause);
        if (isLong(pause.nanos())) {
            longest.add(new LongPause(pause, sighting));
            if (longest.size() > mostLongest) {
                longest.remove();
            }
        }
    }

    /** The sum, or the largest number if it is larger: a log may claim anything. */
    private static long sum(long left, long right) {
        long sum = left + right;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    private Cause cause(String name) {
        Cause known = causes.get(name);
        if (known != null) {
            return known;
        }
        return causes.computeIfAbsent(causes.size() < MOST_CAUSES ? name : OTHER_CAUSES, Cause::new);
    }

    /** Whether a pause of this length is among the longest so far. */
    boolean isLong(long nanos) {
        return longest.size() < mostLongest
                || mostLongest > 0 && nanos > longest.element().pause.nanos();
    }

    public long count() {
        return count;
    }

    /** How many pauses there were outside of the window. */
    public long outside() {
        return outside;
    }

    /** How long the application stood still. */
    public long totalNanos() {
        return totalNanos;
    }

    /** How long threads that had stopped waited for those that had not. */
    public long reachingNanos() {
        return reachingNanos;
    }

    /** The longest of such times. */
    public long mostReachingNanos() {
        return mostReachingNanos;
    }

    /** When the first pause began; undefined if there is none. */
    public long firstStartNanos() {
        return firstStartNanos;
    }

    /** When the last pause ended; undefined if there is none. */
    public long lastEndNanos() {
        return lastEndNanos;
    }

    /** The duration that so many percent of the pauses are not longer than; 0 to 0.1 % too high, 100 is exact. */
    public long percentileNanos(double percent) {
        return durations.percentile(percent);
    }

    /** The causes, that which took most first. */
    public List<Cause> causes() {
        return causes.values().stream()
                .sorted(Comparator.comparingLong(Cause::totalNanos).reversed().thenComparing(Cause::name))
                .toList();
    }

    /** The longest pauses, the longest first; of equal ones the earlier. */
    public List<LongPause> longest() {
        return longest.stream()
                .sorted(SHORTEST_FIRST.reversed().thenComparingLong(each -> each.pause.startNanos()))
                .toList();
    }

    /** The pauses of the collector. */
    public Sticks collections() {
        return collections;
    }

    /** All other pauses. */
    public Sticks others() {
        return others;
    }
}
