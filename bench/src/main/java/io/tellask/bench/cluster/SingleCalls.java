package io.tellask.bench.cluster;

import io.tellask.actor.ActorSystem;
import io.tellask.kv.KeyValueMap;
import io.tellask.kv.KeyValueStore;
import io.tellask.remote.Client;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletionStage;

/** A map of a key-value server. */
public final class SingleCalls implements Calls {
    private final KeyValueMap map;

    /** A client of the server at the first of these addresses. */
    public SingleCalls(String... addresses) {
        Client client = Client.connect(ActorSystem.create(), URI.create("tellask://" + addresses[0]));
        map = client.lookup(KeyValueStore.PUBLISHED_NAME, KeyValueStore.class)
                .open("bench")
                .join();
    }

    @Override
    public CompletionStage<?> put(String key, String value) {
        return map.put(key.getBytes(StandardCharsets.UTF_8), value.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public CompletionStage<String> get(String key) {
        return map.get(key.getBytes(StandardCharsets.UTF_8))
                .thenApply(found -> found == null ? null : new String(found, StandardCharsets.UTF_8));
    }
}
