package io.tellask.examples.book;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.remote.Client;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.Server;
import io.tellask.test.Rounds;
import io.tellask.test.Seed;
import io.tellask.testkit.Faults;
import io.tellask.testkit.FaultyTransport;
import io.tellask.testkit.Simulation;
import io.tellask.testkit.StreamProbe;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** The order book in virtual time, over a connection that is slow and hands bytes on in pieces. */
class OrderBookTest {
    private static final Duration DAY = Duration.ofDays(1);

    @Test
    void ordersExpire() {
        try (Simulation simulation = Simulation.seeded(7)) {
            ActorSystem system = simulation.newSystem("market");
            OrderBook book = system.spawn(OrderBook.class, OrderBookActor::new);

            simulation.await(book.place(Side.SELL, 100, 5, Duration.ofHours(8)));
            simulation.advance(Duration.ofHours(7));
            assertThat(simulation.await(book.levels(Side.SELL))).containsExactly(new Level(100, 5));
            simulation.advance(Duration.ofHours(1));
            assertThat(simulation.await(book.levels(Side.SELL))).isEmpty();
        }
    }

    @Test
    void theBestPriceComesFirstAndThenTheOldestOrder() {
        try (Simulation simulation = Simulation.seeded(7)) {
            OrderBook book = simulation.newSystem("market").spawn(OrderBook.class, OrderBookActor::new);
            simulation.await(book.place(Side.SELL, 101, 5, DAY));
            simulation.await(book.place(Side.SELL, 100, 5, DAY));
            simulation.await(book.place(Side.SELL, 100, 5, DAY));

            Receipt bought = simulation.await(book.place(Side.BUY, 101, 12, DAY));

            assertThat(bought.trades())
                    .containsExactly(new Trade(4, 2, 100, 5), new Trade(4, 3, 100, 5), new Trade(4, 1, 101, 2));
            assertThat(simulation.await(book.levels(Side.SELL))).containsExactly(new Level(101, 3));
            assertThat(simulation.await(book.cancel(1))).isTrue();
            assertThat(simulation.await(book.cancel(1))).isFalse();
        }
    }

    @Test
    void noPieceIsLostOverASlowConnection() {
        long seed = Seed.given();
        for (int round = 0; round < Rounds.of(20, 2_000); round++) {
            trade(seed + round);
        }
    }

    private static void trade(long seed) {
        try (Simulation simulation = Simulation.seeded(seed)) {
            FaultyTransport transport = new FaultyTransport(MemoryTransport.isolated(), seed)
                    .faults(Faults.none().chunks(50).delay(Duration.ofMillis(2)));
            ActorSystem market = simulation.newSystem("market");
            URI address = URI.create("memory://market");
            Server.builder(market)
                    .transport(transport)
                    .publish("book", OrderBook.class, market.spawn(OrderBook.class, OrderBookActor::new))
                    .listen(address)
                    .start();
            ActorSystem trader = simulation.newSystem("trader");
            Client client =
                    simulation.await(Client.builder(trader).transport(transport).connectAsync(address));
            OrderBook book = simulation.await(client.lookupAsync("book", OrderBook.class));
            StreamProbe<Trade> tape = new StreamProbe<>(1_000);
            book.trades().subscribe(tape);
            simulation.runUntilIdle();

            int placed = 0;
            RandomGenerator random = simulation.random();
            for (int order = 0; order < 50; order++) {
                Side side = random.nextBoolean() ? Side.BUY : Side.SELL;
                int pieces = random.nextInt(1, 10);
                simulation.await(book.place(side, random.nextInt(95, 106), pieces, DAY));
                placed += pieces;
            }
            simulation.advance(Duration.ofSeconds(1));
            tape.cancel(); // an open stream would hold up the end of the server

            List<Level> buyers = simulation.await(book.levels(Side.BUY));
            List<Level> sellers = simulation.await(book.levels(Side.SELL));
            long traded = volume(tape.items());
            assertThat(traded).as("seed %d", seed).isPositive();
            assertThat(pieces(buyers) + pieces(sellers) + 2 * traded).isEqualTo(placed);
            if (!buyers.isEmpty() && !sellers.isEmpty()) {
                assertThat(buyers.getFirst().cents())
                        .isLessThan(sellers.getFirst().cents());
            }
        }
    }

    private static long volume(List<Trade> trades) {
        return trades.stream().mapToLong(Trade::pieces).sum();
    }

    private static long pieces(List<Level> levels) {
        return levels.stream().mapToLong(Level::pieces).sum();
    }
}
