package io.tellask.testkit.search;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whether calls that overlapped could have been made one after the other, each at some instant between its beginning and its end.
 *
 * <p>The search takes the calls in all orders that their times allow, and remembers which calls led to which state (Wing and Gong: Testing and verifying
 * concurrent objects, 1993; Lowe: Testing for linearizability, 2016). Where no call is open the calls before and behind do not overlap: each part is searched
 * alone, from all states in which the part before it can have ended. Belongs to one thread.
 *
 * @param <S> the states, with {@code equals}
 */
public final class Linearization<S> {
    /** A call that never ended: it may have been carried out at any time since it began, or not at all. */
    public static final long OPEN = Long.MAX_VALUE;

    /** When a call began and ended; instants are all different. */
    public record Span(long began, long ended) {}

    /** What calls do. */
    @FunctionalInterface
    public interface Machine<S> {
        /**
         * The state after a call; null: with this result it cannot have been made in this state.
         *
         * @param answered whether its result is known; else any will do
         */
        @Nullable
        S after(S state, int call, boolean answered);
    }

    /**
     * Calls that no order explains: as few as are needed, unless it takes too many states to leave some out.
     *
     * @param calls those of the part, in the order in which they began
     * @param starts the states in which they can have begun
     * @param last the one with whose end there was no explanation any more
     */
    public record Unexplained<S>(List<Integer> calls, Set<S> starts, int last) {}

    /** The search took more states than it may. */
    public static final class TooManyStatesException extends RuntimeException {
        private static final long serialVersionUID = 1;

        TooManyStatesException(long maxStates) {
            super(
                    "history: states=" + maxStates + " >= maxStates=" + maxStates
                            + ", and it is not decided whether an order explains it; record fewer calls at a time, or check by key");
        }
    }

    private record Position<S>(BitSet done, S state) {}

    private final List<Span> spans;
    private final Machine<S> machine;
    private final long maxStates;
    private long states;

    /** A search among calls, numbered from 0, that may take so many states. */
    public Linearization(List<Span> spans, Machine<S> machine, long maxStates) {
        this.spans = spans;
        this.machine = machine;
        this.maxStates = maxStates;
    }

    /**
     * Searches; null: an order explains all.
     *
     * @throws TooManyStatesException if that takes too many states
     */
    public @Nullable Unexplained<S> search(S initial) {
        Set<S> starts = Set.of(initial);
        for (List<Integer> part : parts()) {
            Set<S> ends = ends(part, starts, OPEN - 1);
            if (ends.isEmpty()) {
                return shortest(part, starts);
            }
            starts = ends;
        }
        return null;
    }

    /** The calls in the order in which they began, apart where none was open. */
    private List<List<Integer>> parts() {
        List<Integer> calls = new ArrayList<>();
        for (int call = 0; call < spans.size(); call++) {
            calls.add(call);
        }
        calls.sort(Comparator.comparingLong(call -> spans.get(call).began));
        List<List<Integer>> parts = new ArrayList<>();
        long openUntil = Long.MIN_VALUE;
        for (int call : calls) {
            if (parts.isEmpty() || spans.get(call).began > openUntil) {
                parts.add(new ArrayList<>());
            }
            parts.getLast().add(call);
            openUntil = Math.max(openUntil, spans.get(call).ended);
        }
        return parts;
    }

    /** The part up to the first end of a call that leaves no explanation; all of it where that is too much to search. */
    private Unexplained<S> shortest(List<Integer> part, Set<S> starts) {
        List<Integer> byEnd = new ArrayList<>(part);
        byEnd.sort(Comparator.comparingLong(call -> spans.get(call).ended));
        states = 0;
        try {
            for (int last : byEnd) {
                long until = spans.get(last).ended;
                List<Integer> begun = part.stream()
                        .filter(call -> spans.get(call).began < until)
                        .toList();
                if (until == OPEN || ends(begun, starts, until).isEmpty()) {
                    return new Unexplained<>(begun, starts, last);
                }
            }
        } catch (TooManyStatesException tooMany) {
            return new Unexplained<>(part, starts, byEnd.getLast()); // that none explains it is known
        }
        throw new IllegalStateException("history: no end of a call leaves it without an explanation");
    }

    /** The states in which the calls can have ended; those that ended later than an instant count as open. */
    private Set<S> ends(List<Integer> calls, Set<S> starts, long until) {
        Set<S> ends = new HashSet<>();
        Set<Position<S>> seen = new HashSet<>();
        ArrayDeque<Position<S>> open = new ArrayDeque<>();
        starts.forEach(state -> open.push(new Position<>(new BitSet(), state)));
        while (!open.isEmpty()) {
            Position<S> position = open.pop();
            if (!seen.add(position)) {
                continue;
            }
            if (++states > maxStates) {
                throw new TooManyStatesException(maxStates);
            }
            long firstEnd = firstEnd(calls, position.done, until);
            if (firstEnd > until) {
                ends.add(position.state);
            } else {
                pushNext(calls, position, firstEnd, until, open);
            }
        }
        return ends;
    }

    /** When the first of those that are not done has ended. */
    private long firstEnd(List<Integer> calls, BitSet done, long until) {
        long first = OPEN;
        for (int index = 0; index < calls.size(); index++) {
            long ended = spans.get(calls.get(index)).ended;
            if (!done.get(index) && ended <= until) {
                first = Math.min(first, ended);
            }
        }
        return first;
    }

    private void pushNext(
            List<Integer> calls, Position<S> position, long firstEnd, long until, ArrayDeque<Position<S>> open) {
        for (int index = calls.size() - 1; index >= 0; index--) {
            int call = calls.get(index);
            if (position.done.get(index) || spans.get(call).began > firstEnd) {
                continue;
            }
            S after = machine.after(position.state, call, spans.get(call).ended <= until);
            if (after != null) {
                BitSet done = (BitSet) position.done.clone();
                done.set(index);
                open.push(new Position<>(done, after));
            }
        }
    }
}
