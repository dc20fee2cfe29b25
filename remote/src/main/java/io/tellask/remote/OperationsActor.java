package io.tellask.remote;

import io.tellask.actor.Actor;
import io.tellask.actor.Promise;
import io.tellask.remote.filter.Filter;
import io.tellask.remote.filter.FilterField;
import io.tellask.remote.filter.FilterField.Kind;
import io.tellask.remote.frame.OwnFailure;
import io.tellask.remote.session.Endpoint;
import io.tellask.remote.session.SessionCounts;
import io.tellask.remote.session.Traffic;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Answers those who run a server. It reads what sessions count, without a lock, beside them: on a dispatcher of actors, never on a loop.
 */
final class OperationsActor extends Actor implements Operations {
    private static final Pattern PORT = Pattern.compile(":(\\d{1,5})$");

    private static final Map<String, FilterField<Connection>> FIELDS = Map.ofEntries(
            Map.entry("peer", FilterField.text(Connection::peer)),
            Map.entry("port", FilterField.number(Kind.NUMBER, Connection::port)),
            Map.entry("wire", FilterField.text(Connection::wire)),
            Map.entry("connected", FilterField.text(each -> String.valueOf(each.connected()))),
            Map.entry("principal", FilterField.text(Connection::principal)),
            Map.entry("encoding", FilterField.text(Connection::encoding)),
            Map.entry("idle", FilterField.number(Kind.TIME, Connection::idle)),
            Map.entry("age", FilterField.number(Kind.TIME, Connection::age)),
            Map.entry("in", FilterField.number(Kind.SIZE, Connection::in)),
            Map.entry("out", FilterField.number(Kind.SIZE, Connection::out)),
            Map.entry("calls", FilterField.number(Kind.NUMBER, Connection::calls)),
            Map.entry("references", FilterField.number(Kind.NUMBER, Connection::references)),
            Map.entry("held", FilterField.number(Kind.SIZE, Connection::held)));

    private final Predicate<Principal> permitted;
    private final Map<Endpoint, String> sessions; // with the scheme of the address that each came to
    private final Traffic traffic;

    OperationsActor(Predicate<Principal> permitted, Map<Endpoint, String> sessions, Traffic traffic) {
        this.permitted = permitted;
        this.sessions = sessions;
        this.traffic = traffic;
    }

    @Override
    public Promise<Connections> connections(String where, int most) {
        requirePermitted("connections");
        if (most < 1 || most > MOST_CONNECTIONS) {
            throw new IllegalArgumentException("connections: most=" + most + " is not within 1 to " + MOST_CONNECTIONS
                    + "; ask for fewer at once");
        }
        Predicate<Connection> condition = Filter.parse(Objects.requireNonNull(where, "where"), FIELDS);
        List<Connection> matching = sessions.entrySet().stream()
                .map(session -> connection(session.getKey(), session.getValue()))
                .filter(condition)
                .sorted(Comparator.comparingLong(Connection::age).reversed())
                .toList();
        List<Connection> told = matching.size() <= most ? matching : List.copyOf(matching.subList(0, most));
        return Promise.of(new Connections(told, matching.size(), sessions.size()));
    }

    @Override
    public Flow.Publisher<Call> traffic(String where) {
        requirePermitted("traffic");
        return new WatchedTraffic(traffic, Objects.requireNonNull(where, "where"));
    }

    /** Refuses a call of somebody who is not permitted; the actor system that serves may call. */
    private void requirePermitted(String method) {
        Principal principal = Session.current().map(Session::principal).orElse(null);
        if (!isPermitted(principal)) {
            throw new OwnFailure(new AccessDeniedException("call: principal=" + principal + " may not call Operations."
                    + method + "; ask whoever runs the server to permit it"));
        }
    }

    private boolean isPermitted(@Nullable Principal principal) {
        return principal == null || permitted.test(principal);
    }

    static String withoutScheme(String peer) {
        int end = peer.indexOf("://");
        return end < 0 ? peer : peer.substring(end + 3);
    }

    private static Connection connection(Endpoint endpoint, String scheme) {
        SessionCounts counts = SessionCounts.of(endpoint);
        String address = endpoint.peer();
        String peer = withoutScheme(address);
        Matcher port = PORT.matcher(peer);
        return new Connection(
                peer,
                port.find() ? Integer.parseInt(port.group(1)) : 0,
                address.length() == peer.length() ? scheme : address.substring(0, address.indexOf("://")),
                !endpoint.continuity().isDetached(),
                endpoint.isIntroduced() ? endpoint.principal().name() : "",
                counts.encoding().id(),
                TimeUnit.NANOSECONDS.toMillis(counts.idleNanos()),
                TimeUnit.NANOSECONDS.toMillis(counts.ageNanos()),
                counts.receivedBytes(),
                counts.sentBytes(),
                counts.receivedCalls(),
                counts.references(),
                counts.heldBytes());
    }
}
