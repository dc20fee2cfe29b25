package io.tellask.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.actor.SystemDump;
import io.tellask.remote.ActorOperations.Actor;
import io.tellask.remote.ActorOperations.Actors;
import io.tellask.remote.ActorOperations.Order;
import io.tellask.test.Await;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a server tells of its actors. */
@Isolated // it measures actors of other tests as well
@Timeout(60)
class ActorOperationsTest {
    private final URI address = URI.create("memory://inside");
    private final MemoryTransport transport = MemoryTransport.isolated();
    private final ActorSystem system = ActorSystem.create();
    private final Promise<Integer> pending = new Promise<>();
    private final Desk desk = system.spawn(
            Desk.class,
            () -> new Desk() {
                @Override
                public Promise<Integer> add(int a, int b) {
                    return Promise.of(a + b);
                }

                @Override
                public Promise<Integer> later() {
                    return pending;
                }
            },
            SpawnOptions.dedicatedThread().withName("desk"));
    private final Server server = Server.builder(system)
            .publish("desk", Desk.class, desk)
            .publishOperations(principal -> true)
            .transport(transport)
            .listen(address)
            .start();

    /** What is called. */
    public interface Desk {
        Promise<Integer> add(int a, int b);

        Promise<Integer> later();
    }

    @AfterEach
    void close() {
        system.close();
    }

    private Client connect() {
        return Client.builder(system).transport(transport).connect(address);
    }

    private ActorOperations operations() {
        return connect().lookup(ActorOperations.PUBLISHED_NAME, ActorOperations.class);
    }

    private static Actor desk(Actors actors) {
        return actors.actors().stream()
                .filter(each -> each.name().equals("desk-1"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void sampleHasWhatHappenedMeanwhile() {
        ActorOperations operations = operations();
        desk.add(1, 2).join();
        Promise<Actors> answer = operations.actors(Order.NAME, 100, 300);
        int calls = 1;
        while (!answer.isDone()) {
            desk.add(1, 2).join();
            calls++;
        }
        Actor seen = desk(answer.join());

        assertThat(seen.handled()).isBetween(1L, (long) calls);
        assertThat(seen.rate()).isPositive();
        assertThat(seen.mean()).isPositive();
        assertThat(seen.longest()).isGreaterThanOrEqualTo(seen.mean());
        assertThat(seen.busy()).isBetween(0.0, 1_100.0);
        Actor ofLife = desk(operations.actors(Order.NAME, 100, 0).join());
        assertThat(ofLife.rate()).isPositive();
        assertThat(ofLife.age()).isGreaterThanOrEqualTo(seen.age());
    }

    @Test
    void numbersAreBounded() {
        ActorOperations operations = operations();
        assertThat(operations
                        .actors(Order.NAME, ActorOperations.MOST_ACTORS, 0)
                        .join()
                        .actors())
                .hasSizeGreaterThan(1);
        assertThat(operations.actors(Order.NAME, 1, 0).join().actors()).hasSize(1);
        for (int wrong : List.of(0, ActorOperations.MOST_ACTORS + 1)) {
            assertThatThrownBy(() -> operations.actors(Order.NAME, wrong, 0).join())
                    .hasMessageContaining("most=" + wrong + " is not within 1 to 10000");
        }
        for (int wrong : List.of(-1, ActorOperations.MOST_SAMPLE_MILLIS + 1)) {
            assertThatThrownBy(() -> operations.actors(Order.NAME, 1, wrong).join())
                    .hasMessageContaining("sampleMillis=" + wrong + " is not within 0 to 60000");
        }
    }

    @Test
    void samplesAreBoundedAndEndWhenTheyAreCancelled() {
        ActorOperations operations = operations();
        List<Promise<Actors>> samples = new ArrayList<>();
        for (int i = 0; i < ActorOperations.MOST_SAMPLES; i++) {
            samples.add(operations.actors(Order.NAME, 1, ActorOperations.MOST_SAMPLE_MILLIS));
        }
        assertThatThrownBy(() -> operations.actors(Order.NAME, 1, 1).join())
                .hasMessageContaining("samples=16 >= MOST_SAMPLES=16");
        samples.getFirst().cancel(false);
        Await.until(
                "one of them is over",
                () -> operations
                        .actors(Order.NAME, 1, 1)
                        .handle((actors, refused) ->
                                refused == null && actors.actors().size() == 1)
                        .join());
        samples.forEach(each -> each.cancel(false));
        Await.until("nobody measures", () -> {
            long before = measured();
            desk.add(1, 2).join();
            desk.add(1, 2).join();
            return measured() == before;
        });
    }

    private long measured() {
        return system.actorStatistics().stream()
                .filter(each -> each.name().equals("desk-1"))
                .findFirst()
                .orElseThrow()
                .measured();
    }

    @ParameterizedTest
    @EnumSource(Order.class)
    void firstOnesComeFirst(Order order) {
        for (int i = 0; i < 20; i++) {
            desk.add(i, i).join();
        }
        List<Actor> actors = operations().actors(order, 100, 0).join().actors();
        Comparator<Actor> expected = switch (order) {
            case QUEUED -> Comparator.comparingLong(Actor::queued).reversed();
            case MOST_QUEUED -> Comparator.comparingLong(Actor::mostQueued).reversed();
            case RATE -> Comparator.comparingDouble(Actor::rate).reversed();
            case BUSY -> Comparator.comparingDouble(Actor::busy).reversed();
            case MEAN -> Comparator.comparingDouble(Actor::mean).reversed();
            case LONGEST -> Comparator.comparingDouble(Actor::longest).reversed();
            case RESTARTS -> Comparator.comparingInt(Actor::restarts).reversed();
            case DROPPED -> Comparator.comparingLong(Actor::dropped).reversed();
            case AGE -> Comparator.comparingLong(Actor::age).reversed();
            case NAME -> Comparator.comparing(Actor::name);
        };
        assertThat(actors).hasSizeGreaterThan(2).isSortedAccordingTo(expected.thenComparing(Actor::name));
    }

    @Test
    void dumpComesInPieces() {
        for (int i = 0; i < 100; i++) {
            system.spawn(Desk.class, () -> desk);
        }
        ActorOperations operations = operations();
        List<String> pieces = new ArrayList<>();
        CompletableFuture<Void> all = new CompletableFuture<>();
        operations.dump().subscribe(new Flow.Subscriber<>() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                subscription.request(Long.MAX_VALUE);
            }

            @Override
            public void onNext(String piece) {
                pieces.add(piece);
            }

            @Override
            public void onError(Throwable failure) {
                all.completeExceptionally(failure);
            }

            @Override
            public void onComplete() {
                all.complete(null);
            }
        });
        all.join();

        assertThat(pieces).hasSizeGreaterThan(1).allMatch(piece -> piece.length() <= ActorOperations.PIECE_CHARS);
        assertThat(String.join("", pieces)).startsWith("{\"at\":").endsWith("]}");
    }

    @Test
    void sessionsTellWhatTheirCallsWaitFor() {
        Client client = connect();
        Promise<Integer> answer = client.lookup("desk", Desk.class).later();
        Await.until("the call came", () -> !waits().isEmpty());

        assertThat(waits()).contains("Desk.later of desk-1");
        assertThat(rows().getFirst())
                .containsEntry("connected", true)
                .hasEntrySatisfying("peer", peer -> assertThat(peer.toString()).endsWith("client of inside"));
        pending.complete(1);
        assertThat(answer.join()).isEqualTo(1);
        server.close();
        assertThat(system.dump().sections()).isEmpty();
    }

    private List<Map<String, Object>> rows() {
        SystemDump.Section section = system.dump().sections().getFirst();
        assertThat(section.name()).isEqualTo(ConnectionList.SECTION);
        return section.rows();
    }

    private String waits() {
        return String.valueOf(rows().getFirst().get("waits"));
    }
}
