package io.tellask.testkit;

import io.tellask.testkit.search.Linearization;
import io.tellask.testkit.search.Linearization.Span;
import io.tellask.testkit.search.Linearization.Unexplained;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls that several callers made at once, with their results, and whether they are those of something that carries out each call at one instant between its
 * beginning and its end: whether the history is linearizable.
 *
 * <p>A call that failed, or was not answered, may have been carried out at any time since it began, or not at all; where a failure tells that it was not,
 * {@link #noEffectWhere} says so. Thread-safe; results count from the moment at which they are recorded, which is later than they came, never earlier.
 *
 * @param <O> the operations
 * @param <R> their results
 */
public final class History<O, R> {
    /** States that the search of one check may take unless told otherwise. */
    public static final long DEFAULT_MAX_STATES = 1_000_000;

    private static final class Call<O, R> {
        final String caller;
        final O operation;
        final long began;
        final long beganNanos;
        long ended = Linearization.OPEN;
        long endedNanos;

        @Nullable
        R result;

        @Nullable
        Throwable failure;

        Call(String caller, O operation, long began, long beganNanos) {
            this.caller = caller;
            this.operation = operation;
            this.began = began;
            this.beganNanos = beganNanos;
        }

        @Override
        public String toString() {
            String outcome = ended != Linearization.OPEN
                    ? " = " + result + ", ends at " + endedNanos + " ns"
                    : failure == null ? ", no answer" : ", failed with " + failure;
            return caller + ": " + operation + ", begins at " + beganNanos + " ns" + outcome;
        }
    }

    private final List<Call<O, R>> calls = new ArrayList<>();
    private final LongSupplier nanoTime;
    private final Runnable touched;
    private Predicate<Throwable> noEffect = failure -> false;
    private long maxStates = DEFAULT_MAX_STATES;
    private long events;

    /** A history whose calls show instants of a clock, such as {@link Simulation#nanoTime}. */
    public History(LongSupplier nanoTime) {
        this(nanoTime, () -> {});
    }

    History(LongSupplier nanoTime, Runnable touched) {
        this.nanoTime = Objects.requireNonNull(nanoTime, "nanoTime");
        this.touched = touched;
    }

    /** Says which failures mean that the call was not carried out: it is left out. */
    public synchronized History<O, R> noEffectWhere(Predicate<Throwable> failure) {
        noEffect = Objects.requireNonNull(failure, "failure");
        return this;
    }

    /** Bounds the states that the search of one check may take, at least 1. */
    public synchronized History<O, R> maxStates(long states) {
        if (states < 1) {
            throw new IllegalArgumentException("history: maxStates=" + states + " < 1; a search takes at least one");
        }
        maxStates = states;
        return this;
    }

    /**
     * Makes a call and records it: its beginning now, its end when the stage settles.
     *
     * @param caller for reports
     * @param operation as the model knows it
     * @param made makes the call
     * @return what the call returned
     */
    public <P extends CompletionStage<? extends R>> P call(String caller, O operation, Supplier<P> made) {
        Objects.requireNonNull(caller, "caller");
        Objects.requireNonNull(operation, "operation");
        Objects.requireNonNull(made, "made");
        Call<O, R> call = begin(caller, operation);
        P stage = made.get();
        stage.whenComplete((result, failure) -> end(call, result, failure));
        return stage;
    }

    private synchronized Call<O, R> begin(String caller, O operation) {
        touched.run();
        Call<O, R> call = new Call<>(caller, operation, events++, nanoTime.getAsLong());
        calls.add(call);
        return call;
    }

    private synchronized void end(Call<O, R> call, @Nullable R result, @Nullable Throwable failure) {
        touched.run();
        if (failure != null) {
            Throwable cause = failure.getCause();
            call.failure = failure instanceof CompletionException && cause != null ? cause : failure;
        } else {
            call.result = result;
            call.ended = events++;
            call.endedNanos = nanoTime.getAsLong();
        }
    }

    /** How many calls were begun. */
    public synchronized int size() {
        return calls.size();
    }

    /**
     * Checks that some order of the calls explains all results.
     *
     * @throws HistoryException if none does, with the calls that cannot be explained; or if that takes more states than it may
     */
    public synchronized <S> void check(SequentialModel<S, O, R> model) {
        check("", calls, Objects.requireNonNull(model, "model"));
    }

    /** As {@link #check}, for operations that concern one of several things each, and have nothing to do with the others: each is a model of its own. */
    public synchronized <S, K> void checkEach(Function<? super O, ? extends K> keyOf, SequentialModel<S, O, R> model) {
        Objects.requireNonNull(keyOf, "keyOf");
        Objects.requireNonNull(model, "model");
        Map<K, List<Call<O, R>>> byKey = new LinkedHashMap<>();
        for (Call<O, R> call : calls) {
            byKey.computeIfAbsent(keyOf.apply(call.operation), unknown -> new ArrayList<>())
                    .add(call);
        }
        byKey.forEach((key, some) -> check(", key=" + key, some, model));
    }

    private <S> void check(String which, List<Call<O, R>> all, SequentialModel<S, O, R> model) {
        List<Call<O, R>> some = all.stream()
                .filter(call -> call.failure == null || !noEffect.test(call.failure))
                .toList();
        List<Span> spans =
                some.stream().map(call -> new Span(call.began, call.ended)).toList();
        Unexplained<S> unexplained;
        try {
            unexplained = new Linearization<S>(
                            spans, (state, call, answered) -> after(model, state, some.get(call), answered), maxStates)
                    .search(model.initial());
        } catch (Linearization.TooManyStatesException undecided) {
            throw new HistoryException(undecided.getMessage() + which, List.of());
        }
        if (unexplained != null) {
            throw failed(which, some, unexplained);
        }
    }

    private static <S, O, R> @Nullable S after(
            SequentialModel<S, O, R> model, S state, Call<O, R> call, boolean answered) {
        SequentialModel.Outcome<S, R> outcome = model.apply(state, call.operation);
        return !answered || Objects.equals(outcome.result(), call.result) ? outcome.state() : null;
    }

    private static <S, O, R> HistoryException failed(String which, List<Call<O, R>> calls, Unexplained<S> unexplained) {
        List<String> lines = unexplained.calls().stream()
                .map(call -> calls.get(call).toString())
                .toList();
        return new HistoryException(
                "history: no order explains calls=" + lines.size() + " of " + calls.size() + which
                        + ", begun in states=" + unexplained.starts() + ", since the end of "
                        + calls.get(unexplained.last()) + "\n  " + String.join("\n  ", lines),
                lines);
    }
}
