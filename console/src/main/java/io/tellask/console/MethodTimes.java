package io.tellask.console;

import io.tellask.console.LatencyCounts.Counted;
import java.util.concurrent.atomic.LongAdder;

/** The calls of one method that have ended. Thread-safe. */
final class MethodTimes {
    private final String contract;
    private final String method;
    private final boolean stream;
    private final LatencyCounts times = new LatencyCounts();
    private final LongAdder failed = new LongAdder();
    private final LongAdder receivedBytes = new LongAdder();
    private final LongAdder sentBytes = new LongAdder();

    MethodTimes(String contract, String method, boolean stream) {
        this.contract = contract;
        this.method = method;
        this.stream = stream;
    }

    boolean isStream() {
        return stream;
    }

    void add(long nanos, boolean success, long received, long sent) {
        times.add(nanos);
        receivedBytes.add(received);
        sentBytes.add(sent);
        if (!success) {
            failed.increment();
        }
    }

    Histogram histogram() {
        return times.read().histogram();
    }

    MethodRow row() {
        Counted all = times.read();
        return new MethodRow(
                contract,
                method,
                stream,
                all.total(),
                failed.sum(),
                receivedBytes.sum(),
                sentBytes.sum(),
                all.meanMicros(),
                all.micros(0.5),
                all.micros(0.9),
                all.micros(0.99),
                all.micros(0.999),
                all.longestMicros());
    }
}
