package io.tellask.bench.cluster;

import io.tellask.actor.ActorSystem;
import io.tellask.cluster.ReplicaClient;
import io.tellask.cluster.ReplicatedMap;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;

/** A replicated map by its client. */
public final class TellaskCalls implements Calls {
    private final ReplicatedMap<String, String> map;

    /** A client of the members at these addresses. */
    public TellaskCalls(String... addresses) {
        ReplicaClient client = ReplicaClient.of(ActorSystem.create(), addresses(List.of(addresses)));
        map = ReplicatedMap.of(client, String.class, String.class);
    }

    static Map<String, URI> addresses(List<String> services) {
        Map<String, URI> addresses = new TreeMap<>();
        for (int i = 0; i < services.size(); i++) {
            addresses.put(MemberPlace.name(i), URI.create("tellask://" + services.get(i)));
        }
        return addresses;
    }

    @Override
    public CompletionStage<?> put(String key, String value) {
        return map.put(key, value);
    }

    @Override
    public CompletionStage<String> get(String key) {
        return map.get(key);
    }

    @Override
    public CompletionStage<String> stale(String key) {
        return map.stale(key);
    }
}
