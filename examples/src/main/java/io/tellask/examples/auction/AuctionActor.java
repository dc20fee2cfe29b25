package io.tellask.examples.auction;

import io.tellask.actor.Emitter;
import io.tellask.actor.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;

/** The actor: it executes one call at a time, so nothing in it is locked. */
final class AuctionActor implements Auction {
    private final List<Emitter<Bid>> watchers = new ArrayList<>();
    private Bid highest = new Bid("nobody", 0);
    private Bidder leader = higher -> {}; // a page, later

    @Override
    public Promise<Boolean> offer(Bid bid, Bidder bidder) {
        if (bid.amount() <= highest.amount()) {
            return Promise.of(false);
        }
        leader.outbid(bid);
        highest = bid;
        leader = bidder;
        watchers.forEach(watcher -> watcher.offer(bid)); // false: who is 256 bids behind misses one
        return Promise.of(true);
    }

    @Override
    public Flow.Publisher<Bid> highest() {
        Emitter<Bid> watcher = new Emitter<>();
        watcher.onCancel(() -> watchers.remove(watcher)); // the page was left
        watchers.add(watcher);
        watcher.offer(highest);
        return watcher;
    }
}
