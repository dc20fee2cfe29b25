package io.tellask.netty;

import static io.tellask.netty.PagesFixture.readAnswer;
import static io.tellask.netty.PagesFixture.send;
import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.http.HttpExchange;
import io.tellask.http.HttpResponse;
import io.tellask.http.HttpService;
import io.tellask.remote.Client;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Pages at the port of a server, beside all that the transport speaks. */
@Timeout(60)
class PagesTest {
    private static final byte[] BYTES = {1, 2, 3, 4};

    @Test
    void servesPagesAndSessionsAtOnePort() throws Exception {
        try (PagesFixture fixture = new PagesFixture(PagesFixture::echo);
                HttpClient browser = HttpClient.newHttpClient()) {
            for (String path : List.of("/", "/index.html?a=b", "/tellask/more", "/tellas", "/tellask")) {
                var answer =
                        browser.send(HttpRequest.newBuilder(fixture.uri(path)).build(), BodyHandlers.ofString());
                assertThat(answer.statusCode()).isEqualTo(200);
                assertThat(answer.body()).isEqualTo("GET " + URI.create(path).getPath());
                assertThat(answer.headers().firstValue("content-type")).hasValue("text/plain; charset=utf-8");
                assertThat(answer.headers().firstValue("date")).isPresent();
            }
            try (Client tcp = fixture.connect(new TcpTransport(), "tellask");
                    Client socket = fixture.connect(new WebSocketTransport(), "ws");
                    Client polling = fixture.connect(new HttpTransport(), "http")) {
                for (Client client : List.of(tcp, socket, polling)) {
                    assertThat(client.lookup("desk", PagesFixture.Desk.class)
                                    .hash(BYTES)
                                    .join())
                            .isEqualTo(Arrays.hashCode(BYTES));
                }
            }
        }
    }

    @Test
    void bodiesOfAllKindsComeWhole() throws Exception {
        byte[] large = new byte[300_000];
        new java.util.Random(4).nextBytes(large);
        try (PagesFixture fixture = new PagesFixture(PagesFixture::mirror);
                HttpClient browser = HttpClient.newHttpClient()) {
            for (byte[] body : List.of(new byte[0], BYTES, large)) {
                var known = HttpRequest.BodyPublishers.ofByteArray(body);
                var chunked = HttpRequest.BodyPublishers.fromPublisher(known);
                for (var publisher : List.of(known, chunked)) {
                    var answer = browser.send(
                            HttpRequest.newBuilder(fixture.uri("/"))
                                    .POST(publisher)
                                    .build(),
                            BodyHandlers.ofByteArray());
                    assertThat(answer.statusCode()).isEqualTo(200);
                    assertThat(answer.body()).isEqualTo(body);
                }
            }
        }
    }

    @Test
    void oneConnectionServesManyRequests() throws Exception {
        try (PagesFixture fixture = new PagesFixture(PagesFixture::echo);
                Socket socket = fixture.socket()) {
            for (int i = 0; i < 20; i++) {
                send(socket, "GET /" + i + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
                assertThat(readAnswer(socket))
                        .startsWith("HTTP/1.1 200 OK\r\n")
                        .endsWith("GET /" + i)
                        .doesNotContainIgnoringCase("connection: close");
            }
        }
    }

    @Test
    void serviceLearnsWhereItListensAndThatItEnds() {
        List<String> told = new CopyOnWriteArrayList<>();
        HttpService service = new HttpService() {
            @Override
            public void serve(HttpExchange exchange) {
                exchange.answer(HttpResponse.of(204));
            }

            @Override
            public void listening(URI address) {
                told.add("listening " + address);
            }

            @Override
            public void closed(URI address) {
                told.add("closed " + address);
            }
        };
        URI address;
        try (PagesFixture fixture = new PagesFixture(service)) {
            address = fixture.server.address();
        }
        assertThat(told).containsExactly("listening " + address, "closed " + address);
    }
}
