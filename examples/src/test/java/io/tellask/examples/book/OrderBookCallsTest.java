package io.tellask.examples.book;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.remote.Client;
import io.tellask.remote.DisconnectedException;
import io.tellask.remote.OutcomeUnknownException;
import io.tellask.remote.Server;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The order book as traders of other processes call it. */
class OrderBookCallsTest {
    private ActorSystem system;
    private Client client;

    @BeforeEach
    void start() {
        system = ActorSystem.create();
        OrderBook local = system.spawn(OrderBook.class, OrderBookActor::new);
        Server server = Server.builder(system)
                .publish("book", OrderBook.class, local)
                .listen("tellask://127.0.0.1:0")
                .start();
        client = Client.connect(system, server.address());
    }

    @AfterEach
    void stop() {
        system.close();
    }

    @Test
    void ordersAreHandledAsTheyWereSent() {
        OrderBook book = client.lookup("book", OrderBook.class);
        Promise<Receipt> sold = book.place(Side.SELL, 1_000, 5, Duration.ofHours(8));
        Promise<Receipt> bought = book.place(Side.BUY, 1_010, 3, Duration.ofHours(8));
        List<Trade> trades = bought.thenApply(Receipt::trades).join();

        assertThat(sold.join()).isEqualTo(new Receipt(1, List.of()));
        assertThat(trades).containsExactly(new Trade(2, 1, 1_000, 3));
    }

    @Test
    void aFailureSaysWhetherTheOrderMayHaveBeenPlaced() {
        OrderBook book = client.lookup("book", OrderBook.class);
        client.close();

        Promise<String> told = book.place(Side.BUY, 1_010, 3, Duration.ofHours(8))
                .thenApply(receipt -> "order " + receipt.order())
                .exceptionally(failure -> switch (failure.getCause()) {
                    case IllegalArgumentException wrong -> "refused: " + wrong.getMessage();
                    case DisconnectedException never -> "not sent: connect and try again";
                    case OutcomeUnknownException lost -> "perhaps placed: look before you try again";
                    default -> "failed: " + failure.getMessage();
                });

        assertThat(told.join()).isEqualTo("not sent: connect and try again");
    }
}
