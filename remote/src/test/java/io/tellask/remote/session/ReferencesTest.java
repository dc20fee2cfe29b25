package io.tellask.remote.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Emitter;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.actor.StopReason;
import io.tellask.remote.Client;
import io.tellask.remote.LookupException;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.Server;
import io.tellask.remote.Session;
import io.tellask.test.Await;
import java.net.URI;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** References that are handed out, held, let go of and handed out again. */
@Timeout(60)
class ReferencesTest {
    private static final URI ADDRESS = URI.create("memory://inn");

    /** Hands out rooms. */
    public interface Inn {
        /** A room of the session's own. */
        Promise<Room> room();

        /** The same room each time, spawned for the first session that asks. */
        Promise<Room> lobby();

        Promise<Boolean> servesSession();
    }

    /** What is handed out. */
    public interface Room {
        Promise<Integer> number();

        void knock();

        Promise<Integer> knocks();

        Promise<Integer> later();

        Flow.Publisher<Integer> views();
    }

    private final ActorSystem there = ActorSystem.builder().ioLoops(1).build();
    private final ActorSystem here = ActorSystem.builder().ioLoops(1).build();
    private final MemoryTransport transport = MemoryTransport.isolated();
    private final Queue<StopReason> stopped = new ConcurrentLinkedQueue<>();
    private final Queue<Promise<Integer>> pending = new ConcurrentLinkedQueue<>();
    private final Queue<Emitter<Integer>> emitters = new ConcurrentLinkedQueue<>();
    private volatile Endpoint exporter;
    private Client client;
    private Inn local;
    private Inn inn;

    private final class Host extends Actor implements Inn {
        private Room lobby;

        @Override
        public Promise<Room> room() {
            exporter = Sessions.current().orElseThrow();
            return Promise.of(Session.current().orElseThrow().spawn(Room.class, Guest::new));
        }

        @Override
        public Promise<Room> lobby() {
            exporter = Sessions.current().orElseThrow();
            lobby = lobby == null ? there.spawn(Room.class, Guest::new) : lobby;
            return Promise.of(lobby);
        }

        @Override
        public Promise<Boolean> servesSession() {
            return Promise.of(Session.current().isPresent());
        }
    }

    private final class Guest extends Actor implements Room {
        private int knocked;

        @Override
        public Promise<Integer> number() {
            return Promise.of(101);
        }

        @Override
        public void knock() {
            knocked++;
        }

        @Override
        public Promise<Integer> knocks() {
            return Promise.of(knocked);
        }

        @Override
        public Promise<Integer> later() {
            Promise<Integer> answer = new Promise<>();
            pending.add(answer);
            return answer;
        }

        @Override
        public Flow.Publisher<Integer> views() {
            Emitter<Integer> emitter = new Emitter<>();
            emitters.add(emitter);
            return emitter;
        }

        @Override
        protected void onStop(StopReason reason) {
            stopped.add(reason);
        }
    }

    @BeforeEach
    void connect() {
        local = there.spawn(Inn.class, Host::new, SpawnOptions.ioLoop());
        Server.builder(there)
                .publish("inn", Inn.class, local)
                .transport(transport)
                .listen(ADDRESS)
                .start();
        client = Client.builder(here).transport(transport).connect(ADDRESS);
        inn = client.lookup("inn", Inn.class);
    }

    @AfterEach
    void close() {
        here.close();
        there.close();
    }

    private void awaitExports(int count) {
        Await.until("exports=" + count, () -> {
            System.gc();
            return exporter.exports().count() == count;
        });
    }

    @Test
    void sameProxyStandsForActorWhileItIsHeld() {
        Room first = inn.lobby().join();
        assertThat(inn.lobby().join()).isSameAs(first).hasSameHashCodeAs(first);
        assertThat(client.lookup("inn", Inn.class)).isSameAs(inn);
        assertThat(first).isNotEqualTo(inn).hasToString("remote Room-2 at memory://inn");
    }

    @Test
    void releasedReferenceIsFreedAndItsActorStops() {
        assertThat(inn.room().join().number().join()).isEqualTo(101);
        awaitExports(1);
        Await.until("the actor has stopped", () -> !stopped.isEmpty());
        assertThat(stopped).containsExactly(StopReason.SESSION_ENDED);
    }

    @Test
    void referenceThatIsHeldStays() {
        Room held = inn.room().join();
        assertThat(inn.room().join().number().join()).isEqualTo(101);
        awaitExports(2);
        assertThat(held.number().join()).isEqualTo(101);
        assertThat(stopped).hasSizeLessThanOrEqualTo(1);
    }

    @Test
    void idIsUsedAgainWithFreshCreditOnceReleased() {
        for (int round = 0; round < 3; round++) {
            Room room = inn.room().join();
            for (int i = 0; i < 10_000; i++) {
                room.knock();
            }
            assertThat(room.knocks().join()).isEqualTo(10_000);
            assertThat(room).hasToString("remote Room-2 at memory://inn");
            room = null;
            awaitExports(1);
        }
    }

    @Test
    void referenceThatCrossesItsReleaseKeepsItsAccount() {
        int knocks = 0;
        for (int round = 0; round < 50; round++) {
            Room lobby = inn.lobby().join();
            for (int i = 0; i < 3_000; i++) {
                lobby.knock();
                knocks++;
            }
            lobby = null;
            System.gc();
            assertThat(inn.lobby().join().knocks().join()).isEqualTo(knocks);
        }
        assertThat(client.isOpen()).isTrue();
    }

    @Test
    void countsReferencesThatCameMoreOftenThanOneReleaseCanSay() {
        Room lobby = inn.lobby().join();
        long more = Integer.MAX_VALUE + 1L;
        Exports exports = exporter.exports();
        Export export = exports.find(2);
        synchronized (exports) {
            for (long i = 0; i < more; i++) {
                export.countUp();
            }
        }
        ((RemoteReference) (Object) lobby).target().endpoint().frames().release(2, more);
        assertThat(lobby.number().join()).isEqualTo(101);
        assertThat(exports.find(2)).isSameAs(export);
        lobby = null;
        awaitExports(1);
        assertThat(client.isOpen()).isTrue();
    }

    @Test
    void whoWatchesKeepsTheReferenceUntilTheWatchIsTakenBack() {
        CompletableFuture<StopReason> watch = here.watch(inn.room().join());
        CompletableFuture<StopReason> other = here.watch(inn.room().join());
        other.cancel(false);
        awaitExports(2);
        Await.until("the other actor has stopped", () -> stopped.size() == 1);
        assertThat(watch).isNotDone();
        Export watched = exporter.exports().find(2) != null
                ? exporter.exports().find(2)
                : exporter.exports().find(3);
        Await.until("the other side watches", () -> watched.stopWatch != null);
        watch.cancel(false);
        awaitExports(1);
        Await.until("the actor has stopped", () -> stopped.size() == 2);
        assertThat(watched.stopWatch).isCancelled();
        assertThat(((RemoteReference) (Object) inn)
                        .target()
                        .endpoint()
                        .watches()
                        .count())
                .isZero();
    }

    @Test
    void sessionThatEndsLeavesNoWatch() {
        CompletableFuture<StopReason> watch = here.watch(inn.lobby().join());
        Export watched = exporter.exports().find(2);
        Await.until("the other side watches", () -> watched.stopWatch != null);
        client.close();
        assertThat(watch.orTimeout(30, TimeUnit.SECONDS).join()).isEqualTo(StopReason.UNREACHABLE);
        Await.until("the other side has taken it back", () -> watched.stopWatch.isDone());
        assertThat(((RemoteReference) (Object) inn)
                        .target()
                        .endpoint()
                        .watches()
                        .count())
                .isZero();
    }

    @Test
    void actorLivesUntilItHasAnsweredAndItsStreamsHaveEnded() throws Exception {
        CompletableFuture<Integer> answer = inn.room().join().later();
        CompletableFuture<Void> ended = new CompletableFuture<>();
        inn.room().join().views().subscribe(new Flow.Subscriber<>() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                subscription.request(Long.MAX_VALUE);
            }

            @Override
            public void onNext(Integer item) {
                assertThat(item).isEqualTo(1);
            }

            @Override
            public void onError(Throwable failure) {
                ended.completeExceptionally(failure);
            }

            @Override
            public void onComplete() {
                ended.complete(null);
            }
        });
        Await.until("calls and streams are under way", () -> !emitters.isEmpty() && !pending.isEmpty());
        for (int i = 0; i < 5; i++) {
            System.gc();
            inn.servesSession().join();
        }
        assertThat(stopped).isEmpty();
        pending.remove().complete(8);
        emitters.remove().complete();
        assertThat(answer.get(30, TimeUnit.SECONDS)).isEqualTo(8);
        ended.get(30, TimeUnit.SECONDS);
        answer = null;
        awaitExports(1);
    }

    @Test
    void actorsOfSessionStopWithIt() {
        inn.room().join();
        Room held = inn.room().join();
        client.close();
        Await.until("both actors have stopped", () -> stopped.size() == 2);
        assertThat(stopped).containsOnly(StopReason.SESSION_ENDED);
        assertThat(held.number()).isCompletedExceptionally();
    }

    @Test
    void sessionIsThereForRemoteCallsOnly() {
        assertThat(inn.servesSession().join()).isTrue();
        assertThat(local.servesSession().join()).isFalse();
        assertThat(Session.current()).isEmpty();
    }

    @Test
    void unusableReferenceIsGivenBack() {
        inn.lobby().join();
        awaitExports(1);
        assertThatThrownBy(() -> client.lookup("inn", Room.class)).isInstanceOf(LookupException.class);
        assertThat(inn.servesSession().join()).isTrue();
        inn = null;
        assertThat(exporter.exports().count()).isLessThanOrEqualTo(1);
        awaitExports(0);
        assertThat(client.lookup("inn", Inn.class)
                        .servesSession()
                        .orTimeout(30, TimeUnit.SECONDS)
                        .join())
                .isTrue();
    }
}
