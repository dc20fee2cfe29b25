package io.tellask.bench.keyvalue;

import io.tellask.actor.ActorSystem;
import io.tellask.bench.spi.Scratch;
import io.tellask.bench.spi.Service;
import io.tellask.bench.spi.ServiceProcess;
import io.tellask.kv.KeyValueOptions;
import io.tellask.kv.KeyValueService;
import io.tellask.kv.KeyValueStore;
import io.tellask.remote.Server;
import java.io.IOException;

/** The serving process of the kv suite: the key-value service as shipped, on a new folder. */
public final class KeyValueProcess implements Service {
    private final ActorSystem system = ActorSystem.create();
    private final KeyValueService maps;
    private final Server server;

    private KeyValueProcess() throws IOException {
        maps = KeyValueService.open(system, Scratch.create(), KeyValueOptions.defaults());
        server = Server.builder(system)
                .publish(KeyValueStore.PUBLISHED_NAME, KeyValueStore.class, maps.store())
                .listen("tellask://127.0.0.1:0")
                .start();
    }

    /** Runs until standard input ends. */
    public static void main(String[] args) throws InterruptedException, IOException {
        ServiceProcess.serve(new KeyValueProcess());
    }

    @Override
    public int port() {
        return server.address().getPort();
    }

    @Override
    public void close() {
        server.close();
        maps.close();
        system.close();
    }
}
