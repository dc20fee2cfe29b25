package io.tellask.bench.actor;

/**
 * The actors of one library in this process, opened for one case. A contender raises {@link UnsupportedOperationException} for what it takes no part
 * in. What it returns may be called from any thread.
 */
public interface LocalActors extends AutoCloseable {
    /** Where messages go: two ints each, the first of which says who sends. */
    @FunctionalInterface
    interface Receiver {
        void tell(int sender, int value);
    }

    /** Whom to ask for the sum of two ints. */
    @FunctionalInterface
    interface Adder {
        void ask(int first, int second, Answer answer);
    }

    /** Takes an answer, on any thread. */
    @FunctionalInterface
    interface Answer {
        void take(int sum);
    }

    /** Has a number handed on when an instant of {@link System#nanoTime} has come. */
    @FunctionalInterface
    interface Alarms {
        void ring(long dueNanos, int value);
    }

    /** An actor that hands on what it is told: an actor's state is its own, so {@code state} needs no synchronization. */
    Receiver receiver(Receiver state) throws Exception;

    /** As {@link #receiver}, where no other actor runs. */
    default Receiver elsewhere(Receiver state) throws Exception {
        throw new UnsupportedOperationException("no second dispatcher");
    }

    /** An actor that hands on numbers by timers of its own. */
    default Alarms alarms(Receiver state) throws Exception {
        throw new UnsupportedOperationException("no timers that ring");
    }

    /** An actor that answers with sums. */
    default Adder adder() throws Exception {
        throw new UnsupportedOperationException("no asks");
    }

    /**
     * So many actors in a ring: each tells the next one the value less 1, and the one that has 0 hands it to {@code arrived}. Returns the first of
     * them.
     */
    default Receiver ring(int actors, Receiver arrived) throws Exception {
        throw new UnsupportedOperationException("no ring");
    }

    /** Makes so many actors, which wait for messages. */
    default void spawn(int actors) throws Exception {
        throw new UnsupportedOperationException("no idle actors");
    }

    /** Has an actor set so many timers, each an hour or more ahead, and returns once they are set. */
    default void setTimers(int timers) throws Exception {
        throw new UnsupportedOperationException("no timers");
    }
}
