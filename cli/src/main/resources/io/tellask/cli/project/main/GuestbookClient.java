package @package@;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Streams;
import io.tellask.remote.Client;

/** The program that signs the guestbook and prints it: {@code GuestbookClient GUEST [ADDRESS]}. */
public final class GuestbookClient {
    private GuestbookClient() {}

    public static void main(String[] args) {
        if (args.length == 0) {
            System.err.println("usage: GuestbookClient GUEST [ADDRESS]");
            System.exit(2);
        }
        String address = args.length > 1 ? args[1] : GuestbookServer.ADDRESS;
        try (ActorSystem system = ActorSystem.create();
                Client client = Client.connect(system, address)) {
            Guestbook guestbook = client.lookup(GuestbookServer.NAME, Guestbook.class);
            System.out.println("you are number " + guestbook.sign(args[0]).join().number());
            Streams.collect(guestbook.entries()).join().forEach(System.out::println);
        }
    }
}
