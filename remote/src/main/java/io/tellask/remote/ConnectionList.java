package io.tellask.remote;

import io.tellask.actor.SystemDump;
import io.tellask.actor.SystemDump.Section;
import io.tellask.actor.WaitChain;
import io.tellask.remote.Operations.Connection;
import io.tellask.remote.Operations.Connections;
import io.tellask.remote.filter.Filter;
import io.tellask.remote.filter.FilterField;
import io.tellask.remote.filter.FilterField.Kind;
import io.tellask.remote.session.Endpoint;
import io.tellask.remote.session.SessionCounts;
import java.net.URI;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The connections of a server, as its operators see them: what sessions count is read without a lock, beside them. Thread-safe. */
final class ConnectionList {
    /** The name of {@link #section}. */
    static final String SECTION = "sessions";

    /** Of so many calls of a session it is told what they wait for. */
    static final int MOST_WAITS = 8;

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
            Map.entry("held", FilterField.number(Kind.SIZE, Connection::held)),
            Map.entry("listener", FilterField.number(Kind.NUMBER, Connection::listener)),
            Map.entry("waiting", FilterField.number(Kind.NUMBER, Connection::waiting)));

    private final Map<Endpoint, Arrival> sessions;

    ConnectionList(Map<Endpoint, Arrival> sessions) {
        this.sessions = sessions;
    }

    /** Where a session came to: one of the server's addresses, and its listener once that is open. */
    record Arrival(URI asked, Supplier<@Nullable URI> real) {
        String scheme() {
            return asked.getScheme();
        }

        int port() {
            URI address = real.get();
            return address == null ? 0 : Math.max(0, address.getPort());
        }
    }

    /**
     * Those that meet a condition.
     *
     * @param where the condition, as that of {@link Operations#connections}
     * @param order which come first; those that are left out come last
     * @param most how many, from 1 to {@link Operations#MOST_CONNECTIONS}
     * @throws IllegalArgumentException if the condition or the number is wrong
     */
    Connections find(String where, Comparator<Connection> order, int most) {
        if (most < 1 || most > Operations.MOST_CONNECTIONS) {
            throw new IllegalArgumentException("connections: most=" + most + " is not within 1 to "
                    + Operations.MOST_CONNECTIONS + "; ask for fewer at once");
        }
        Predicate<Connection> condition = Filter.parse(where, FIELDS);
        List<Connection> matching = sessions.entrySet().stream()
                .map(session -> connection(session.getKey(), session.getValue()))
                .filter(condition)
                .sorted(order)
                .toList();
        List<Connection> told = matching.size() <= most ? matching : List.copyOf(matching.subList(0, most));
        return new Connections(told, matching.size(), sessions.size());
    }

    /** All of them as a part of a dump. */
    Section section() {
        List<Map<String, Object>> rows = sessions.entrySet().stream()
                .limit(SystemDump.MOST_ROWS)
                .map(session -> row(session.getKey(), connection(session.getKey(), session.getValue())))
                .toList();
        return new Section(SECTION, rows, Math.max(0, sessions.size() - rows.size()));
    }

    private static Map<String, Object> row(Endpoint endpoint, Connection session) {
        String waits = SessionCounts.waitChains(endpoint, MOST_WAITS).stream()
                .map(WaitChain::toString)
                .filter(chain -> !chain.isEmpty())
                .collect(Collectors.joining("; "));
        return Map.of(
                "peer", session.peer(),
                "wire", session.wire(),
                "connected", session.connected(),
                "principal", session.principal(),
                "idleMillis", session.idle(),
                "ageMillis", session.age(),
                "calls", session.calls(),
                "references", session.references(),
                "unanswered", session.waiting(),
                "waits", waits);
    }

    private static Connection connection(Endpoint endpoint, Arrival arrival) {
        SessionCounts counts = SessionCounts.of(endpoint);
        String address = endpoint.peer();
        String peer = withoutScheme(address);
        Matcher port = PORT.matcher(peer);
        return new Connection(
                peer,
                port.find() ? Integer.parseInt(port.group(1)) : 0,
                address.length() == peer.length() ? arrival.scheme() : address.substring(0, address.indexOf("://")),
                !endpoint.continuity().isDetached(),
                endpoint.isIntroduced() ? endpoint.principal().name() : "",
                counts.encoding().id(),
                TimeUnit.NANOSECONDS.toMillis(counts.idleNanos()),
                TimeUnit.NANOSECONDS.toMillis(counts.ageNanos()),
                counts.receivedBytes(),
                counts.sentBytes(),
                counts.receivedCalls(),
                counts.references(),
                counts.heldBytes(),
                arrival.port(),
                counts.unansweredCalls());
    }

    static String withoutScheme(String peer) {
        int end = peer.indexOf("://");
        return end < 0 ? peer : peer.substring(end + 3);
    }
}
