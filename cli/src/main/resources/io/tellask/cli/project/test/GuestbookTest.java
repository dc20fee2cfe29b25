package @package@;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Streams;
import io.tellask.remote.Client;
import io.tellask.remote.Server;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A server and a client in one process, over TCP on a free port. */
class GuestbookTest {
    private final ActorSystem system = ActorSystem.create();
    private final Server server = GuestbookServer.start(system, "tellask://127.0.0.1:0");
    private final Client client = Client.connect(system, server.address());
    private final Guestbook guestbook = client.lookup(GuestbookServer.NAME, Guestbook.class);

    @AfterEach
    void close() {
        system.close(); // and with it its server and client
    }

    @Test
    void guestsAreNumberedInTheOrderTheySign() {
        assertEquals(1, guestbook.sign("Ada").join().number());
        assertEquals(2, guestbook.sign("Grace").join().number());
        assertEquals(List.of("Ada", "Grace"), guests());
    }

    @Test
    void forgottenGuestsAreNotListed() {
        guestbook.sign("Ada");
        guestbook.sign("Grace");
        guestbook.forget("Ada");
        assertEquals(List.of("Grace"), guests()); // calls arrive in the order they were made
    }

    @Test
    void blankGuestsAreRefused() {
        CompletionException failure =
                assertThrows(CompletionException.class, () -> guestbook.sign(" ").join());
        assertEquals("guest is blank; give a name", failure.getCause().getMessage());
    }

    private List<String> guests() {
        return Streams.collect(guestbook.entries()).join().stream()
                .map(Entry::guest)
                .toList();
    }
}
