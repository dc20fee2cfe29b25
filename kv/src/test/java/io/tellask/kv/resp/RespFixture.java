package io.tellask.kv.resp;

import io.tellask.actor.ActorSystem;
import io.tellask.kv.KeyValueOptions;
import io.tellask.kv.KeyValueService;
import io.tellask.kv.RespOptions;
import io.tellask.kv.RespServer;
import io.tellask.store.Durability;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** A server on a free port of the loopback address, and its clients. */
final class RespFixture implements AutoCloseable {
    private final ActorSystem system = ActorSystem.create();
    private final KeyValueService service;
    private final RespServer server;
    private final List<RespPeer> peers = new ArrayList<>();

    private RespFixture(Path directory, KeyValueOptions storing, RespOptions listening) {
        service = KeyValueService.open(system, directory, storing);
        server = RespServer.start(service, listening);
    }

    static RespFixture in(Path directory) {
        return in(directory, options -> options);
    }

    static RespFixture in(Path directory, UnaryOperator<RespOptions> change) {
        return in(directory, Durability.PERIODIC, change);
    }

    static RespFixture in(Path directory, Durability durability, UnaryOperator<RespOptions> change) {
        return new RespFixture(
                directory,
                KeyValueOptions.defaults().withDurability(durability),
                change.apply(RespOptions.listening("redis://127.0.0.1:0")));
    }

    RespServer server() {
        return server;
    }

    /** One more connection. */
    RespPeer peer() throws IOException {
        RespPeer peer = RespPeer.connect(server.address());
        peers.add(peer);
        return peer;
    }

    @Override
    public void close() throws IOException {
        for (RespPeer peer : peers) {
            peer.close();
        }
        server.close();
        service.close();
        system.close();
    }
}
