package io.tellask.remote;

import io.tellask.actor.Actor;
import io.tellask.actor.Promise;
import io.tellask.remote.session.Traffic;
import java.util.Comparator;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.Predicate;

/**
 * Answers those who run a server. It reads what sessions count, without a lock, beside them: on a dispatcher of actors, never on a loop.
 */
final class OperationsActor extends Actor implements Operations {
    private final Predicate<Principal> permitted;
    private final ConnectionList connections;
    private final Traffic traffic;

    OperationsActor(Predicate<Principal> permitted, ConnectionList connections, Traffic traffic) {
        this.permitted = permitted;
        this.connections = connections;
        this.traffic = traffic;
    }

    @Override
    public Promise<Connections> connections(String where, int most) {
        Session.require(permitted, "Operations.connections");
        Objects.requireNonNull(where, "where");
        return Promise.of(connections.find(
                where, Comparator.comparingLong(Connection::age).reversed(), most));
    }

    @Override
    public Flow.Publisher<Call> traffic(String where) {
        Session.require(permitted, "Operations.traffic");
        return new WatchedTraffic(traffic, Objects.requireNonNull(where, "where"));
    }
}
