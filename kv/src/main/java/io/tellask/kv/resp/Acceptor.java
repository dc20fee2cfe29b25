package io.tellask.kv.resp;

import io.tellask.kv.resp.client.Engine;
import io.tellask.remote.Receiver;
import io.tellask.remote.Wire;
import java.nio.charset.StandardCharsets;

/** Gives new connections their side here. Belongs to the loop. */
public final class Acceptor {
    private final Engine engine;
    private final Executor executor;

    /** For the connections of one engine. */
    public Acceptor(Engine engine) {
        this.engine = engine;
        executor = new Executor(engine.commands(), engine.pipeline());
    }

    /** Gives a new connection its side here, or tells it that there are too many. */
    public Receiver accept(Wire wire) {
        engine.clock().update();
        Connection connection =
                new Connection(engine, executor, wire, engine.clients().nextId());
        if (connection.isRefused()) {
            engine.statistics().rejected();
            connection.endForMemory();
        } else if (engine.clients().count() >= engine.limits().clients()) {
            engine.statistics().rejected();
            byte[] text = "-ERR max number of clients reached\r\n".getBytes(StandardCharsets.ISO_8859_1);
            wire.send(text, 0, text.length);
            connection.abort();
        } else {
            engine.statistics().connected();
            engine.clients().add(connection.client());
        }
        return connection;
    }
}
