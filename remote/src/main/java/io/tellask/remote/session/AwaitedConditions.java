package io.tellask.remote.session;

import io.tellask.actor.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Promises that are settled once a condition holds, such as room in a batch. Conditions are evaluated, and all methods called, under the lock of
 * the {@link Outbound}; what they return is settled without it.
 */
final class AwaitedConditions {
    private final List<Awaited> awaited = new ArrayList<>();

    private record Awaited(BooleanSupplier condition, Promise<Void> promise) {
        boolean isOver() {
            return promise.isDone() || condition.getAsBoolean();
        }
    }

    void add(BooleanSupplier condition, Promise<Void> promise) {
        awaited.add(new Awaited(condition, promise));
    }

    /** Takes those whose condition holds, or that were settled by others. */
    List<Promise<Void>> takeReady() {
        if (awaited.isEmpty()) {
            return List.of();
        }
        List<Promise<Void>> ready = new ArrayList<>();
        for (Awaited one : awaited) {
            if (one.isOver()) {
                ready.add(one.promise);
            }
        }
        if (!ready.isEmpty()) {
            awaited.removeIf(Awaited::isOver);
        }
        return ready;
    }

    List<Promise<Void>> takeAll() {
        List<Promise<Void>> all = awaited.stream().map(Awaited::promise).toList();
        awaited.clear();
        return all;
    }
}
