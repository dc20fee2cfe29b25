package io.tellask.browser;

import io.tellask.actor.ActorSystem;
import io.tellask.remote.Server;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The servers of one test on this machine, closed behind it. Belongs to one thread. */
final class TestServers implements AfterEachCallback {
    /** Where a server listens at any free port. */
    static final String ANY_PORT = "any://127.0.0.1:0/tellask";

    private final List<Server> servers = new ArrayList<>();
    private final List<AutoCloseable> owned = new ArrayList<>();

    /** A server that a function starts in an actor system of its own. */
    Server start(Function<ActorSystem, Server> starting) {
        ActorSystem system = own(ActorSystem.create());
        Server server = starting.apply(system);
        servers.add(server);
        return server;
    }

    /** Is closed behind the test, too: the last first. */
    <T extends AutoCloseable> T own(T part) {
        owned.add(part);
        return part;
    }

    /** The address of a server's pages. */
    static String home(Server server) {
        return home(server.address().getPort());
    }

    static String home(int port) {
        return "http://127.0.0.1:" + port + "/";
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        servers.forEach(server -> server.close(Duration.ZERO));
        for (AutoCloseable part : owned.reversed()) {
            part.close();
        }
        servers.clear();
        owned.clear();
    }
}
