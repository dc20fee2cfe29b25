package io.tellask.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.remote.Client;
import io.tellask.remote.Server;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What one client sent stays in no buffer that another one's bytes leave by: neither at the server nor at a client of the same process. */
@Timeout(120)
class StaleMemoryTest {
    private static final String SECRET = "only-for-one-client;";
    private static final int PARTS = 2_000; // 40 KB a message
    private static final int ROUNDS = 100;

    public interface Desk {
        Promise<String> echo(String text);

        Promise<byte[]> zeros(int count);

        Promise<Void> fail(String how);
    }

    static final class DeskActor extends Actor implements Desk {
        @Override
        public Promise<String> echo(String text) {
            return Promise.of(text);
        }

        @Override
        public Promise<byte[]> zeros(int count) {
            return Promise.of(new byte[count]);
        }

        @Override
        public Promise<Void> fail(String how) {
            throw new IllegalStateException(how);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tellask", "ws", "http"})
    void othersNeverSeeIt(String scheme) throws Exception {
        ByteArrayOutputStream seen = new ByteArrayOutputStream();
        ByteArrayOutputStream owners = new ByteArrayOutputStream();
        try (ActorSystem system = ActorSystem.create();
                Server server = Server.builder(system)
                        .publish("desk", Desk.class, system.spawn(Desk.class, DeskActor::new))
                        .listen("any://127.0.0.1:0")
                        .start();
                CuttingRelay ownersRelay = new CuttingRelay(server.address().getPort(), owners);
                CuttingRelay relay = new CuttingRelay(server.address().getPort(), seen)) {
            URI address = URI.create(scheme + "://127.0.0.1:" + server.address().getPort());
            try (Client owner = Client.connect(system, ownersRelay.address(address))) {
                fill(owner.lookup("desk", Desk.class));
                for (int i = 0; i < 5; i++) {
                    try (Client other = Client.connect(system, relay.address(address))) {
                        use(other.lookup("desk", Desk.class));
                    }
                    fill(owner.lookup("desk", Desk.class));
                }
            }
        }
        if (!scheme.equals("ws")) { // a client of WebSocket masks what it sends, not what it is sent
            assertThat(count(owners)).as("what the owner sends and is sent").isGreaterThan(2 * ROUNDS);
        }
        assertThat(count(owners)).as("what the owner is sent").isGreaterThan(ROUNDS);
        assertThat(seen.size()).isGreaterThan(5 * 10_000);
        assertThat(count(seen)).as("what others send and are sent").isZero();
    }

    /** Leaves the secret in as many buffers as this can reach. */
    private static void fill(Desk desk) throws Exception {
        List<CompletableFuture<String>> answers = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            answers.add(desk.echo(SECRET.repeat(i % 10 == 0 ? PARTS : 1 + i)));
        }
        for (CompletableFuture<String> answer : answers) {
            assertThat(answer.get(30, TimeUnit.SECONDS)).startsWith(SECRET);
        }
    }

    private static void use(Desk desk) throws Exception {
        for (int i = 0; i < 20; i++) {
            assertThat(desk.echo("x".repeat(i)).get(30, TimeUnit.SECONDS)).hasSize(i);
        }
        assertThat(desk.zeros(10_000).get(30, TimeUnit.SECONDS)).hasSize(10_000);
        assertThatThrownBy(() -> desk.fail("so").get(30, TimeUnit.SECONDS)).hasMessageContaining("so");
    }

    private static int count(ByteArrayOutputStream bytes) {
        String text = bytes.toString(StandardCharsets.ISO_8859_1);
        String part = SECRET.substring(0, 10);
        int count = 0;
        for (int at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
            count++;
        }
        return count;
    }
}
