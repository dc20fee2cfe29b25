package io.tellask.examples.chat;

import io.tellask.actor.ActorSystem;
import io.tellask.remote.Server;

/** Serves one chat room. */
public final class ChatServer {
    static final String ADDRESS = "tellask://127.0.0.1:7413";

    static Server start(ActorSystem system, String address) {
        Room room = system.spawn(Room.class, RoomActor::new);
        return Server.builder(system)
                .publish("chat", ChatRoom.class, room)
                .listen(address)
                .start();
    }

    public static void main(String[] args) throws InterruptedException {
        if (args.length > 1) {
            System.err.println("usage: ChatServer [ADDRESS]");
            System.exit(2);
        }
        try (ActorSystem system = ActorSystem.create();
                Server server = start(system, args.length > 0 ? args[0] : ADDRESS)) {
            System.out.println("listening on " + server.address());
            system.awaitTermination();
        }
    }

    private ChatServer() {}
}
