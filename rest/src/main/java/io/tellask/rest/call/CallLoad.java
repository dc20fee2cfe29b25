package io.tellask.rest.call;

import io.tellask.rest.problem.Refusal;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts what is under way, and refuses what would be too much. Thread-safe. */
public final class CallLoad {
    /**
     * Results that wait to become answers, or do so, beside the threads that make them: where results are long, or nobody knows, the thread that
     * made one more makes its answer, too, and so no further result meanwhile.
     */
    static final int MOST_WAITING_ANSWERS = Math.max(2, Runtime.getRuntime().availableProcessors());

    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger streams = new AtomicInteger();
    private final AtomicInteger answers = new AtomicInteger();
    private final int mostCalls;
    private final int mostStreams;

    public CallLoad(int mostCalls, int mostStreams) {
        this.mostCalls = mostCalls;
        this.mostStreams = mostStreams;
    }

    /** Counts a request. */
    void begin() {
        take(calls, mostCalls, "callsInFlight");
    }

    void end() {
        calls.decrementAndGet();
    }

    /** From here on a request is a stream. */
    void beginStream() {
        take(streams, mostStreams, "streams");
        calls.decrementAndGet();
    }

    void endStream() {
        streams.decrementAndGet();
    }

    /** Counts an answer that is made by a thread of its own; false if there are so many that the one who asks has to make it. */
    boolean beginAnswer() {
        if (answers.incrementAndGet() > MOST_WAITING_ANSWERS) {
            answers.decrementAndGet();
            return false;
        }
        return true;
    }

    void endAnswer() {
        answers.decrementAndGet();
    }

    private static void take(AtomicInteger count, int most, String name) {
        if (count.incrementAndGet() > most) {
            count.decrementAndGet();
            throw Refusal.later(503, "overloaded", name + "=" + most + " are under way; try again later");
        }
    }

    /** Requests that are not answered, without streams. */
    public int calls() {
        return calls.get();
    }

    /** Streams that have not ended. */
    public int streams() {
        return streams.get();
    }
}
