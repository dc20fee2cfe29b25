package io.tellask.console;

import io.tellask.console.LatencyCounts.Counted;
import io.tellask.remote.CallWatcher;
import io.tellask.remote.IncomingCall;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * How long calls took since somebody looks, by method and all together. Peers cannot make it grow: a contract is an interface of this process
 * and a method one of its names. Thread-safe, but for {@link #sample}, which is the actor's.
 */
final class CallTimes implements CallWatcher {
    /** So many methods are told apart; calls of further ones count among all calls only. */
    static final int MOST_METHODS = 1_024;

    private final Instant since;
    private final Map<Class<?>, Map<String, MethodTimes>> contracts = new ConcurrentHashMap<>();
    private final AtomicInteger methods = new AtomicInteger();
    private final LatencyCounts all = new LatencyCounts();
    private final LongAdder failed = new LongAdder();
    private Counted sampled = Counted.NOTHING;

    CallTimes(Instant since) {
        this.since = since;
    }

    @Override
    public void ended(IncomingCall call, @Nullable Throwable failure, long items, long sentBytes) {
        if (call.contract() == Console.class) {
            return;
        }
        long nanos = call.elapsed().toNanos();
        MethodTimes times = timesOf(call);
        if (times != null) {
            times.add(nanos, failure == null, call.bytes(), sentBytes);
        }
        if (times == null || !times.isStream()) {
            all.add(nanos);
            if (failure != null) {
                failed.increment();
            }
        }
    }

    private @Nullable MethodTimes timesOf(IncomingCall call) {
        Map<String, MethodTimes> known = contracts.computeIfAbsent(call.contract(), _ -> new ConcurrentHashMap<>());
        MethodTimes times = known.get(call.method());
        return times != null ? times : known.computeIfAbsent(call.method(), _ -> newTimes(call));
    }

    private @Nullable MethodTimes newTimes(IncomingCall call) {
        boolean stream = call.signature().contains(")java.util.concurrent.Flow");
        return methods.incrementAndGet() > MOST_METHODS
                ? null
                : new MethodTimes(call.contract().getName(), call.method(), stream);
    }

    /** All calls, with the times of those that have ended since it was asked last. */
    CallSample sample() {
        Counted now = all.read();
        Counted recent = now.since(sampled);
        sampled = now;
        return new CallSample(
                now.total(), failed.sum(), recent.micros(0.5), recent.micros(0.99), recent.longestMicros());
    }

    MethodPage page(int most) {
        List<MethodRow> rows = contracts.values().stream()
                .flatMap(known -> known.values().stream())
                .map(MethodTimes::row)
                .sorted(Comparator.comparingLong(MethodRow::calls)
                        .reversed()
                        .thenComparing(MethodRow::contract)
                        .thenComparing(MethodRow::method))
                .toList();
        return new MethodPage(since, rows.subList(0, Math.min(most, rows.size())), rows.size(), rows.size() > most);
    }

    Histogram histogram(String contract, String method) {
        if (contract.isEmpty() && method.isEmpty()) {
            return all.read().histogram();
        }
        for (Map.Entry<Class<?>, Map<String, MethodTimes>> each : contracts.entrySet()) {
            MethodTimes times = each.getValue().get(method);
            if (times != null && each.getKey().getName().equals(contract)) {
                return times.histogram();
            }
        }
        return new Histogram(0, List.of());
    }
}
