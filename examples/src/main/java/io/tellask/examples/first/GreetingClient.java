package io.tellask.examples.first;

import io.tellask.actor.ActorSystem;
import io.tellask.remote.Client;

/** Tells a name, and asks for the greeting. */
public final class GreetingClient {
    public static void main(String[] args) {
        if (args.length != 2) {
            System.err.println("usage: GreetingClient ADDRESS NAME");
            System.exit(2);
        }
        try (ActorSystem system = ActorSystem.create();
                Client client = Client.connect(system, args[0])) {
            Greeter greeter = client.lookup("greeter", Greeter.class);
            greeter.remember(args[1]);
            System.out.println(greeter.greet().join());
        }
    }

    private GreetingClient() {}
}
