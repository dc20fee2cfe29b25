package io.tellask.remote;

import io.tellask.actor.Emitter;
import io.tellask.remote.Operations.Call;
import io.tellask.remote.filter.Filter;
import io.tellask.remote.filter.FilterField;
import io.tellask.remote.filter.FilterField.Kind;
import io.tellask.remote.session.Traffic;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What one who watches is told, from when it subscribes until it cancels. Calls come from all loops and dispatchers, and wait for nothing:
 * what the buffer does not take is counted. Thread-safe.
 */
final class WatchedTraffic implements Flow.Publisher<Call>, CallWatcher {
    private static final Map<String, FilterField<Call>> FIELDS = Map.of(
            "peer", FilterField.text(Call::peer),
            "principal", FilterField.text(Call::principal),
            "contract", FilterField.text(Call::contract),
            "method", FilterField.text(Call::method),
            "in", FilterField.number(Kind.SIZE, Call::in),
            "out", FilterField.number(Kind.SIZE, Call::out),
            "items", FilterField.number(Kind.NUMBER, Call::items),
            "time", FilterField.number(Kind.TIME, call -> TimeUnit.MICROSECONDS.toMillis(call.time())),
            "failure", FilterField.text(Call::failure));

    private final Traffic traffic;
    private final Predicate<Call> condition;
    private final Emitter<Call> told = new Emitter<>(Operations.MOST_WAITING_CALLS);
    private final AtomicLong dropped = new AtomicLong();

    WatchedTraffic(Traffic traffic, String where) {
        this.traffic = traffic;
        condition = Filter.parse(where, FIELDS);
    }

    /** Begins only now: a stream that is never subscribed to leaves nothing behind. */
    @Override
    public void subscribe(Flow.Subscriber<? super Call> subscriber) {
        try {
            traffic.add(this);
        } catch (IllegalStateException tooMany) {
            told.fail(tooMany);
        }
        told.onCancel(() -> traffic.remove(this));
        told.subscribe(subscriber);
    }

    @Override
    public void ended(IncomingCall call, @Nullable Throwable failure, long items, long sentBytes) {
        if (call.contract() == Operations.class) {
            return;
        }
        Call seen = new Call(
                Instant.now(),
                ConnectionList.withoutScheme(call.peer()),
                call.principal().name(),
                call.contract().getName(),
                call.method(),
                call.bytes(),
                sentBytes,
                items,
                TimeUnit.NANOSECONDS.toMicros(call.elapsed().toNanos()),
                failure == null ? "" : nameOf(failure),
                dropped.getAndSet(0));
        boolean wanted = condition.test(seen);
        if (!wanted || !told.offer(seen)) {
            dropped.addAndGet(seen.dropped() + (wanted ? 1 : 0));
        }
    }

    private static String nameOf(Throwable failure) {
        return failure instanceof RemoteException remote
                ? remote.typeName()
                : failure.getClass().getName();
    }
}
