package io.tellask.system;

import io.tellask.actor.ActorSystem;
import io.tellask.http.HttpBody;
import io.tellask.http.HttpException;
import io.tellask.http.HttpExchange;
import io.tellask.http.HttpResponse;
import io.tellask.http.Problem;
import io.tellask.netty.DetectingTransport;
import io.tellask.remote.Server;
import java.nio.charset.StandardCharsets;

/** A process of {@link PagesFloodIT}: a server of pages that prints its address. Ends with its input. */
final class PagesServer {
    static final int LARGE_BYTES = 300_000;

    private static final HttpResponse EVENTS = HttpResponse.of(200, "text/event-stream", new byte[0]);
    private static final byte[] EVENT = ("data: " + "x".repeat(10_000) + "\n\n").getBytes(StandardCharsets.US_ASCII);

    private PagesServer() {}

    /** Events as fast as they are read. */
    private static void pump(HttpBody body) {
        while (body.isWritable()) {
            body.write(EVENT);
        }
        if (!body.isEnded()) {
            body.whenWritable(() -> pump(body));
        }
    }

    private static void serve(HttpExchange exchange) {
        switch (exchange.request().path()) {
            case "/small" -> exchange.answer(HttpResponse.text(200, "text/plain", "small"));
            case "/large" -> exchange.answer(HttpResponse.of(200, "x/y", new byte[LARGE_BYTES]));
            case "/quiet" -> exchange.stream(EVENTS).write(EVENT);
            case "/endless" -> pump(exchange.stream(EVENTS));
            default ->
                exchange.body(LARGE_BYTES).whenComplete((bytes, failure) -> {
                    exchange.answer(
                            failure instanceof HttpException refusal ? Problem.of(refusal) : HttpResponse.of(204));
                });
        }
    }

    public static void main(String[] arguments) throws Exception {
        try (ActorSystem system = ActorSystem.create()) {
            Server server = Server.builder(system)
                    .transport(DetectingTransport.builder()
                            .pages(PagesServer::serve)
                            .build())
                    .listen("any://127.0.0.1:0/tellask")
                    .start();
            System.out.println(server.address());
            while (System.in.read() >= 0) {}
        }
    }
}
