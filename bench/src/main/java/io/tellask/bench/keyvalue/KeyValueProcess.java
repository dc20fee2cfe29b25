package io.tellask.bench.keyvalue;

import io.tellask.actor.ActorSystem;
import io.tellask.bench.spi.Commands;
import io.tellask.bench.spi.Scratch;
import io.tellask.kv.KeyValueOptions;
import io.tellask.kv.KeyValueService;
import io.tellask.kv.KeyValueStore;
import io.tellask.kv.RespOptions;
import io.tellask.kv.RespServer;
import io.tellask.remote.Server;
import java.io.IOException;
import java.net.URI;

/** The serving process of the kv suite: the key-value server as shipped, on a new folder, with one of its two protocols. */
public final class KeyValueProcess {
    private KeyValueProcess() {}

    /** Cases that begin with {@code native} are for our own client, the others for clients of Redis. */
    public static void main(String[] args) {
        Commands.run(
                args,
                words -> Commands.Opened.at(open(words[0].startsWith("native")).getPort()));
    }

    private static URI open(boolean isNative) throws IOException {
        ActorSystem system = ActorSystem.create();
        KeyValueService maps = KeyValueService.open(system, Scratch.create(), KeyValueOptions.defaults());
        return isNative
                ? Server.builder(system)
                        .publish(KeyValueStore.PUBLISHED_NAME, KeyValueStore.class, maps.store())
                        .listen("tellask://127.0.0.1:0")
                        .start()
                        .address()
                : RespServer.start(maps, RespOptions.listening("redis://127.0.0.1:0"))
                        .address();
    }
}
