package io.tellask.bench.vertx;

import static io.tellask.bench.vertx.EventBusAdder.answer;

import io.tellask.bench.spi.Commands;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.Json;
import java.net.ServerSocket;

/**
 * The serving process of {@code vertx} in the web suite: quotes on its HTTP server without a router, on as many event loops as there are
 * cores, records by its mapping with Jackson.
 */
public final class RestQuotes {
    private static final String PATH = "/quotes";

    private RestQuotes() {}

    /** A quote. */
    public record Quote(String symbol, double price, int size) {}

    /** Arguments: the case's label, the contender. */
    public static void main(String[] args) {
        Commands.run(args, words -> Commands.Opened.at(open()));
    }

    private static int open() throws Exception {
        int port = freePort(); // with port 0 each loop would get one of its own
        int loops = Runtime.getRuntime().availableProcessors();
        answer(Vertx.vertx().deployVerticle(() -> new Quotes(port), new DeploymentOptions().setInstances(loops)));
        return port;
    }

    private static int freePort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static final class Quotes extends VerticleBase {
        private final int port;

        Quotes(int port) {
            this.port = port;
        }

        @Override
        public Future<HttpServer> start() {
            HttpServerOptions options =
                    new HttpServerOptions().setHost("127.0.0.1").setPort(port);
            return vertx.createHttpServer(options)
                    .requestHandler(Quotes::handle)
                    .listen();
        }

        private static void handle(HttpServerRequest request) {
            String path = request.path();
            if (request.method().equals(HttpMethod.POST) && path.equals(PATH)) {
                request.body()
                        .map(body -> Json.decodeValue(body, Quote.class))
                        .onSuccess(quote -> add(quote, request.response()))
                        .onFailure(failure -> {
                            failure.printStackTrace();
                            request.response().setStatusCode(400).end();
                        });
            } else if (path.startsWith(PATH + "/")) {
                send(new Quote(path.substring(PATH.length() + 1), 100.5, 100), request.response());
            } else {
                request.response().setStatusCode(404).end();
            }
        }

        private static void add(Quote quote, HttpServerResponse response) {
            send(new Quote(quote.symbol(), quote.price(), quote.size() + 1), response);
        }

        private static void send(Quote quote, HttpServerResponse response) {
            response.putHeader("content-type", "application/json").end(Json.encodeToBuffer(quote));
        }
    }
}
