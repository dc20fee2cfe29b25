package io.tellask.bench.cluster;

import io.tellask.actor.ActorSystem;
import io.tellask.bench.spi.Commands;
import io.tellask.kv.KeyValueOptions;
import io.tellask.kv.KeyValueService;
import io.tellask.kv.KeyValueStore;
import io.tellask.remote.Server;
import java.io.IOException;

/** The key-value server as shipped, which nobody else has a copy of. Command: {@code leads}. */
public final class SingleServer {
    private SingleServer() {}

    /** Arguments: those of {@link MemberPlace#of}. */
    public static void main(String[] args) {
        Commands.run(args, words -> open(MemberPlace.of(words)));
    }

    private static Commands.Opened open(MemberPlace place) throws IOException {
        ActorSystem system = ActorSystem.create();
        KeyValueService maps =
                KeyValueService.open(system, place.folder().resolve(place.self()), KeyValueOptions.defaults());
        Server.builder(system)
                .publish(KeyValueStore.PUBLISHED_NAME, KeyValueStore.class, maps.store())
                .listen("tellask://" + place.services().get(place.number()))
                .start();
        return new Commands.Opened("joined", words -> "leads true");
    }
}
