package io.tellask.bench.cluster;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.bench.spi.Commands;
import io.tellask.cluster.LogEngine;
import io.tellask.cluster.LogOptions;
import io.tellask.cluster.MapMachine;
import io.tellask.cluster.RemoteStates;
import io.tellask.cluster.Replica;
import io.tellask.cluster.ReplicaClient;
import io.tellask.cluster.ReplicaService;
import io.tellask.cluster.actors.ActorHost;
import io.tellask.cluster.aeron.AeronEngine;
import io.tellask.cluster.jgroups.JGroupsEngine;
import io.tellask.remote.Server;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;

/**
 * A member of a replicated map, as shipped, on the engine that its contender names. Commands: {@code leads}, {@code leave}, and {@code host}, from which
 * on it runs actors by their key, and tells where.
 */
public final class TellaskMember {
    private TellaskMember() {}

    /** Arguments: those of {@link MemberPlace#of}. */
    public static void main(String[] args) {
        Commands.run(args, words -> open(words[0], MemberPlace.of(words)));
    }

    private static Commands.Opened open(String contender, MemberPlace place) {
        ActorSystem system = ActorSystem.create();
        Map<String, URI> services = TellaskCalls.addresses(place.services());
        Path folder = place.folder().resolve(place.self());
        MapMachine machine = MapMachine.open(place.self(), folder.resolve("state"), new RemoteStates(system, services));
        LogOptions options = LogOptions.of("bench", place.self(), place.members(), folder.resolve("log"));
        LogEngine engine = contender.startsWith("tellask-aeron") ? new AeronEngine() : new JGroupsEngine();
        Replica replica = Replica.open(engine, place.forced() ? options.withForced() : options, machine);
        Server.builder(system)
                .publish(ReplicaClient.NAME, ReplicaService.class, replica.service(system))
                .listen("tellask://" + place.services().get(place.number()))
                .start();
        return new Commands.Opened(
                "joined",
                words -> words[0].equals("host")
                        ? "hosts " + host(system, place.self(), services)
                        : handle(words[0], place, replica));
    }

    private static URI host(ActorSystem system, String name, Map<String, URI> services) {
        Note note = () -> Promise.of(Load.VALUE);
        ActorHost host = ActorHost.builder(system, ReplicaClient.of(system, services), name)
                .actors(Note.class, activation -> note)
                .build();
        Server server = host.publish(Server.builder(system))
                .publish(Note.NAME, Note.class, system.spawn(Note.class, () -> note))
                .listen("tellask://127.0.0.1:0")
                .start();
        host.join(server.address()).join();
        return server.address();
    }

    private static String handle(String command, MemberPlace place, Replica replica) {
        return switch (command) {
            case "leads" -> "leads " + place.self().equals(replica.view().leader());
            case "leave" -> {
                replica.close();
                yield "left";
            }
            default -> throw new IllegalArgumentException("no such command: " + command);
        };
    }
}
