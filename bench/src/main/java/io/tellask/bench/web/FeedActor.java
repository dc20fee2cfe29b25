package io.tellask.bench.web;

import io.tellask.actor.Emitter;
import io.tellask.actor.Promise;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;

/** Emits the same item to all who listen; the slowest of them sets the pace. Confined to its actor. */
final class FeedActor implements PumpedFeed {
    private static final String[] SYMBOLS = {"ACME", "GLOBEX", "INITECH", "UMBRELLA"};
    private static final int BUFFERED_ITEMS = 1_024;

    private final List<Emitter<Update>> updates = new ArrayList<>();
    private final List<Emitter<Tick>> ticks = new ArrayList<>();
    private int emitted;

    /** Update number i, the same of all contenders. */
    static Update update(int i) {
        return new Update(SYMBOLS[i & 3], 100 + (i & 1023) / 8.0, 100 + (i & 511));
    }

    @Override
    public Promise<Long> heapBytes() {
        System.gc();
        return Promise.of(
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }

    @Override
    public Flow.Publisher<Update> updates() {
        return listener(updates);
    }

    @Override
    public Flow.Publisher<Tick> ticks() {
        return listener(ticks);
    }

    private static <T> Emitter<T> listener(List<Emitter<T>> listeners) {
        Emitter<T> listener = new Emitter<>(BUFFERED_ITEMS);
        listeners.add(listener);
        listener.onCancel(() -> listeners.remove(listener));
        return listener;
    }

    @Override
    public Promise<Void> emit(int count) {
        Promise<Void> done = new Promise<>();
        emit(count, 0, done);
        return done;
    }

    /** Goes on with a listener, and where its buffer is full once there is room. */
    private void emit(int count, int from, Promise<Void> done) {
        int next = from;
        for (int left = count; left > 0; left--) {
            Update update = update(emitted);
            for (; next < updates.size(); next++) {
                Emitter<Update> listener = updates.get(next);
                if (!listener.offer(update) && !listener.isCancelled()) {
                    int rest = left;
                    int here = next;
                    listener.whenWritable().whenComplete((nothing, ended) -> emit(rest, here, done));
                    return;
                }
            }
            next = 0;
            emitted++;
        }
        done.complete(null);
    }

    @Override
    public Promise<Void> tick() {
        Tick tick = new Tick(System.nanoTime());
        ticks.forEach(listener -> listener.offer(tick));
        return Promise.of(null);
    }
}
