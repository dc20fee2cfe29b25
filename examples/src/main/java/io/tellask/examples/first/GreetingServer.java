package io.tellask.examples.first;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.remote.Server;
import java.util.ArrayList;
import java.util.List;

/** Greets everybody whom it was told to remember. */
public final class GreetingServer {
    /** The actor: an object that implements the contract. */
    private static final class Polite implements Greeter {
        private final List<String> names = new ArrayList<>();

        @Override
        public void remember(String name) {
            names.add(name);
        }

        @Override
        public Promise<String> greet() {
            return Promise.of("Hello, " + String.join(" and ", names));
        }
    }

    public static void main(String[] args) throws InterruptedException {
        if (args.length != 1) {
            System.err.println("usage: GreetingServer ADDRESS");
            System.exit(2);
        }
        try (ActorSystem system = ActorSystem.create();
                Server server = Server.builder(system)
                        .publish("greeter", Greeter.class, system.spawn(Greeter.class, Polite::new))
                        .listen(args[0])
                        .start()) {
            System.out.println("listening on " + server.address());
            system.awaitTermination();
        }
    }

    private GreetingServer() {}
}
