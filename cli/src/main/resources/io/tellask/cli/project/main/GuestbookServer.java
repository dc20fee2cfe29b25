package @package@;

import io.tellask.actor.ActorSystem;
import io.tellask.remote.Server;

/** The program that keeps the guestbook: {@code GuestbookServer [ADDRESS]}. */
public final class GuestbookServer {
    /** The name under which the actor is published. */
    static final String NAME = "guestbook";

    static final String ADDRESS = "tellask://127.0.0.1:7500";

    private GuestbookServer() {}

    static Server start(ActorSystem system, String address) {
        return Server.builder(system)
                .publish(NAME, Guestbook.class, system.spawn(Guestbook.class, GuestbookActor::new))
                .listen(address)
                .start();
    }

    public static void main(String[] args) throws InterruptedException {
        try (ActorSystem system = ActorSystem.create();
                Server server = start(system, args.length > 0 ? args[0] : ADDRESS)) {
            System.out.println("listening on " + server.address());
            system.awaitTermination(); // the threads of a system are daemons: they do not keep the process alive
        }
    }
}
