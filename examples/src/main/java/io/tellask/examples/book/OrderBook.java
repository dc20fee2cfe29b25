package io.tellask.examples.book;

import io.tellask.actor.Promise;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Flow;

/** The contract of a market for one thing. */
public interface OrderBook {
    /** Trades what can be traded at this price or a better one; what is left waits for as long as it is good. */
    Promise<Receipt> place(Side side, long cents, int pieces, Duration goodFor);

    /** Whether the order still waited. */
    Promise<Boolean> cancel(long order);

    /** What waits on one side, the best price first. */
    Promise<List<Level>> levels(Side side);

    /** Each trade from now on. */
    Flow.Publisher<Trade> trades();
}
