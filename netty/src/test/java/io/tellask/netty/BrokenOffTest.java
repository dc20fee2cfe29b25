package io.tellask.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.remote.Client;
import io.tellask.remote.DisconnectedException;
import io.tellask.remote.Limits;
import io.tellask.remote.OutcomeUnknownException;
import io.tellask.remote.Server;
import io.tellask.remote.Session;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A connection that ends as when a process is killed, in order for TCP but without a word: no side takes that for a goodbye. */
@Timeout(120)
class BrokenOffTest {
    public interface Waiter {
        Promise<Void> never();
    }

    static final class WaiterActor extends Actor implements Waiter {
        private final CompletableFuture<Optional<RuntimeException>> ended;

        WaiterActor(CompletableFuture<Optional<RuntimeException>> ended) {
            this.ended = ended;
        }

        @Override
        public Promise<Void> never() {
            Session.current().orElseThrow().onEnd(ended::complete);
            return new Promise<>();
        }
    }

    /** Copies bytes between one client and a server until it is closed. */
    private static final class Relay implements AutoCloseable {
        private final ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        private final CompletableFuture<Socket> client = new CompletableFuture<>();
        private final Socket server;

        Relay(URI address) throws IOException {
            server = new Socket(InetAddress.getLoopbackAddress(), address.getPort());
            Thread.ofVirtual().start(() -> {
                try {
                    client.complete(listener.accept());
                    Thread.ofVirtual().start(() -> copy(client.join(), server));
                    copy(server, client.join());
                } catch (IOException e) {
                    client.completeExceptionally(e);
                }
            });
        }

        URI address() {
            return URI.create("tellask://127.0.0.1:" + listener.getLocalPort());
        }

        private static void copy(Socket from, Socket to) {
            try {
                InputStream in = from.getInputStream();
                in.transferTo(to.getOutputStream());
            } catch (IOException broken) {
                assertThat(from.isClosed() || to.isClosed()).isTrue();
            }
        }

        @Override
        public void close() throws IOException {
            listener.close();
            client.join().close();
            server.close();
        }
    }

    @Test
    void bothSidesHearOfAConnectionThatBrokeOff() throws Exception {
        CompletableFuture<Optional<RuntimeException>> heard = new CompletableFuture<>();
        try (ActorSystem system = ActorSystem.create();
                Server server = Server.builder(system)
                        .publish("waiter", Waiter.class, system.spawn(Waiter.class, () -> new WaiterActor(heard)))
                        .limits(Limits.builder()
                                .resumeTime(Duration.ofMillis(100))
                                .build())
                        .listen("tellask://127.0.0.1:0")
                        .start();
                Relay relay = new Relay(server.address());
                Client client = Client.builder(system).connect(relay.address())) {
            Promise<Void> never = client.lookup("waiter", Waiter.class).never();
            client.lookup("waiter", Waiter.class); // answered behind the call, so that arrived
            relay.close();

            assertThatThrownBy(() -> client.whenEnded().get(30, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(DisconnectedException.class)
                    .hasMessageContaining("without a goodbye");
            assertThatThrownBy(() -> never.get(30, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(OutcomeUnknownException.class)
                    .hasMessageContaining("without a goodbye");
            assertThat(heard.get(30, TimeUnit.SECONDS)).get().isInstanceOf(DisconnectedException.class);
        }
    }
}
