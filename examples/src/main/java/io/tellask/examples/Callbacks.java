package io.tellask.examples;

import io.tellask.actor.ActorSystem;
import io.tellask.remote.Client;
import io.tellask.remote.Server;

/** A server that calls its client back. */
public final class Callbacks {
    // @start region="callback"
    /** Stays in the process of the client, which is called back. */
    public interface Alarm {
        void ring(int price);
    }

    /** Runs at the server. */
    public interface Ticker {
        void watch(String symbol, Alarm alarm);
    }

    static void watch(ActorSystem system, Ticker ticker) {
        ticker.watch("ALGO", system.spawn(Alarm.class, () -> price -> System.out.println("ALGO at " + price)));
    }
    // @end

    private Callbacks() {}

    /** Runs both sides, over TCP, until it is ended. */
    public static void main(String[] args) throws InterruptedException {
        ActorSystem system = ActorSystem.create();
        Server server = Server.builder(system)
                .publish("ticker", Ticker.class, system.spawn(Ticker.class, () -> (symbol, alarm) -> alarm.ring(42)))
                .listen("tellask://127.0.0.1:0")
                .start();
        Client client = Client.connect(system, server.address());
        watch(system, client.lookup("ticker", Ticker.class));
        system.awaitTermination();
    }
}
