package io.tellask.examples.chat;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Streams;
import io.tellask.remote.Client;

/** Says what is typed, and prints what is said. */
public final class ChatClient {
    public static void main(String[] args) {
        if (args.length < 1 || args.length > 2) {
            System.err.println("usage: ChatClient NAME [ADDRESS]");
            System.exit(2);
        }
        String name = args[0];
        String address = args.length > 1 ? args[1] : ChatServer.ADDRESS;
        try (ActorSystem system = ActorSystem.create();
                Client client = Client.connect(system, address)) {
            ChatRoom room = client.lookup("chat", ChatRoom.class);
            Seat seat = room.enter(name).join();
            Streams.forEach(seat.listen(), 16, line -> System.out.println(line.name() + ": " + line.text()));
            for (String text = IO.readln(); text != null; text = IO.readln()) {
                seat.say(text);
            }
        }
    }

    private ChatClient() {}
}
