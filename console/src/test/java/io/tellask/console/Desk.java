package io.tellask.console;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Emitter;
import io.tellask.actor.MailboxPolicy;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.remote.Authenticator;
import io.tellask.remote.Client;
import io.tellask.remote.Credentials;
import io.tellask.remote.Limits;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.Principal;
import io.tellask.remote.Server;
import io.tellask.test.Seed;
import io.tellask.testkit.Simulation;
import io.tellask.testkit.StreamProbe;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Flow;

/** A simulated server with a console and a work to do, and clients of it. */
final class Desk implements AutoCloseable {
    static final URI ADDRESS = URI.create("memory://desk");
    static final Map<String, Principal> TOKENS =
            Map.of("op", Principal.of("Olga", ServerConsole.ROLE), "user", Principal.of("Ada"));

    final Simulation simulation = Simulation.seeded(Seed.given());
    final MemoryTransport transport = MemoryTransport.isolated();
    final ActorSystem there = simulation.newSystem("there");
    final ActorSystem here = simulation.newSystem("here");
    private final List<StreamProbe<Snapshot>> looking = new ArrayList<>();
    final List<StoreRow> stores = new ArrayList<>();
    final List<GroupRow> groups = new ArrayList<>();
    final Work local;
    final Server server;
    final Console console;

    /** What peers call. */
    public interface Work {
        Promise<Integer> add(int a, int b);

        Promise<Void> fail();

        void drop();

        Flow.Publisher<Integer> count(int to);
    }

    private static final class Worker implements Work {
        @Override
        public Promise<Integer> add(int a, int b) {
            return Promise.of(a + b);
        }

        @Override
        public Promise<Void> fail() {
            throw new IllegalStateException("secret");
        }

        @Override
        public void drop() {
            throw new IllegalArgumentException("secret");
        }

        @Override
        public Flow.Publisher<Integer> count(int to) {
            Emitter<Integer> items = new Emitter<>(Math.max(1, to));
            for (int i = 0; i < to; i++) {
                items.emit(i);
            }
            items.complete();
            return items;
        }
    }

    Desk() {
        local = there.spawn(
                Work.class,
                Worker::new,
                SpawnOptions.on(simulation.newDispatcher("worker"))
                        .withMailbox(2, MailboxPolicy.DROP_NEWEST)
                        .withName("work"));
        ServerConsole made = ServerConsole.builder()
                .source(new ConsoleSource() {
                    @Override
                    public List<StoreRow> stores() {
                        return List.copyOf(stores);
                    }

                    @Override
                    public List<GroupRow> groups() {
                        return List.copyOf(groups);
                    }
                })
                .dispatcher(simulation.newDispatcher("console"))
                .build();
        server = made.publishIn(Server.builder(there))
                .publish("work", Work.class, local)
                .authenticator(Authenticator.tokens(TOKENS))
                .transport(transport)
                .limits(Limits.defaults())
                .listen(ADDRESS)
                .start();
        console = console(connect("op"));
    }

    Client connect(String token) {
        return simulation.await(Client.builder(here)
                .transport(transport)
                .credentials(Credentials.token(token))
                .connectAsync(URI.create(ADDRESS + "?plaintext=true")));
    }

    Console console(Client client) {
        return simulation.await(client.lookupAsync(Console.PUBLISHED_NAME, Console.class));
    }

    Work work(Client client) {
        return simulation.await(client.lookupAsync("work", Work.class));
    }

    StreamProbe<Snapshot> look(Console by, int everyMillis) {
        StreamProbe<Snapshot> probe = new StreamProbe<>(Long.MAX_VALUE);
        looking.add(probe);
        by.snapshots(everyMillis).subscribe(probe);
        simulation.runUntilIdle();
        return probe;
    }

    void pass(long millis) {
        simulation.advance(Duration.ofMillis(millis));
    }

    <T> T await(Promise<T> promise) {
        return simulation.await(promise);
    }

    Throwable failure(CompletableFuture<?> future) {
        try {
            simulation.await(future);
        } catch (CompletionException failure) {
            return failure.getCause();
        }
        throw new AssertionError("the future did not fail: " + future);
    }

    @Override
    public void close() {
        looking.forEach(StreamProbe::cancel); // a server that closes waits for open streams
        simulation.runUntilIdle();
        simulation.close();
    }
}
