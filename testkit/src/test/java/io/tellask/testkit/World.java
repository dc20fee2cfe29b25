package io.tellask.testkit;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.SpawnOptions;
import io.tellask.remote.Client;
import io.tellask.remote.Limits;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.Server;
import java.net.URI;
import java.time.Duration;
import java.util.function.Supplier;

/** Two actor systems in one simulation, each a server and a client of the other, over a transport that cuts and delays. */
final class World implements AutoCloseable {
    final Simulation simulation;
    final FaultyTransport transport;
    final Side left;
    final Side right;
    private final int creditMessages;

    private final int callsInFlight;
    private Duration resumeTime = Limits.defaults().resumeTime();

    World(long seed, int creditMessages) {
        this(seed, creditMessages, 65_536);
    }

    World(long seed, int creditMessages, int callsInFlight) {
        this.creditMessages = creditMessages;
        this.callsInFlight = callsInFlight;
        simulation = Simulation.seeded(seed);
        transport = new FaultyTransport(MemoryTransport.isolated(), seed);
        transport.faults(
                Faults.none().chunks(1 + simulation.random().nextInt(200)).delay(Duration.ofNanos(500)));
        left = new Side("left");
        right = new Side("right");
    }

    /** Sessions end with their connections; before anything is started. */
    World withoutResume() {
        resumeTime = Duration.ZERO;
        return this;
    }

    /** One system, and what it publishes. */
    final class Side {
        final ActorSystem system;
        private final Server.Builder server;
        private final String name;

        Side(String name) {
            this.name = name;
            system = simulation.newSystem(name);
            server = Server.builder(system).transport(transport).listen("memory://" + name);
        }

        private Limits limits() {
            return Limits.builder()
                    .creditMessages(creditMessages)
                    .creditBytes(4_096)
                    .callsInFlight(callsInFlight)
                    .resumeTime(resumeTime)
                    .build();
        }

        <C> C publish(String actorName, Class<C> contract, Supplier<C> factory) {
            boolean onLoop = simulation.random().nextBoolean();
            SpawnOptions options =
                    onLoop ? SpawnOptions.ioLoop() : SpawnOptions.on(simulation.newDispatcher(name + "-" + actorName));
            C reference = system.spawn(contract, factory, options);
            server.publish(actorName, contract, reference);
            return reference;
        }

        void start() {
            server.limits(limits()).start();
        }

        Client connectTo(Side other) {
            return simulation.await(Client.builder(system)
                    .transport(transport)
                    .limits(limits())
                    .connectAsync(URI.create("memory://" + other.name)));
        }
    }

    /** A reference from one side to an actor that the other published. */
    <C> C lookup(Client client, String name, Class<C> contract) {
        return simulation.await(client.lookupAsync(name, contract));
    }

    @Override
    public void close() {
        simulation.close();
    }
}
