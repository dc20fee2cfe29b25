package io.tellask.bench.keyvalue;

import io.tellask.actor.ActorSystem;
import io.tellask.bench.spi.Scratch;
import io.tellask.bench.spi.Service;
import io.tellask.bench.spi.ServiceProcess;
import io.tellask.kv.KeyValueOptions;
import io.tellask.kv.KeyValueService;
import io.tellask.kv.KeyValueStore;
import io.tellask.kv.RespOptions;
import io.tellask.kv.RespServer;
import io.tellask.remote.Server;
import java.io.IOException;

/** The serving process of the kv suite: the key-value server as shipped, on a new folder, with one of its two protocols. */
public final class KeyValueProcess {
    private KeyValueProcess() {}

    /** Runs until standard input ends. Argument: {@code tellask}, or {@code redis} for clients of Redis. */
    public static void main(String[] args) throws InterruptedException, IOException {
        ActorSystem system = ActorSystem.create();
        KeyValueService maps = KeyValueService.open(system, Scratch.create(), KeyValueOptions.defaults());
        ServiceProcess.serve(args[0].equals("redis") ? redis(maps) : tellask(system, maps));
    }

    private static Service redis(KeyValueService maps) {
        RespServer server = RespServer.start(maps, RespOptions.listening("redis://127.0.0.1:0"));
        return () -> server.address().getPort();
    }

    private static Service tellask(ActorSystem system, KeyValueService maps) {
        Server server = Server.builder(system)
                .publish(KeyValueStore.PUBLISHED_NAME, KeyValueStore.class, maps.store())
                .listen("tellask://127.0.0.1:0")
                .start();
        return () -> server.address().getPort();
    }
}
