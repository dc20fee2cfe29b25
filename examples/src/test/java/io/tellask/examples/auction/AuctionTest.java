package io.tellask.examples.auction;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Streams;
import io.tellask.examples.auction.Auction.Bid;
import io.tellask.examples.auction.Auction.Bidder;
import io.tellask.remote.Client;
import io.tellask.remote.Server;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AuctionTest {
    private static final Path PAGES = Path.of("src", "main", "resources", "auction");

    private final ActorSystem system = ActorSystem.create();
    private final Server server = AuctionServer.start(system, PAGES, "any://127.0.0.1:0/tellask");

    @AfterEach
    void stop() {
        system.close();
    }

    @Test
    void highestBidIsToldToWatchersAndToWhomItBeats() throws Exception {
        try (Client client =
                Client.connect(system, "ws://127.0.0.1:" + server.address().getPort() + "/tellask")) {
            Auction auction = client.lookup("auction", Auction.class);
            BlockingQueue<Bid> seen = new LinkedBlockingQueue<>();
            BlockingQueue<Bid> outbid = new LinkedBlockingQueue<>();
            Bidder ada = system.spawn(Bidder.class, () -> outbid::add);
            Bidder grace = system.spawn(Bidder.class, () -> higher -> {});
            Streams.forEach(auction.highest(), 16, seen::add);
            assertThat(seen.poll(30, TimeUnit.SECONDS)).isEqualTo(new Bid("nobody", 0));

            assertThat(auction.offer(new Bid("Ada", 10), ada).join()).isTrue();
            assertThat(auction.offer(new Bid("Grace", 10), grace).join()).isFalse();
            assertThat(auction.offer(new Bid("Grace", 20), grace).join()).isTrue();
            assertThat(outbid.poll(30, TimeUnit.SECONDS)).isEqualTo(new Bid("Grace", 20));
            assertThat(seen.poll(30, TimeUnit.SECONDS)).isEqualTo(new Bid("Ada", 10));
            assertThat(seen.poll(30, TimeUnit.SECONDS)).isEqualTo(new Bid("Grace", 20));
        }
    }

    @Test
    void pageAndWhatItKnowsOfTheContractAreServed() throws Exception {
        assertThat(fetch("/")).contains("<h1>A teapot</h1>");
        assertThat(fetch("/contracts.js")).contains("export const Auction", "outbid");
    }

    private String fetch(String path) throws Exception {
        URI address = URI.create("http://127.0.0.1:" + server.address().getPort() + path);
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString())
                    .body();
        }
    }
}
