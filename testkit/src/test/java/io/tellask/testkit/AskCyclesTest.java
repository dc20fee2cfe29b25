package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.remote.Client;
import io.tellask.remote.DeadlineExceededException;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.Remote;
import io.tellask.remote.Server;
import io.tellask.test.Seed;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Actors of two processes that wait for one another: who runs out of time first is told as much as its process knows. */
class AskCyclesTest {
    private static final String HINT =
            "; meanwhile a call of the peer waits for it, so the two may wait for one another: ";

    /** Serves one request after the other. */
    public interface Desk {
        /** Has another desk ask this one how many were served. */
        Promise<Integer> serve(Desk other, int times);

        /** How many were served, once those under way are. */
        Promise<Integer> count();

        Promise<Integer> countOf(Desk other, int millis);
    }

    private final class Clerk extends Actor implements Desk {
        private Promise<Integer> last = Promise.of(0);

        @Override
        public Promise<Integer> serve(Desk other, int times) {
            Desk self = self(Desk.class);
            List<Promise<Integer>> asks = new ArrayList<>();
            for (int i = 0; i < times; i++) {
                asks.add(noted(other.countOf(self, clerksMillis)));
            }
            last = last.thenCombine(Promise.all(asks), (served, all) -> served + 1);
            return last;
        }

        @Override
        public Promise<Integer> count() {
            return last.thenApply(served -> served);
        }

        @Override
        public Promise<Integer> countOf(Desk other, int millis) {
            return noted(Remote.withDeadline(other, Duration.ofMillis(millis)).count());
        }

        private Promise<Integer> noted(Promise<Integer> ask) {
            ask.whenComplete((count, failure) -> failures.add(failure));
            return ask;
        }
    }

    private final Simulation simulation = Simulation.seeded(Seed.given());
    private final MemoryTransport transport = MemoryTransport.isolated();
    private final List<Throwable> failures = new ArrayList<>(); // of the asks from desk to desk
    private int clerksMillis;
    private final Desk ann; // the client's, here
    private final Desk bob; // the server's, seen from the client

    AskCyclesTest() {
        ActorSystem server = simulation.newSystem("server");
        Server.builder(server)
                .publish(
                        "bob",
                        Desk.class,
                        server.spawn(
                                Desk.class, Clerk::new, SpawnOptions.ioLoop().withName("bob")))
                .transport(transport)
                .listen("memory://bob")
                .start();
        ActorSystem system = simulation.newSystem("client");
        Client client =
                simulation.await(Client.builder(system).transport(transport).connectAsync(URI.create("memory://bob")));
        bob = simulation.await(client.lookupAsync("bob", Desk.class));
        ann = system.spawn(Desk.class, Clerk::new, SpawnOptions.ioLoop().withName("ann"));
    }

    @AfterEach
    void close() {
        simulation.advance(Duration.ofMinutes(1));
        simulation.close();
    }

    private List<String> failuresAfter(Desk other, int times, Duration time) {
        Promise<Integer> served = ann.serve(other, times);
        simulation.runUntilIdle();
        assertThat(served).isNotDone();
        simulation.advance(time);
        assertThat(served).isCompletedExceptionally();
        assertThat(failures).isNotEmpty().first().isInstanceOf(DeadlineExceededException.class);
        return failures.stream().map(Throwable::getMessage).toList();
    }

    @Test
    void callerIsToldWhichCallOfThePeerWaitsForItsOwn() {
        clerksMillis = 60_000;
        Desk hasty = Remote.withDeadline(bob, Duration.ofMillis(300));
        assertThat(failuresAfter(hasty, 1, Duration.ofMillis(500)).getFirst())
                .startsWith("call: method=countOf was not answered in time, deadline=PT0.3S;")
                .contains(HINT + "Desk.count of ann-1 waits for Desk.countOf at memory://bob");
    }

    @Test
    void calleeThatAsksBackIsToldSo() {
        clerksMillis = 200;
        assertThat(failuresAfter(bob, 1, Duration.ofMillis(400)).getFirst())
                .startsWith("call: method=count was not answered in time, deadline=PT0.2S;")
                .contains(HINT + "Desk.countOf of bob-1 waits for Desk.count at memory:");
    }

    @Test
    void oneOfManyThatAreLateAtOnceIsLookedInto() {
        clerksMillis = 60_000;
        Desk hasty = Remote.withDeadline(bob, Duration.ofMillis(300));
        List<String> told = failuresAfter(hasty, 3, Duration.ofMillis(500));
        assertThat(told.stream().filter(text -> text.startsWith("call: method=countOf")))
                .hasSize(3);
        assertThat(told.stream().filter(text -> text.contains("Desk.count of ann-1")))
                .hasSize(1);
    }

    @Test
    void askThatNobodyWaitsForIsToldNothing() {
        Promise<Integer> counted =
                Remote.withDeadline(bob, Duration.ofMillis(300)).countOf(ann, 60_000);
        ann.serve(bob, 1);
        simulation.advance(Duration.ofSeconds(1));
        assertThat(counted.exceptionNow().getMessage()).doesNotContain(HINT);
    }
}
