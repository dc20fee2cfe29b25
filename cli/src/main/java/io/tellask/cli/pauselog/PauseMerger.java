package io.tellask.cli.pauselog;

import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Joins the pauses of the collector with the safepoint that they were in, which a log tells of afterwards and which is longer: it counts once, as
 * the safepoint, and has both names. A collector's pause outside of safepoints counts by itself, as all do in a log without safepoints. Holds at
 * most {@link #WAITING} pauses. Not thread-safe.
 */
final class PauseMerger {
    /** The most pauses of the collector that wait for their safepoint. */
    static final int WAITING = 64;

    /** How far a log's times, in milliseconds, may be from the truth. */
    private static final long TOLERANCE_NANOS = 2_000_000;

    private final BiConsumer<Pause, Sighting> pauses;
    private final ArrayDeque<Seen> waiting = new ArrayDeque<>();

    private record Seen(Pause pause, Sighting sighting) {}

    PauseMerger(BiConsumer<Pause, Sighting> pauses) {
        this.pauses = pauses;
    }

    void gcPause(Pause pause, Sighting sighting) {
        if (waiting.size() == WAITING) {
            emit(waiting.removeFirst());
        }
        waiting.addLast(new Seen(pause, sighting));
    }

    void safepoint(Pause safepoint, Sighting sighting) {
        Set<String> served = new LinkedHashSet<>();
        for (Seen seen = waiting.pollFirst(); seen != null; seen = waiting.pollFirst()) {
            if (isWithin(seen.pause, safepoint)) {
                served.add(seen.pause.cause());
            } else {
                emit(seen);
            }
        }
        pauses.accept(served.isEmpty() ? safepoint : serving(safepoint, served), sighting);
    }

    private static Pause serving(Pause safepoint, Set<String> served) {
        String cause = safepoint.cause() + ", " + String.join(", ", served);
        return new Pause(safepoint.startNanos(), safepoint.nanos(), safepoint.reachingNanos(), true, cause);
    }

    private static boolean isWithin(Pause inner, Pause outer) {
        return inner.startNanos() >= outer.startNanos() - TOLERANCE_NANOS
                && inner.endNanos() <= outer.endNanos() + TOLERANCE_NANOS;
    }

    /** Hands out what waits, behind the last pause. */
    void end() {
        waiting.forEach(this::emit);
        waiting.clear();
    }

    private void emit(Seen seen) {
        pauses.accept(seen.pause, seen.sighting);
    }
}
