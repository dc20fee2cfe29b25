package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.Promise;
import io.tellask.remote.Client;
import io.tellask.remote.Limits;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A connection whose promise is given up before it came about does not stay. */
class GivenUpConnectTest {
    enum GivingUp {
        CANCEL(promise -> promise.cancel(false)),
        CANCEL_OF_THE_LAST_DEPENDENT(promise -> promise.thenApply(Client::peer).cancel(false)),
        TIMEOUT(promise -> promise.orTimeout(0, TimeUnit.NANOSECONDS)),
        DEFAULT_ON_TIMEOUT(promise -> promise.completeOnTimeout(null, 0, TimeUnit.NANOSECONDS)),
        FAILURE(promise -> promise.completeExceptionally(new IllegalStateException("as asked"))),
        ANOTHER_VALUE(promise -> promise.complete(null));

        private final Consumer<Promise<Client>> way;

        GivingUp(Consumer<Promise<Client>> way) {
            this.way = way;
        }
    }

    @ParameterizedTest
    @EnumSource
    void leavesNoConnection(GivingUp givingUp) {
        try (Rig rig = new Rig()) {
            // made by an actor, so that its timers are those of the simulation
            rig.asActor(() -> givingUp.way.accept(rig.connecting(Limits.defaults())));
            rig.simulation.advance(Duration.ofSeconds(1));
            assertThat(rig.server.connections()).isZero();
        }
    }

    @Test
    void aPromiseThatIsKeptGetsItsConnection() {
        try (Rig rig = new Rig()) {
            Promise<Client> promise = rig.connecting(Limits.defaults());
            promise.thenApply(Client::peer).cancel(false);
            Promise<Client> kept = rig.connecting(Limits.defaults());
            kept.thenApply(Client::peer);
            kept.thenApply(Client::peer).cancel(false);
            rig.simulation.advance(Duration.ofSeconds(1));
            assertThat(promise).isCancelled();
            assertThat(kept.join().isOpen()).isTrue();
            assertThat(rig.server.connections()).isOne();
        }
    }
}
