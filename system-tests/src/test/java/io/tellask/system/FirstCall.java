package io.tellask.system;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.remote.Client;
import io.tellask.remote.Server;

/** What a user writes first: a contract, an actor, a server and a client. */
public final class FirstCall {
    /** The contract. */
    public interface Calculator {
        Promise<Integer> add(int a, int b);
    }

    private FirstCall() {}

    public static void main(String[] args) {
        try (ActorSystem system = ActorSystem.create()) {
            Calculator local = system.spawn(Calculator.class, () -> (a, b) -> Promise.of(a + b));
            Server server = Server.builder(system).publish("calculator", Calculator.class, local).listen(args[0]).start();
            Calculator remote = Client.connect(system, server.address()).lookup("calculator", Calculator.class);
            System.out.println(remote.add(1, 2).join());
        }
    }
}
