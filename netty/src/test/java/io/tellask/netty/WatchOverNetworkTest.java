package io.tellask.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.actor.StopReason;
import io.tellask.remote.Client;
import io.tellask.remote.Server;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Actors that stop, or go out of reach, while somebody at the other end of a connection watches them. */
@ParameterizedClass
@ValueSource(strings = {"memory://watched", "tellask://127.0.0.1:0"})
@Timeout(60)
class WatchOverNetworkTest {
    /** Is watched, and watches. */
    public interface Bell {
        Promise<Integer> ring();

        void watch(Bell other);
    }

    /** Keeps what it is told. */
    private record Ringing(ActorSystem system, Promise<StopReason> told) implements Bell {
        @Override
        public Promise<Integer> ring() {
            return Promise.of(1);
        }

        @Override
        public void watch(Bell other) {
            system.watch(other).thenAccept(told::complete);
        }
    }

    private final Promise<StopReason> toldThere = new Promise<>();
    private final ActorSystem there = ActorSystem.create();
    private final ActorSystem here = ActorSystem.create();
    private final Bell local = there.spawn(Bell.class, () -> new Ringing(there, toldThere));
    private final Server server;
    private final Client client;
    private final Bell bell;

    WatchOverNetworkTest(String address) {
        server = Server.builder(there)
                .publish("bell", Bell.class, local)
                .listen(address)
                .start();
        client = Client.builder(here).connect(server.address());
        bell = client.lookup("bell", Bell.class);
    }

    @AfterEach
    void close() {
        here.close();
        there.close();
    }

    private static StopReason told(Promise<StopReason> stopped) {
        return stopped.orTimeout(30, TimeUnit.SECONDS).join();
    }

    private Bell watchedByTheServer() {
        Bell ours = here.spawn(Bell.class, () -> new Ringing(here, new Promise<>()), SpawnOptions.dedicatedThread());
        bell.watch(ours);
        assertThat(bell.ring().join()).isEqualTo(1);
        assertThat(toldThere).isNotDone();
        return ours;
    }

    @Test
    void clientIsToldOfAnActorOfTheServer() {
        Promise<StopReason> stopped = here.watch(bell);
        assertThat(bell.ring().join()).isEqualTo(1);
        assertThat(stopped).isNotDone();
        there.stop(local, StopReason.FAILED);
        assertThat(told(stopped)).isEqualTo(StopReason.FAILED);
        assertThat(told(here.watch(bell))).isEqualTo(StopReason.FAILED);
    }

    @Test
    void serverIsToldOfAnActorOfTheClient() {
        here.stop(watchedByTheServer());
        assertThat(told(toldThere)).isEqualTo(StopReason.REQUESTED);
    }

    @Test
    void theEndOfTheServerIsTold() {
        Promise<StopReason> stopped = here.watch(bell);
        server.close(Duration.ZERO);
        assertThat(told(stopped)).isEqualTo(StopReason.UNREACHABLE);
    }

    @Test
    void theEndOfTheClientIsTold() {
        watchedByTheServer();
        client.close();
        assertThat(told(toldThere)).isEqualTo(StopReason.UNREACHABLE);
    }
}
