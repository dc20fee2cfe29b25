package io.tellask.cluster.actors;

import io.tellask.cluster.ReplicaClient;
import io.tellask.cluster.ReplicatedMap;
import io.tellask.codec.Codec;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** Where actors of a host keep their state, with a codec for each type of it. Thread-safe. */
final class ActorStates {
    private final ReplicatedMap<String, byte[]> map;
    private final Map<Class<?>, Codec> codecs = new ConcurrentHashMap<>();

    ActorStates(ReplicaClient client) {
        map = ReplicatedMap.of(client, String.class, byte[].class, Codec.standard());
    }

    <S> ActorState<S> of(Class<S> type, ActorId id, long epoch) {
        Objects.requireNonNull(type, "type");
        Codec codec =
                codecs.computeIfAbsent(type, each -> Codec.builder().allow(each).build());
        return new EpochState<>(map, codec, type, id, epoch);
    }
}
