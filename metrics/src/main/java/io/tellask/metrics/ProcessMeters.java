package io.tellask.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.tellask.actor.ActorSystem;
import io.tellask.remote.Client;
import io.tellask.remote.PeerMemory;
import io.tellask.remote.Server;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/**
 * Meters of a server, a client, an actor system or the budget for peers, which are read when the registry is. They have one tag, the name that
 * the application gives; where it has a name twice, the newer one's meters take the place of the older's. Closing takes them out of the
 * registry; those of a client go by themselves when its session has ended. Thread-safe.
 *
 * <pre>
 *  server  tellask.server.connections, .references                        gauges
 *          tellask.server.sessions.opened, .ended, .lost                  counters
 *          tellask.server.connections.refused, .junk, .peers.refused      counters
 *  client  tellask.client.open (1 or 0), .references                      gauges
 *  system  tellask.actors, .queued                                        gauges: actors, messages in their mailboxes
 *          tellask.actors.spawned, .dropped, .tells.failed, .dead         counters
 *          tellask.loops.failures, .blocked                               counters
 *  memory  tellask.memory.limit, .held, .largest, .connections            gauges, bytes but for the last
 *          tellask.memory.closed, .refused, .waits                        counters of connections
 * </pre>
 */
public final class ProcessMeters implements AutoCloseable {
    private final MeterRegistry registry;
    private final Tags tags;
    private final List<Meter> meters = new ArrayList<>(); // guarded by this

    ProcessMeters(MeterRegistry registry, String tag, String name) {
        this.registry = Objects.requireNonNull(registry, "registry");
        tags = Tags.of(tag, Objects.requireNonNull(name, "name"));
    }

    /** Those of a server. */
    public static ProcessMeters ofServer(MeterRegistry registry, String name, Server server) {
        Objects.requireNonNull(server, "server");
        return new ProcessMeters(registry, "server", name)
                .gauge("tellask.server.connections", server, Server::connections)
                .gauge(
                        "tellask.server.references",
                        server,
                        of -> of.statistics().references())
                .gauge(
                        "tellask.server.sessions.waiting",
                        server,
                        of -> of.statistics().waitingSessions())
                .counter(
                        "tellask.server.sessions.opened",
                        server,
                        of -> of.statistics().sessionsOpened())
                .counter(
                        "tellask.server.sessions.ended",
                        server,
                        of -> of.statistics().sessionsEnded())
                .counter(
                        "tellask.server.sessions.resumed",
                        server,
                        of -> of.statistics().sessionsResumed())
                .counter(
                        "tellask.server.sessions.lost",
                        server,
                        of -> of.statistics().sessionsLost())
                .counter(
                        "tellask.server.connections.refused",
                        server,
                        of -> of.statistics().refusedConnections())
                .counter(
                        "tellask.server.connections.junk",
                        server,
                        of -> of.statistics().junkConnections())
                .counter(
                        "tellask.server.peers.refused",
                        server,
                        of -> of.statistics().refusedPeers());
    }

    /** Those of a client, until its session ends. */
    public static ProcessMeters ofClient(MeterRegistry registry, String name, Client client) {
        Objects.requireNonNull(client, "client");
        ProcessMeters meters = new ProcessMeters(registry, "client", name)
                .gauge("tellask.client.open", client, of -> of.isOpen() ? 1 : 0)
                .gauge("tellask.client.references", client, Client::references);
        client.whenEnded().whenComplete((_, _) -> meters.close());
        return meters;
    }

    /** Those of an actor system, by its own name. */
    public static ProcessMeters ofSystem(MeterRegistry registry, ActorSystem system) {
        Objects.requireNonNull(system, "system");
        return new ProcessMeters(registry, "system", system.name())
                .gauge("tellask.actors", system, ActorSystem::actors)
                .gauge("tellask.actors.queued", system, ActorSystem::queuedMessages)
                .counter("tellask.actors.spawned", system, ActorSystem::spawnedActors)
                .counter("tellask.actors.dropped", system, ActorSystem::droppedMessages)
                .counter("tellask.actors.tells.failed", system, ActorSystem::failedTells)
                .counter("tellask.actors.dead", system, ActorSystem::countedDeadLetters)
                .counter("tellask.loops.failures", system, ActorSystem::loopFailures)
                .counter("tellask.loops.blocked", system, ActorSystem::blockedLoops);
    }

    /** Those of what peers make this process hold; {@link PeerMemory#ofProcess} unless servers have budgets of their own. */
    public static ProcessMeters ofMemory(MeterRegistry registry, String name, PeerMemory memory) {
        Objects.requireNonNull(memory, "memory");
        return new ProcessMeters(registry, "memory", name)
                .bytes("tellask.memory.limit", memory, PeerMemory::limitBytes)
                .bytes("tellask.memory.held", memory, PeerMemory::heldBytes)
                .bytes("tellask.memory.largest", memory, of -> of.statistics().largestBytes())
                .gauge(
                        "tellask.memory.connections",
                        memory,
                        of -> of.statistics().connections())
                .counter("tellask.memory.closed", memory, of -> of.statistics().closedConnections())
                .counter("tellask.memory.refused", memory, of -> of.statistics().refusedConnections())
                .counter("tellask.memory.waits", memory, PeerMemory::waits);
    }

    <T> ProcessMeters gauge(String name, T subject, ToDoubleFunction<T> value) {
        makeRoom(name);
        return add(Gauge.builder(name, subject, value)
                .tags(tags)
                .strongReference(true)
                .register(registry));
    }

    private <T> ProcessMeters bytes(String name, T subject, ToDoubleFunction<T> value) {
        makeRoom(name);
        return add(Gauge.builder(name, subject, value)
                .tags(tags)
                .baseUnit("bytes")
                .strongReference(true)
                .register(registry));
    }

    <T> ProcessMeters counter(String name, T subject, ToDoubleFunction<T> value) {
        makeRoom(name);
        return add(FunctionCounter.builder(name, subject, value).tags(tags).register(registry));
    }

    /** A registry keeps the first meter of a name, which would go on showing what has ended. */
    private void makeRoom(String name) {
        Meter older = registry.find(name).tags(tags).meter();
        if (older != null) {
            registry.remove(older);
        }
    }

    private synchronized ProcessMeters add(Meter meter) {
        meters.add(meter);
        return this;
    }

    /** Takes them out of the registry, but for those whose place another object's have taken. */
    @Override
    public synchronized void close() {
        for (Meter meter : meters) {
            if (registry.find(meter.getId().getName()).tags(tags).meter() == meter) {
                registry.remove(meter);
            }
        }
        meters.clear();
    }
}
