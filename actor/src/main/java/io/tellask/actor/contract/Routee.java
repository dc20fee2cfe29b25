package io.tellask.actor.contract;

/** A reference to an actor as routers see it, and those who watch. Thread-safe. */
public interface Routee {
    /** Keeps the methods apart from those of contracts, which references implement, too. */
    enum Asker {
        /** Whoever chooses among references. */
        ROUTER
    }

    /**
     * How much the actor has to do, about: of one of this process the messages that wait or are handled, of another the asks in flight in its
     * session; {@link Long#MAX_VALUE} if it cannot be called now, because its session has ended or has no connection.
     */
    long load(Asker asker);

    /** Whether no call reaches the actor any more: it has stopped, or its session has ended for good. */
    boolean isGone(Asker asker);

    /**
     * Has a watch told when the actor has stopped; at once if it has.
     *
     * @throws IllegalStateException if the reference stands for no actor yet
     */
    void watch(StopWatch watch);
}
