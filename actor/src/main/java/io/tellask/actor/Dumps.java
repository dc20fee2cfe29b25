package io.tellask.actor;

import io.tellask.actor.SystemDump.Section;
import io.tellask.actor.runtime.ActorCell;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** Takes dumps of one system, with what others add to them. Thread-safe. */
final class Dumps {
    /** So many may add something. */
    static final int MOST_SOURCES = 1_024;

    private final List<Supplier<Section>> sources = new CopyOnWriteArrayList<>();

    synchronized Cancellable add(Supplier<Section> source) {
        if (sources.size() >= MOST_SOURCES) {
            throw new IllegalStateException(
                    "dump: sources=" + sources.size() + " >= limit=" + MOST_SOURCES + "; cancel one of them first");
        }
        Supplier<Section> own = source::get; // an identity of its own: the same may be added twice
        sources.add(own);
        return () -> sources.remove(own);
    }

    SystemDump take(ActorSystem system, Collection<ActorCell<?>> cells, ActorThreads threads) {
        Instant now = Instant.now();
        DumpTaker taker = new DumpTaker(cells, threads.all());
        return new SystemDump(
                now,
                system.name(),
                counts(system, cells, taker),
                taker.actors(),
                taker.threads(),
                system.deadLetters(SystemDump.MOST_DEAD_LETTERS),
                sources.stream().map(Dumps::section).toList());
    }

    private static Map<String, Long> counts(ActorSystem system, Collection<ActorCell<?>> cells, DumpTaker taker) {
        Map<String, Long> counts = new LinkedHashMap<>();
        counts.put("actors", (long) system.actors());
        counts.put("threads", taker.countedThreads());
        counts.put("spawned", system.spawnedActors());
        counts.put("queued", system.queuedMessages());
        counts.put("timers", cells.stream().mapToLong(DumpTaker::timers).sum());
        counts.put("failedTells", system.failedTells());
        counts.put("dropped", system.droppedMessages());
        counts.put("deadLetters", system.countedDeadLetters());
        counts.put("loopFailures", system.loopFailures());
        counts.put("blockedTurns", system.blockedLoops());
        return counts;
    }

    private static Section section(Supplier<Section> source) {
        try {
            return Objects.requireNonNull(source.get(), "section");
        } catch (Throwable failure) { // an error, too: the rest of the dump is wanted all the more
            return new Section(
                    "failed", List.of(Map.of("failure", failure.getClass().getName())), 0);
        }
    }
}
