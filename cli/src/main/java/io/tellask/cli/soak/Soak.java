package io.tellask.cli.soak;

import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;

/** Repeats a load for a time, and looks at what the process takes meanwhile. Used by one thread. */
public final class Soak {
    /** So often the process is looked at. */
    private static final int LOOKS = 60;

    private static final Duration LEAST_PAUSE = Duration.ofMillis(200);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

    private final SoakLoad load;
    private final Duration duration;

    /** Has the load repeated for at least that time. */
    public Soak(SoakLoad load, Duration duration) {
        this.load = load;
        this.duration = duration;
    }

    /**
     * Works until the time is over.
     *
     * @param seen is told of each look: the time since the beginning, and what was seen
     * @return what has grown, a sentence each; empty if nothing has
     */
    public List<String> run(BiConsumer<Duration, SoakVitals> seen) throws Exception {
        SoakVerdict verdict = new SoakVerdict();
        long began = System.nanoTime();
        long pause = Math.clamp(duration.toNanos() / LOOKS, LEAST_PAUSE.toNanos(), LONGEST_PAUSE.toNanos());
        long next = began;
        int looks = 0;
        while (System.nanoTime() - began < duration.toNanos() || looks < SoakVerdict.LEAST_LOOKS) {
            load.round();
            if (System.nanoTime() - next >= 0) {
                SoakVitals vitals = SoakVitals.now();
                verdict.add(vitals);
                looks++;
                seen.accept(Duration.ofNanos(System.nanoTime() - began), vitals);
                next = System.nanoTime() + pause;
            }
        }
        return verdict.growth();
    }
}
