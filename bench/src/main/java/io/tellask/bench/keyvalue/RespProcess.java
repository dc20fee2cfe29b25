package io.tellask.bench.keyvalue;

import io.tellask.actor.ActorSystem;
import io.tellask.bench.spi.Scratch;
import io.tellask.bench.spi.Service;
import io.tellask.bench.spi.ServiceProcess;
import io.tellask.kv.KeyValueOptions;
import io.tellask.kv.KeyValueService;
import io.tellask.kv.RespOptions;
import io.tellask.kv.RespServer;
import java.io.IOException;

/** The serving process of the kv suite for clients of Redis: as shipped, on a new folder. */
public final class RespProcess implements Service {
    private final ActorSystem system = ActorSystem.create();
    private final KeyValueService maps;
    private final RespServer server;

    private RespProcess() throws IOException {
        maps = KeyValueService.open(system, Scratch.create(), KeyValueOptions.defaults());
        server = RespServer.start(maps, RespOptions.listening("redis://127.0.0.1:0"));
    }

    /** Runs until standard input ends. */
    public static void main(String[] args) throws InterruptedException, IOException {
        ServiceProcess.serve(new RespProcess());
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
