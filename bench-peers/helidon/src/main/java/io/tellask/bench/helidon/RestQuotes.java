package io.tellask.bench.helidon;

import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.tellask.bench.spi.Commands;

/** The serving process of {@code helidon}: routes for quotes on its webserver, records by its support of Jackson, as it comes. */
public final class RestQuotes {
    private RestQuotes() {}

    /** A quote. */
    public record Quote(String symbol, double price, int size) {}

    /** Arguments: the case's label, the contender. */
    public static void main(String[] args) {
        Commands.run(args, words -> Commands.Opened.at(open()));
    }

    private static int open() {
        return WebServer.builder()
                .host("127.0.0.1")
                .port(0)
                .routing(RestQuotes::route)
                .build()
                .start()
                .port();
    }

    private static void route(HttpRouting.Builder routing) {
        routing.get(
                        "/quotes/{symbol}",
                        (request, response) -> response.send(
                                new Quote(request.path().pathParameters().get("symbol"), 100.5, 100)))
                .post("/quotes", (request, response) -> {
                    Quote quote = request.content().as(Quote.class);
                    response.send(new Quote(quote.symbol(), quote.price(), quote.size() + 1));
                });
    }
}
