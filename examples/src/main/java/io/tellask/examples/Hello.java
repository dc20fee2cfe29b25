package io.tellask.examples;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.remote.Client;
import io.tellask.remote.Server;

/** The first remote call: server and client, here in one process, over TCP. */
public final class Hello {
    // @start region="hello"
    /** The contract. */
    public interface Greeter {
        void log(String line); // tell: no answer

        Promise<String> greet(String name); // ask: a promise of one
    }

    static final class Polite implements Greeter {
        public void log(String line) {
            System.out.println("log: " + line);
        }

        public Promise<String> greet(String name) {
            return Promise.of("Hello, " + name);
        }
    }

    public static void main(String[] args) {
        try (ActorSystem system = ActorSystem.create();
                Server server = Server.builder(system)
                        .publish("greeter", Greeter.class, system.spawn(Greeter.class, Polite::new))
                        .listen("tellask://127.0.0.1:0")
                        .start();
                Client client = Client.connect(system, server.address())) {
            Greeter greeter = client.lookup("greeter", Greeter.class);
            greeter.log("on my way");
            System.out.println(greeter.greet("world").join());
        }
    }
    // @end

    private Hello() {}
}
