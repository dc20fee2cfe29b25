package io.tellask.examples;

import io.tellask.actor.ActorSystem;
import io.tellask.remote.Client;
import java.util.List;

/** Calls {@link KeyValueServer}: stores a user if a name is given, and prints the one that has the id. */
public final class KeyValueClient {
    public static void main(String[] args) {
        if (args.length < 1 || args.length > 2) {
            System.err.println("usage: KeyValueClient UID [NAME]");
            System.exit(2);
        }
        try (ActorSystem system = ActorSystem.create();
                Client client =
                        Client.builder(system).codec(KeyValueServer.CODEC).connect(KeyValueServer.ADDRESS)) {
            Users users = client.lookup("users", Users.class);
            if (args.length == 2) {
                users.put(new User(args[0], args[1], List.of())).join();
            }
            System.out.println(users.get(args[0]).join());
        }
    }

    private KeyValueClient() {}
}
