package io.tellask.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.test.Await;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Streams that fail, are silent, are read slowly, or whose reader goes. */
@ResourceLock("OrdersActor")
class StreamsTest {
    private static final String EVENTS = "text/event-stream";

    @BeforeEach
    void reset() {
        OrdersActor.CLOSED_STREAMS.set(0);
        OrdersActor.MADE_ITEMS.set(0);
        OrdersActor.CANCELLED.set(0);
    }

    private static Socket open(RestServer server, String path, String accept) throws IOException {
        Socket socket = new Socket("127.0.0.1", server.base.getPort());
        socket.setSoTimeout(20_000);
        socket.getOutputStream()
                .write(("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + server.base.getPort() + "\r\nAccept: " + accept
                                + "\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static Socket callThatNeverEnds(RestServer server) throws IOException {
        Socket socket = new Socket("127.0.0.1", server.base.getPort());
        String body = "{\"how\":\"never\"}";
        socket.getOutputStream()
                .write(("POST /orders/fail HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: "
                                + body.length() + "\r\n\r\n" + body)
                        .getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    /** Reads up to the end of a text, which begins with a character that it has once. */
    private static void readUntil(Socket socket, String text) throws IOException {
        InputStream in = socket.getInputStream();
        int matched = 0;
        while (matched < text.length()) {
            int next = in.read();
            assertThat(next).as("after %s characters of: %s", matched, text).isNotNegative();
            matched = next == text.charAt(matched) ? matched + 1 : next == text.charAt(0) ? 1 : 0;
        }
    }

    @Test
    void failureAmongEventsIsAnEvent() {
        try (RestServer server = new RestServer()) {
            HttpResponse<String> answer = server.get("/orders/prices?symbol=breaks&count=9", "accept", EVENTS);
            assertThat(answer.body())
                    .contains("id: 2\n", "event: problem\ndata: {", "\"status\":500")
                    .doesNotContain("id: 3\n", "secret", "event: end");
        }
    }

    @Test
    void failureAmongLinesBreaksTheAnswerOff() throws Exception {
        try (RestServer server = new RestServer()) {
            var answer = server.client.sendAsync(
                    server.request("GET", "/orders/prices?symbol=breaks&count=9", null), BodyHandlers.ofString());
            Await.until("the answer fails", answer::isDone);
            assertThat(answer).isCompletedExceptionally();
        }
    }

    @Test
    void silentStreamHasAHeadAndHeartbeats() throws Exception {
        RestLimits limits = RestLimits.builder().heartbeatTime(Duration.ofMillis(20)).build();
        try (RestServer server = new RestServer(builder -> builder.limits(limits));
                Socket socket = open(server, "/orders/prices?symbol=silent&count=1", EVENTS)) {
            readUntil(socket, "text/event-stream");
            readUntil(socket, ":\n\n");
            readUntil(socket, ":\n\n");
        }
    }

    @Test
    void readerThatGoesCancelsTheStream() throws Exception {
        try (RestServer server = new RestServer()) {
            Socket socket = open(server, "/orders/prices?symbol=silent&count=1", EVENTS);
            readUntil(socket, "text/event-stream");
            assertThat(server.rest.streams()).isEqualTo(1);
            socket.close();
            Await.until("the stream is cancelled", () -> OrdersActor.CLOSED_STREAMS.get() == 1);
            Await.until("the stream is not counted", () -> server.rest.streams() == 0);
        }
    }

    @Test
    void readerThatStopsStopsThePublisher() throws Exception {
        try (RestServer server = new RestServer();
                Socket socket = open(server, "/orders/prices?symbol=x&count=50000000", EVENTS)) {
            readUntil(socket, "id: 1\n");
            int[] last = {-1};
            Await.until("no more items are made", () -> {
                int now = OrdersActor.MADE_ITEMS.get();
                boolean same = now == last[0];
                last[0] = now;
                return same;
            });
            assertThat(OrdersActor.MADE_ITEMS.get()).isLessThan(5_000_000);
            readUntil(socket, "id: 5000\n");
        }
    }

    @Test
    void callerThatGoesCancelsTheCall() throws Exception {
        try (RestServer server = new RestServer()) {
            Socket socket = callThatNeverEnds(server);
            Await.until("the call is under way", () -> server.rest.callsInFlight() == 1);
            socket.setSoLinger(true, 0); // one that only closes its side may still read the answer
            socket.close();
            Await.until("the call is cancelled", () -> OrdersActor.CANCELLED.get() == 1);
            Await.until("the call is not counted", () -> server.rest.callsInFlight() == 0);
        }
    }

    @Test
    void thousandReadersOfEventsAreServed() throws Exception {
        try (RestServer server = new RestServer()) {
            List<Socket> sockets = new ArrayList<>();
            try {
                for (int i = 0; i < 1_000; i++) {
                    sockets.add(open(server, "/orders/prices?symbol=s" + i + "&count=20", EVENTS));
                }
                for (int i = 0; i < 1_000; i++) {
                    readUntil(sockets.get(i), "data: {\"symbol\":\"s" + i + "\",\"price\":9.5}");
                    readUntil(sockets.get(i), "event: end");
                }
            } finally {
                for (Socket socket : sockets) {
                    socket.close();
                }
            }
            Await.until("no stream is counted", () -> server.rest.streams() == 0 && server.rest.callsInFlight() == 0);
        }
    }

    @Test
    void streamsBeyondTheirLimitAreRefused() throws Exception {
        RestLimits limits = RestLimits.builder().streams(1).build();
        try (RestServer server = new RestServer(builder -> builder.limits(limits));
                Socket socket = open(server, "/orders/prices?symbol=silent&count=1", EVENTS)) {
            readUntil(socket, "text/event-stream");
            HttpResponse<String> second = server.get("/orders/prices?symbol=x&count=1");
            assertThat(second.statusCode()).isEqualTo(503);
            assertThat(second.headers().firstValue("retry-after")).hasValue("1");
        }
    }

    @Test
    void callsBeyondTheirLimitAreRefused() throws Exception {
        RestLimits limits = RestLimits.builder().callsInFlight(1).build();
        try (RestServer server = new RestServer(builder -> builder.limits(limits))) {
            Socket first = callThatNeverEnds(server);
            Await.until("the call is under way", () -> server.rest.callsInFlight() == 1);
            assertThat(server.get("/orders/version").statusCode()).isEqualTo(503);
            first.setSoLinger(true, 0);
            first.close();
            Await.until("the next call is served", () -> server.get("/orders/version").statusCode() == 200);
        }
    }
}
