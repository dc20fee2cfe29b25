package io.tellask.browser;

import io.tellask.actor.ActorSystem;
import io.tellask.codec.Codec;
import io.tellask.netty.DetectingTransport;
import io.tellask.remote.Authenticator;
import io.tellask.remote.Principal;
import io.tellask.remote.Server;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The server of the client's tests, a process of its own: prints the address of an open server and of one that takes each bearer token
 * {@code token-…} once, and ends with its input.
 */
public final class WorkshopServer {
    private static final String ADDRESS = "any://127.0.0.1:0/tellask";

    private WorkshopServer() {}

    static Server start(ActorSystem system, Authenticator authenticator) {
        Codec codec = Codec.builder().allowTree("io.tellask.browser").build();
        Workshop workshop = system.spawn(Workshop.class, WorkshopActor::new);
        return Server.builder(system)
                .codec(codec)
                .publish("workshop", Workshop.class, workshop)
                .authenticator(authenticator)
                .transport(DetectingTransport.builder().build())
                .listen(ADDRESS)
                .start();
    }

    /** Takes tokens that nobody has shown yet: a client that shows one again is not let in. */
    private static Authenticator fresh() {
        Set<String> shown = ConcurrentHashMap.newKeySet();
        return Authenticator.token(token ->
                token.startsWith("token-") && shown.add(token) ? Optional.of(Principal.of("ada")) : Optional.empty());
    }

    public static void main(String[] args) throws IOException {
        try (ActorSystem system = ActorSystem.create();
                Server open = start(system, attempt -> io.tellask.actor.Promise.of(Principal.of("anyone")));
                Server guarded = start(system, fresh())) {
            System.out.println("open " + open.address());
            System.out.println("guarded " + guarded.address());
            while (System.in.read() >= 0) {
                // until the process that started this one ends
            }
        }
    }
}
