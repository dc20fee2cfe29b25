package io.tellask.console;

import io.tellask.remote.Operations.Connection;
import java.util.Comparator;

/** Which connections come first. */
public enum ConnectionOrder {
    /** Those that were opened first. */
    OLDEST(Comparator.comparingLong(Connection::age)),
    /** Those of which nothing came for longest. */
    IDLE(Comparator.comparingLong(Connection::idle)),
    /** Those that sent most. */
    RECEIVED(Comparator.comparingLong(Connection::in)),
    /** Those that got most. */
    SENT(Comparator.comparingLong(Connection::out)),
    /** Those that make the process hold most. */
    HELD(Comparator.comparingLong(Connection::held)),
    /** Those that called most. */
    CALLS(Comparator.comparingLong(Connection::calls)),
    /** Those with most asks that are not answered. */
    WAITING(Comparator.comparingLong(Connection::waiting));

    private final Comparator<Connection> most;

    ConnectionOrder(Comparator<Connection> least) {
        most = least.reversed().thenComparing(Connection::peer);
    }

    Comparator<Connection> comparator() {
        return most;
    }
}
