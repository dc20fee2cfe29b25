package io.tellask.testkit;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.remote.Client;
import io.tellask.remote.Limits;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.PeerMemory;
import io.tellask.remote.Server;
import io.tellask.remote.ValueEncoding;
import io.tellask.test.Seed;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiFunction;

/** A simulated server with an office, and clients of it. */
final class Rig implements AutoCloseable {
    static final URI ADDRESS = URI.create("memory://office");

    final Simulation simulation = Simulation.seeded(Seed.given());
    final FaultyTransport transport = new FaultyTransport(MemoryTransport.isolated(), simulation.seed());
    final ActorSystem there = simulation.newSystem("there");
    final ActorSystem here = simulation.newSystem("here");
    final Office local;
    final Server server;
    Office.Clerk clerk;
    private ValueEncoding encoding = ValueEncoding.BINARY;

    Rig(Limits limits) {
        this(limits, PeerMemory.ofProcess());
    }

    /** A server whose actor runs on a dispatcher of its own. */
    Rig(Limits limits, PeerMemory memory) {
        this(limits, memory, (system, builder) -> builder);
    }

    /** As {@link #Rig(Limits, PeerMemory)}, with more settings. */
    Rig(Limits limits, PeerMemory memory, BiFunction<ActorSystem, Server.Builder, Server.Builder> settings) {
        local = there.spawn(
                Office.class, () -> clerk = new Office.Clerk(), SpawnOptions.on(simulation.newDispatcher("clerk")));
        server = settings.apply(there, Server.builder(there))
                .publish("office", Office.class, local)
                .transport(transport)
                .limits(limits)
                .memory(memory)
                .listen(ADDRESS)
                .start();
    }

    Rig() {
        this(Limits.defaults());
    }

    /** Has the values of its clients' sessions travel in a form. */
    Rig choosing(ValueEncoding newEncoding) {
        encoding = newEncoding;
        return this;
    }

    Client connect(Limits limits) {
        return simulation.await(connecting(limits));
    }

    Client connect() {
        return connect(Limits.defaults());
    }

    Promise<Client> connecting(Limits limits) {
        return newClient().limits(limits).connectAsync(ADDRESS);
    }

    Client.Builder newClient() {
        return Client.builder(here).transport(transport).encoding(encoding);
    }

    Office lookup(Client client) {
        return simulation.await(client.lookupAsync("office", Office.class));
    }

    /** Closes a client without waiting for the simulation, which stands still meanwhile. */
    void leave(Client client) {
        asActor(client::close);
    }

    /** Closes the server without waiting for the simulation. */
    void leaveServer() {
        asActor(server::close);
    }

    /** A client of its own, and what it found. */
    Office office() {
        return lookup(connect());
    }

    /** What a future failed with, once it has settled. */
    Throwable failure(CompletableFuture<?> future) {
        try {
            simulation.await(future);
        } catch (CompletionException failure) {
            return failure.getCause();
        }
        throw new AssertionError("the future did not fail: " + future);
    }

    /** Runs the task as an actor of the client's side, which must not park, and then all that follows from it. */
    void asActor(Runnable task) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Tasks tasks = here.spawn(Tasks.class, () -> given -> {
            try {
                given.run();
                done.complete(null);
            } catch (RuntimeException | Error failure) {
                done.completeExceptionally(failure);
            }
        });
        tasks.run(task);
        simulation.await(done);
        simulation.runUntilIdle();
    }

    /** Runs what it is given, as an actor. */
    interface Tasks {
        void run(Runnable task);
    }

    @Override
    public void close() {
        simulation.close();
    }
}
