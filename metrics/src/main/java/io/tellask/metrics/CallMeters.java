package io.tellask.metrics;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.tellask.remote.CallOutcome;
import io.tellask.remote.IncomingCall;
import io.tellask.remote.Interceptor;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Measures the calls of peers by contract and method, as an interceptor of their server or client. Put it first in
 * {@link Interceptor#all}, so that it sees what others refuse. Thread-safe.
 *
 * <pre>
 *  tellask.calls         timer: from when a call came to its end; contract, method, outcome: done, failed, given_up, refused, denied
 *  tellask.calls.bytes   summary of how long calls were on the wire; contract, method
 *  tellask.calls.active  gauge of those that have come and not ended
 * </pre>
 *
 * <p>Tags have few values whatever peers do: a contract is an interface of this process, and a method one of its own, of any parameters. Names
 * of peers and of those who call are none.
 */
public final class CallMeters implements Interceptor {
    private final MeterRegistry registry;
    private final LongAdder active = new LongAdder();
    private final Map<Class<?>, Map<String, MethodMeters>> contracts = new ConcurrentHashMap<>();

    private CallMeters(MeterRegistry registry) {
        this.registry = registry;
        Gauge.builder("tellask.calls.active", active, LongAdder::sum)
                .description("calls of peers that have come and not ended")
                .strongReference(true)
                .register(registry);
    }

    /** Measures into a registry; one object serves any number of servers and clients. */
    public static CallMeters of(MeterRegistry registry) {
        return new CallMeters(Objects.requireNonNull(registry, "registry"));
    }

    @Override
    public void before(IncomingCall call) {
        active.increment();
        metersOf(call).bytes.record(call.bytes());
    }

    @Override
    public void after(IncomingCall call, @Nullable Throwable failure) {
        active.decrement();
        metersOf(call)
                .timers[CallOutcome.of(failure).ordinal()]
                .record(call.elapsed().toNanos(), TimeUnit.NANOSECONDS);
    }

    private MethodMeters metersOf(IncomingCall call) {
        Map<String, MethodMeters> methods = contracts.get(call.contract());
        MethodMeters known = methods == null ? null : methods.get(call.method());
        return known != null
                ? known
                : contracts
                        .computeIfAbsent(call.contract(), _ -> new ConcurrentHashMap<>())
                        .computeIfAbsent(call.method(), _ -> new MethodMeters(registry, call));
    }

    /** Of one method: looked up once, not for each call. */
    private static final class MethodMeters {
        final DistributionSummary bytes;
        final Timer[] timers = new Timer[CallOutcome.values().length];

        MethodMeters(MeterRegistry registry, IncomingCall call) {
            Tags tags = Tags.of("contract", call.contract().getName(), "method", call.method());
            bytes = DistributionSummary.builder("tellask.calls.bytes")
                    .description("how long the calls of peers were on the wire")
                    .baseUnit("bytes")
                    .tags(tags)
                    .register(registry);
            for (CallOutcome outcome : CallOutcome.values()) {
                timers[outcome.ordinal()] = Timer.builder("tellask.calls")
                        .description("from when a call of a peer came to its end")
                        .tags(tags.and("outcome", outcome.word()))
                        .register(registry);
            }
        }
    }
}
