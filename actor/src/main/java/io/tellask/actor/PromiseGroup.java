package io.tellask.actor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;

/** Promises of several stages at once: all of them, any that succeeds, the first that settles. Stateless. */
final class PromiseGroup {
    private PromiseGroup() {}

    static <T> Promise<List<T>> all(List<? extends CompletionStage<? extends T>> several) {
        List<CompletionStage<? extends T>> stages = places(several);
        Promise<List<T>> all = new Promise<>();
        all.followAll(stages, true);
        Object[] values = new Object[stages.size()];
        AtomicInteger missing = new AtomicInteger(values.length);
        if (values.length == 0) {
            all.complete(List.of());
        }
        for (int i = 0; i < values.length; i++) {
            int index = i;
            observe(stages.get(i), (value, failure) -> {
                values[index] = value;
                if (failure != null) {
                    all.settle(null, failure);
                } else if (missing.decrementAndGet() == 0) {
                    all.settle(listOf(values), null);
                }
            });
        }
        return all;
    }

    @SuppressWarnings("unchecked")
    private static <T> List<T> listOf(Object[] values) {
        return (List<T>) Collections.unmodifiableList(Arrays.asList(values));
    }

    static <T> Promise<T> any(List<? extends CompletionStage<? extends T>> several) {
        requireSome("any", several);
        List<CompletionStage<? extends T>> stages = places(several);
        Promise<T> first = new Promise<>();
        first.followAll(stages, false);
        AtomicInteger hopes = new AtomicInteger(stages.size());
        for (CompletionStage<? extends T> stage : stages) {
            observe(stage, (value, failure) -> {
                if (failure == null || hopes.decrementAndGet() == 0) {
                    first.settle(value, failure);
                }
            });
        }
        return first;
    }

    static <T> Promise<T> race(List<? extends CompletionStage<? extends T>> several) {
        requireSome("race", several);
        List<CompletionStage<? extends T>> stages = places(several);
        Promise<T> first = new Promise<>();
        first.followAll(stages, false);
        stages.forEach(stage -> observe(stage, first::settle));
        return first;
    }

    private static void requireSome(String what, List<?> stages) {
        if (stages.isEmpty()) {
            throw new IllegalArgumentException(what + ": stages=0 < 1; it could never settle");
        }
    }

    private static <T> List<CompletionStage<? extends T>> places(List<? extends CompletionStage<? extends T>> stages) {
        List<CompletionStage<? extends T>> places = new ArrayList<>(stages.size());
        for (CompletionStage<? extends T> stage : stages) {
            places.add(stage instanceof Promise<? extends T> promise ? promise.place() : stage);
        }
        return places;
    }

    /** The group's own bookkeeping may run on any thread: what users attach to the group's promise follows that promise's rule. */
    @SuppressWarnings("unchecked")
    private static <T> void observe(CompletionStage<? extends T> stage, BiConsumer<T, Throwable> observer) {
        if (stage instanceof Promise<?> promise) {
            ((Promise<T>) promise).observe(observer);
        } else {
            ((CompletionStage<T>) stage).whenComplete(observer);
        }
    }
}
