package @package@;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tellask.actor.ActorSystem;
import io.tellask.netty.DetectingTransport;
import io.tellask.remote.Client;
import io.tellask.remote.Server;
import io.tellask.web.WebMode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The server with its page, and a client, in one process on a free port. */
class GuestbookTest {
    private final ActorSystem system = ActorSystem.create();
    private final Server server = GuestbookServer.start(system, WebMode.PRODUCTION, "any://127.0.0.1:0/tellask");
    private final String place = server.address().getAuthority();
    private final Client client = Client.builder(system)
            .transport(DetectingTransport.builder().build())
            .connect("tellask://" + place);
    private final Guestbook guestbook = client.lookup(GuestbookServer.NAME, Guestbook.class);

    @AfterEach
    void close() {
        system.close(); // and with it its server and client
    }

    @Test
    void guestsAreNumberedInTheOrderTheySign() {
        assertEquals(1, guestbook.sign("Ada").join().number());
        assertEquals(2, guestbook.sign("Grace").join().number());
    }

    @Test
    void blankGuestsAreRefused() {
        CompletionException failure =
                assertThrows(CompletionException.class, () -> guestbook.sign(" ").join());
        assertEquals("guest of 1 characters; give a name of 1 to 40", failure.getCause().getMessage());
    }

    @Test
    void thePageAndTheModuleOfTheContractAreServed() throws Exception {
        assertTrue(get("/").contains("<title>Guestbook</title>"));
        assertTrue(get("/_tellask/" + Guestbook.class.getName() + ".js").contains("export const Guestbook"));
    }

    private String get(String path) throws Exception {
        try (HttpClient browser = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + place + path)).build();
            HttpResponse<String> answer = browser.send(request, HttpResponse.BodyHandlers.ofString());
            assertEquals(200, answer.statusCode(), answer.body());
            return answer.body();
        }
    }
}
