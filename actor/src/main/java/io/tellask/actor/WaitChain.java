package io.tellask.actor;

import io.tellask.actor.runtime.AwaitedCall;
import io.tellask.text.SafeText;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Calls of which each waits for the next, as far as promises tell: from an ask to the promise that its method returned, to the asks which that
 * was derived from ({@code thenCompose}, {@code all} and the rest), and so on. Where a call waits for itself by way of others, none of them is
 * ever answered.
 *
 * <p>It is looked for when a deadline has passed, and is part of the failure: nothing is kept for it before. It ends at a call to another
 * process, at a method that has not returned, and at a promise that code settles by itself. Reads promises only, on any thread; at most {@value
 * #MAX_PROMISES} of them. Immutable.
 *
 * @param calls what waits, such as {@code Shop.buy of Shop-1}, in order; at most {@value #MAX_CALLS}, what is between left out. In a cycle
 *     the last is one of those before it
 * @param isCycle whether the last call waits for one before it
 */
public record WaitChain(List<String> calls, boolean isCycle) {
    /** How many promises are looked at. */
    public static final int MAX_PROMISES = 1_024;

    /** How many calls are named. */
    public static final int MAX_CALLS = 16;

    public WaitChain {
        calls = List.copyOf(calls);
    }

    /** What a stage waits for: a cycle if there is one, else the longest chain; without calls if it waits for none, or is settled. */
    public static WaitChain of(CompletionStage<?> stage) {
        Objects.requireNonNull(stage, "stage");
        return new Search(null, null).from(stage).result();
    }

    /** As {@link #of(CompletionStage)}, of the stage that a call is answered by; the call is named first. */
    public static WaitChain of(String call, CompletionStage<?> answer) {
        Objects.requireNonNull(call, "call");
        Objects.requireNonNull(answer, "answer");
        return new Search(new Known(call), null).from(answer).result();
    }

    /** How a call waits for a promise, up to that, by the stage that the call is answered by; empty if it does not. */
    public static Optional<WaitChain> between(String call, CompletionStage<?> answer, Promise<?> awaited) {
        Objects.requireNonNull(call, "call");
        Objects.requireNonNull(answer, "answer");
        Objects.requireNonNull(awaited, "awaited");
        Search search = new Search(new Known(call), awaited).from(answer);
        return search.found ? Optional.of(search.result()) : Optional.empty();
    }

    /** The chain as a sentence; nothing where there are no calls. */
    @Override
    public String toString() {
        if (calls.size() == 1) {
            return calls.getFirst() + " has not been answered";
        }
        return String.join(" waits for ", calls) + (isCycle ? ", which is a cycle: none of them can be answered" : "");
    }

    /** Behind the words of a failure: nothing, or the chain. */
    String asReason() {
        return calls.isEmpty() ? "" : "; " + this;
    }

    private static List<String> shortened(List<String> calls) {
        if (calls.size() <= MAX_CALLS) {
            return calls;
        }
        int half = MAX_CALLS / 2;
        List<String> some = new ArrayList<>(calls.subList(0, half));
        some.add(calls.size() - MAX_CALLS + 1 + " more");
        some.addAll(calls.subList(calls.size() - half + 1, calls.size()));
        return some;
    }

    /** A call that is known by name only. */
    private record Known(String callName) implements AwaitedCall {
        @Override
        public @Nullable CompletionStage<?> answeredBy() {
            return null;
        }
    }

    /** From promise to promise, depth first, so that one which is met again on the way to itself closes a cycle. Used once, by one thread. */
    private static final class Search {
        private final List<AwaitedCall> first;
        private final @Nullable Promise<?> awaited; // null: any cycle
        private final Map<Promise<?>, Boolean> seen = new IdentityHashMap<>(); // true: on the path
        private final ArrayDeque<Step> path = new ArrayDeque<>();
        private List<AwaitedCall> longest;
        private boolean found;

        private record Step(Promise<?> promise, Iterator<?> sources) {}

        Search(@Nullable Known first, @Nullable Promise<?> awaited) {
            this.first = first == null ? List.of() : List.of(first);
            this.awaited = awaited;
            longest = this.first;
        }

        WaitChain result() {
            return new WaitChain(shortened(longest.stream().map(Search::nameOf).toList()), found && awaited == null);
        }

        Search from(CompletionStage<?> start) {
            follow(start);
            while (!path.isEmpty() && !found) {
                Step last = path.getLast();
                if (last.sources.hasNext()) {
                    follow(last.sources.next());
                } else {
                    seen.put(path.removeLast().promise, false);
                }
            }
            return this;
        }

        private void follow(@Nullable Object source) {
            if (!(source instanceof Promise<?> promise) || !promise.isPending()) {
                return;
            }
            Boolean onPath = seen.get(promise);
            if (onPath == null && seen.size() < MAX_PROMISES) {
                enter(promise);
            } else if (onPath != null && onPath && awaited == null) {
                close(promise);
            }
        }

        private void enter(Promise<?> promise) {
            seen.put(promise, true);
            path.addLast(new Step(promise, sourcesOf(promise).iterator()));
            found = promise == awaited;
            List<AwaitedCall> calls = promise instanceof AwaitedCall ? calls() : List.of();
            if (found || awaited == null && calls.size() > longest.size()) {
                longest = calls;
            }
        }

        private List<AwaitedCall> calls() {
            List<AwaitedCall> calls = new ArrayList<>(first);
            for (Step step : path) {
                if (step.promise instanceof AwaitedCall call) {
                    calls.add(call);
                }
            }
            return calls;
        }

        /** The last call is the one on whose behalf the promise is open that was met again. */
        private void close(Promise<?> promise) {
            List<AwaitedCall> calls = calls();
            if (calls.isEmpty()) {
                return; // promises that wait for themselves, without anybody who was called
            }
            AwaitedCall closing = calls.getFirst();
            for (Step step : path) {
                closing = step.promise instanceof AwaitedCall call ? call : closing;
                if (step.promise == promise) {
                    break;
                }
            }
            calls.add(closing);
            longest = calls;
            found = true;
        }

        private static List<?> sourcesOf(Promise<?> promise) {
            if (promise instanceof AwaitedCall call) {
                CompletionStage<?> answering = call.answeredBy();
                return answering == null ? List.of() : List.of(answering);
            }
            List<Object> sources = new ArrayList<>();
            ArrayDeque<Object> open = new ArrayDeque<>();
            add(open, promise.followed());
            for (Object source = open.poll(); source != null && sources.size() < MAX_PROMISES; source = open.poll()) {
                switch (source) {
                    case Composition<?, ?> composition -> add(open, composition.get());
                    case LinkedFuture.Several several ->
                        Arrays.stream(several.promises()).forEach(one -> add(open, one));
                    default -> sources.add(source);
                }
            }
            return sources;
        }

        private static void add(ArrayDeque<Object> open, @Nullable Object source) {
            if (source != null) {
                open.add(source);
            }
        }

        private static String nameOf(AwaitedCall call) {
            CompletionStage<?> answering = call.answeredBy();
            String name = call.callName();
            if (name == null) {
                return "a call that has not returned";
            }
            return answering instanceof Promise<?> promise && promise.owner != null
                    ? name + " of " + SafeText.of(promise.owner.name())
                    : name;
        }
    }
}
