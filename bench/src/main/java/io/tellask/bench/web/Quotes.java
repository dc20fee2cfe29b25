package io.tellask.bench.web;

import io.tellask.actor.Promise;
import io.tellask.rest.Route;

/** The small JSON of {@code rest}: a quote comes back, by name or as it was sent. */
public interface Quotes {
    /** A quote. */
    record Quote(String symbol, double price, int size) {}

    /** The quote of a symbol. */
    @Route("GET /{symbol}")
    Promise<Quote> quote(String symbol);

    /** The same quote with one piece more. */
    @Route("POST /")
    Promise<Quote> add(Quote quote);
}
