package io.tellask.system;

import io.tellask.actor.ActorSystem;
import io.tellask.http.HttpException;
import io.tellask.http.HttpExchange;
import io.tellask.http.HttpResponse;
import io.tellask.http.Problem;
import io.tellask.netty.DetectingTransport;
import io.tellask.remote.Server;

/** A process of {@link PagesFloodIT}: a server of pages that prints its address. Ends with its input. */
final class PagesServer {
    static final int LARGE_BYTES = 300_000;

    private PagesServer() {}

    private static void serve(HttpExchange exchange) {
        switch (exchange.request().path()) {
            case "/small" -> exchange.answer(HttpResponse.text(200, "text/plain", "small"));
            case "/large" -> exchange.answer(HttpResponse.of(200, "x/y", new byte[LARGE_BYTES]));
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
