package @package@;

import io.tellask.actor.ActorSystem;
import io.tellask.netty.DetectingTransport;
import io.tellask.remote.Server;
import io.tellask.web.ResourcePath;
import io.tellask.web.WebMode;
import io.tellask.web.Website;
import java.nio.file.Path;

/** The program that keeps the guestbook and serves its page: {@code GuestbookServer [ADDRESS]}. */
public final class GuestbookServer {
    /** The name under which the actor is published. */
    static final String NAME = "guestbook";

    static final String ADDRESS = "any://127.0.0.1:8080/tellask";

    private GuestbookServer() {}

    static Server start(ActorSystem system, WebMode mode, String address) {
        return Server.builder(system)
                .publish(NAME, Guestbook.class, system.spawn(Guestbook.class, GuestbookActor::new))
                .transport(DetectingTransport.builder().pages(site(mode)).build())
                .listen(address)
                .start();
    }

    private static Website site(WebMode mode) {
        ResourcePath.Builder files = ResourcePath.builder();
        if (mode == WebMode.DEVELOPMENT) {
            files.folder(Path.of("src/main/resources/pages")); // as they are written
        } else {
            files.classPath("pages");
        }
        files.classPath(); // the modules of the contract and of @tellask/client
        files.module("contracts", "/_tellask/" + Guestbook.class.getName() + ".js");
        return Website.builder().resources(files.build()).mode(mode).build();
    }

    public static void main(String[] args) throws InterruptedException {
        try (ActorSystem system = ActorSystem.create();
                Server server = start(system, WebMode.current(), args.length > 0 ? args[0] : ADDRESS)) {
            System.out.println("open http://" + server.address().getAuthority() + "/");
            system.awaitTermination(); // the threads of a system are daemons: they do not keep the process alive
        }
    }
}
