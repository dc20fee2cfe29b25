package io.tellask.bench.cluster;

import io.tellask.actor.ActorSystem;
import io.tellask.bench.spi.Commands;
import io.tellask.cluster.LogOptions;
import io.tellask.cluster.MapMachine;
import io.tellask.cluster.RemoteStates;
import io.tellask.cluster.Replica;
import io.tellask.cluster.ReplicaClient;
import io.tellask.cluster.ReplicaService;
import io.tellask.cluster.jgroups.JGroupsEngine;
import io.tellask.cluster.partition.PartitionService;
import io.tellask.cluster.partition.Partitions;
import io.tellask.remote.Server;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

/** A group of one member, which has a part of the slots of a map. Command: {@code leads}. */
public final class PartitionProcess {
    private PartitionProcess() {}

    /** Arguments: those of {@link MemberPlace#of}. */
    public static void main(String[] args) {
        Commands.run(args, words -> open(MemberPlace.of(words)));
    }

    private static Commands.Opened open(MemberPlace place) {
        ActorSystem system = ActorSystem.create();
        String self = place.self();
        URI address =
                Objects.requireNonNull(TellaskCalls.addresses(place.services()).get(self));
        Path folder = place.folder().resolve(self);
        MapMachine machine =
                MapMachine.open(self, folder.resolve("state"), new RemoteStates(system, Map.of(self, address)));
        LogOptions options = LogOptions.of(
                self, self, Map.of(self, Objects.requireNonNull(place.members().get(self))), folder.resolve("log"));
        Replica replica = Replica.open(new JGroupsEngine(), options, machine);
        Server.builder(system)
                .publish(ReplicaClient.NAME, ReplicaService.class, replica.service(system))
                .publish(Partitions.NAME, PartitionService.class, Partitions.service(system, replica, machine))
                .listen(address)
                .start();
        return new Commands.Opened(
                "joined", words -> "leads " + self.equals(replica.view().leader()));
    }
}
