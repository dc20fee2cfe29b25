package io.tellask.bench.web;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.SpawnOptions;
import io.tellask.bench.spi.Commands;
import io.tellask.netty.DetectingTransport;
import io.tellask.remote.Server;

/** The serving process of ours: an actor in place on an I/O loop, published at the one port for all protocols, with default limits. */
public final class FeedService {
    private FeedService() {}

    /** Arguments: the case's label, the contender. */
    public static void main(String[] args) {
        Commands.run(args, words -> Commands.Opened.at(open(words[0])));
    }

    private static int open(String label) {
        ActorSystem system = ActorSystem.create();
        PumpedFeed feed = system.spawn(PumpedFeed.class, FeedActor::new, SpawnOptions.ioLoop());
        Server server = Server.builder(system)
                .publish(Feed.PUBLISHED_NAME, Feed.class, feed)
                .transport(DetectingTransport.builder().build())
                .listen("any://127.0.0.1:0/tellask")
                .start();
        Pump.of(label).start(count -> label.startsWith("push") ? feed.emit(count) : feed.tick());
        return server.address().getPort();
    }
}
