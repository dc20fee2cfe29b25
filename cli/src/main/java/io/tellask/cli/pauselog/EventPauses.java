package io.tellask.cli.pauselog;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import jdk.jfr.consumer.EventStream;
import jdk.jfr.consumer.RecordedEvent;

/**
 * The pauses among the events of flight recordings. A VM operation at a safepoint is a pause, which begins when its threads are asked to stop, if
 * that event is there too; a phase of the collector that is in none is one by itself. Not thread-safe: the stream's thread calls.
 */
final class EventPauses {
    static final String SAFEPOINT = "jdk.SafepointBegin";
    static final String OPERATION = "jdk.ExecuteVMOperation";
    static final String GC_PHASE = "jdk.GCPhasePause";

    /** The most safepoints whose operation has not ended yet that are remembered. */
    private static final int MOST_BEGUN = 64;

    private final PauseMerger merger;
    private final Sighting sighting;
    private final Map<Long, RecordedEvent> begun = new LinkedHashMap<>();
    private long events;

    EventPauses(String source, BiConsumer<Pause, Sighting> pauses) {
        merger = new PauseMerger(pauses);
        sighting = new Sighting(source, 0);
    }

    /** Listens to a stream, which is started afterwards. */
    void listen(EventStream stream) {
        stream.setReuse(false);
        stream.onEvent(SAFEPOINT, this::onBegin);
        stream.onEvent(OPERATION, this::onOperation);
        stream.onEvent(GC_PHASE, this::onPhase);
    }

    private void onBegin(RecordedEvent event) {
        events++;
        if (begun.size() == MOST_BEGUN) {
            begun.remove(begun.keySet().iterator().next());
        }
        begun.put(event.getLong("safepointId"), event);
    }

    private void onOperation(RecordedEvent event) {
        if (!event.getBoolean("safepoint")) {
            return;
        }
        events++;
        RecordedEvent begin = begun.remove(event.getLong("safepointId"));
        String operation = event.getString("operation");
        long end = nanos(event.getEndTime());
        long start = nanos(begin == null ? event.getStartTime() : begin.getStartTime());
        long reaching = begin == null ? 0 : begin.getDuration().toNanos();
        merger.safepoint(pause(start, end, reaching, operation, CollectorOperations.includes(operation)), sighting);
    }

    private void onPhase(RecordedEvent event) {
        events++;
        long start = nanos(event.getStartTime());
        merger.gcPause(pause(start, nanos(event.getEndTime()), 0, event.getString("name"), true), sighting);
    }

    private static Pause pause(long start, long end, long reaching, String cause, boolean gc) {
        long nanos = Math.clamp(end - start, 0, PauseMessage.MOST_NANOS);
        String name = cause.substring(0, Math.min(cause.length(), PauseMessage.MOST_CAUSE_CHARS));
        return new Pause(start, nanos, Math.clamp(reaching, 0, nanos), gc, name);
    }

    static long nanos(Instant time) {
        return time.getEpochSecond() * 1_000_000_000 + time.getNano();
    }

    /** Hands out what waits, behind the last event. */
    void end() {
        merger.end();
    }

    /** How many events of pauses there were. */
    long events() {
        return events;
    }
}
