package io.tellask.examples.auction;

import io.tellask.actor.Promise;
import java.util.concurrent.Flow;

/** The contract: what the page calls. */
public interface Auction {
    /** What somebody offers, in euros. */
    record Bid(String name, int amount) {}

    /** Stays in the page, which is called back. */
    interface Bidder {
        void outbid(Bid higher);
    }

    Promise<Boolean> offer(Bid bid, Bidder bidder); // ask: was it the highest?

    Flow.Publisher<Bid> highest(); // stream: the highest bid, now and from now on
}
