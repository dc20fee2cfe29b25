package io.tellask.bench.cluster;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Streams;
import io.tellask.cluster.partition.PartitionedMap;
import io.tellask.cluster.partition.Partitions;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;

/** A map over as many groups of one member each as there are addresses. */
public final class PartitionedCalls implements Calls {
    private final PartitionedMap<String, String> map;

    /** Spreads the slots over the groups at these addresses. */
    public PartitionedCalls(String... addresses) {
        Map<String, Map<String, URI>> groups = new TreeMap<>();
        TellaskCalls.addresses(List.of(addresses)).forEach((name, address) -> groups.put(name, Map.of(name, address)));
        Partitions partitions = Partitions.of(ActorSystem.create(), groups);
        partitions.found(MemberPlace.name(0)).join();
        Streams.collect(partitions.rebalance(groups.keySet())).join();
        map = partitions.map(String.class, String.class);
    }

    @Override
    public CompletionStage<?> put(String key, String value) {
        return map.put(key, value);
    }

    @Override
    public CompletionStage<String> get(String key) {
        return map.get(key);
    }
}
