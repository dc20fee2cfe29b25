package io.tellask.bench.web;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.bench.spi.Commands;
import io.tellask.netty.DetectingTransport;
import io.tellask.remote.Server;
import io.tellask.rest.Rest;

/** The serving process of {@code tellask-rest}: an actor in place on an I/O loop, below {@code /quotes} of the one port. */
public final class RestService {
    private RestService() {}

    /** Arguments: the case's label, the contender. */
    public static void main(String[] args) {
        Commands.run(args, words -> Commands.Opened.at(open()));
    }

    private static int open() {
        ActorSystem system = ActorSystem.create();
        Quotes quotes = system.spawn(Quotes.class, Echo::new, SpawnOptions.ioLoop());
        Rest rest = Rest.builder().contract("/quotes", Quotes.class, quotes).build();
        return Server.builder(system)
                .transport(DetectingTransport.builder().pages(rest).build())
                .listen("any://127.0.0.1:0/tellask")
                .start()
                .address()
                .getPort();
    }

    private static final class Echo implements Quotes {
        @Override
        public Promise<Quote> quote(String symbol) {
            return Promise.of(new Quote(symbol, 100.5, 100));
        }

        @Override
        public Promise<Quote> add(Quote quote) {
            return Promise.of(new Quote(quote.symbol(), quote.price(), quote.size() + 1));
        }
    }
}
