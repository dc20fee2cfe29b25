package io.tellask.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.netty.TcpTransport;
import io.tellask.remote.Client;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.RemoteException;
import io.tellask.remote.Server;
import io.tellask.remote.Transport;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an actor throws arrives at the last caller as at the first, over any number of sessions: nothing nests. */
@Timeout(60)
class ForwardedFailuresTest {
    /** Undeclared, and granted by nobody. */
    static final class Jam extends RuntimeException {
        private static final long serialVersionUID = 1;

        Jam(String message) {
            super(message);
        }
    }

    /** Fails by itself or by the next one. */
    public interface Desk {
        Promise<Void> fail(String kind);

        int failNow(String kind);
    }

    private record Clerk(Desk next) implements Desk {
        @Override
        public Promise<Void> fail(String kind) {
            if (next == null) {
                throw failure(kind);
            }
            return kind.startsWith("direct") ? next.fail(kind) : next.fail(kind).thenApply(nothing -> nothing);
        }

        @Override
        public int failNow(String kind) {
            throw failure(kind);
        }

        private static RuntimeException failure(String kind) {
            return switch (kind) {
                case "jam", "direct jam" -> new Jam("tray 2");
                case "silent" -> new Jam(null);
                case "argument" -> new IllegalArgumentException("no such page", new IndexOutOfBoundsException("7"));
                case "null" -> new NullPointerException();
                case "caused by the application's" -> new IllegalStateException("stuck", new Jam("tray 3"));
                case "wrapped" -> new CompletionException(new CompletionException(new Jam("tray 4")));
                default -> throw new AssertionError(kind);
            };
        }
    }

    private static final Logger LOG = Logger.getLogger("io.tellask.remote"); // kept from the collector

    private final List<ActorSystem> systems = new ArrayList<>();
    private final List<Client> clients = new ArrayList<>();

    @AfterEach
    void close() {
        clients.forEach(Client::close);
        systems.reversed().forEach(ActorSystem::close);
    }

    private Desk published(Transport transport, String address, Desk next) {
        ActorSystem there = ActorSystem.create();
        ActorSystem here = ActorSystem.create();
        systems.addAll(List.of(there, here));
        Server server = Server.builder(there)
                .publish("desk", Desk.class, there.spawn(Desk.class, () -> new Clerk(next)))
                .transport(transport)
                .listen(URI.create(address))
                .start();
        Client client = Client.builder(here).transport(transport).connect(server.address());
        clients.add(client);
        return client.lookup("desk", Desk.class);
    }

    private static Throwable failure(Desk desk, String kind) {
        return catchThrowable(() -> desk.fail(kind).join()).getCause();
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "tellask"})
    void typesAndWordsStayAsTheyWereThrown(String scheme) {
        boolean memory = scheme.equals("memory");
        Transport transport = memory ? MemoryTransport.isolated() : new TcpTransport();
        Desk desk = null;
        for (int hop = 0; hop < 3; hop++) {
            desk = published(transport, memory ? "memory://hop" + hop : "tellask://127.0.0.1:0", desk);
            assertNamed(failure(desk, "jam"), Jam.class, "tray 2");
            assertNamed(failure(desk, "direct jam"), Jam.class, "tray 2");
            assertNamed(failure(desk, "silent"), Jam.class, Jam.class.getName());
            assertNamed(failure(desk, "wrapped"), Jam.class, "tray 4");
            assertNamed(failure(desk, "caused by the application's"), IllegalStateException.class, "stuck");
            assertThat(failure(desk, "argument"))
                    .isExactlyInstanceOf(IllegalArgumentException.class)
                    .hasMessage("no such page")
                    .cause()
                    .isExactlyInstanceOf(IndexOutOfBoundsException.class)
                    .hasMessage("7");
            assertThat(failure(desk, "null")).isExactlyInstanceOf(NullPointerException.class);
        }
        Desk last = desk;
        Throwable blocking = catchThrowable(() -> last.failNow("argument"));
        assertThat(blocking).isExactlyInstanceOf(IllegalArgumentException.class);
        assertThat(blocking.getStackTrace()).hasSize(1);
        assertThat(blocking.getStackTrace()[0].toString()).startsWith("io.tellask.remote.call(call=");
    }

    private static void assertNamed(Throwable failure, Class<?> type, String reason) {
        assertThat(failure).isInstanceOfSatisfying(RemoteException.class, remote -> {
            assertThat(remote.typeName()).isEqualTo(type.getName());
            assertThat(remote.reason()).isEqualTo(reason);
            assertThat(remote.getMessage()).doesNotContain("io.tellask.remote", "Exception: java");
        });
    }

    @Test
    void idIsTheOneOfTheProcessWhereItHappened() {
        MemoryTransport transport = MemoryTransport.isolated();
        Queue<String> lines = new ConcurrentLinkedQueue<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord record) {
                lines.add(record.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        LOG.addHandler(handler);
        try {
            Desk last = published(transport, "memory://end", null);
            Desk desk = published(transport, "memory://middle", last);
            RemoteException failure = (RemoteException) failure(desk, "jam");
            assertThat(failure.failureId()).matches("[0-9a-f]{8}-[0-9a-f]{8}");
            assertThat(lines)
                    .filteredOn(line -> line.contains(", failure=" + failure.failureId() + ","))
                    .hasSize(2);
        } finally {
            LOG.removeHandler(handler);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"jam", "argument", "null", "wrapped"})
    void localCallsHandOnTheObjectItself(String kind) {
        ActorSystem system = ActorSystem.create();
        systems.add(system);
        Desk first = system.spawn(Desk.class, () -> new Clerk(null));
        Desk second = system.spawn(Desk.class, () -> new Clerk(first));

        assertThat(failure(second, kind)).hasSameClassAs(failure(first, kind));
        assertThat(failure(second, kind)).isNotInstanceOfAny(CompletionException.class, RemoteException.class);
    }
}
