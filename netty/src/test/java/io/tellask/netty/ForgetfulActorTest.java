package io.tellask.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.remote.Client;
import io.tellask.remote.DeadlineExceededException;
import io.tellask.remote.Limits;
import io.tellask.remote.Remote;
import io.tellask.remote.Server;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An actor that forgets its promises stops nobody else on its session, over TCP and in memory. */
@Timeout(120)
class ForgetfulActorTest {
    private static final int MORE_THAN_SLOTS = Limits.defaults().callsInFlight() + 5_000;

    /** Answers, or forgets to. */
    public interface Desk {
        Promise<Integer> forget(int number);

        Promise<Integer> echo(int number);
    }

    private static final class Clerk implements Desk {
        @Override
        public Promise<Integer> forget(int number) {
            return new Promise<>();
        }

        @Override
        public Promise<Integer> echo(int number) {
            return Promise.of(number);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "tellask://127.0.0.1:0,loop",
        "tellask://127.0.0.1:0,thread",
        "memory://forgetful,loop",
        "memory://forgetful,thread"
    })
    void othersGoOnAfterMoreUnansweredAsksThanThereAreSlots(String address, String placement) throws Exception {
        SpawnOptions options = placement.equals("loop") ? SpawnOptions.ioLoop() : SpawnOptions.dedicatedThread();
        try (ActorSystem there = ActorSystem.create();
                ActorSystem here = ActorSystem.create();
                Server server = Server.builder(there)
                        .publish("forgetful", Desk.class, there.spawn(Desk.class, Clerk::new, options))
                        .publish("other", Desk.class, there.spawn(Desk.class, Clerk::new, options))
                        .listen(address)
                        .start();
                Client client = Client.connect(here, server.address())) {
            Desk forgetful = client.lookup("forgetful", Desk.class);
            Desk other = client.lookup("other", Desk.class);
            Desk hasty = Remote.withDeadline(forgetful, Duration.ofMillis(100));
            AtomicInteger late = new AtomicInteger();
            AtomicInteger otherwise = new AtomicInteger();
            Promise<Integer> last = null;
            for (int i = 0; i < MORE_THAN_SLOTS; i++) {
                last = hasty.forget(i);
                last.whenComplete((value, failure) ->
                        (failure instanceof DeadlineExceededException ? late : otherwise).incrementAndGet());
            }
            assertThat(other.echo(1).join()).isEqualTo(1);
            assertThat(forgetful.echo(2).join()).isEqualTo(2);
            last.handle((value, failure) -> failure).join();
            assertThat(other.echo(3).join()).isEqualTo(3);
            assertThat(late.get() + otherwise.get()).isGreaterThan(MORE_THAN_SLOTS - 1_000);
            assertThat(client.isOpen()).isTrue();
        }
    }
}
