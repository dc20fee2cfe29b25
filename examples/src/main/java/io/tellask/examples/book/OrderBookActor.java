package io.tellask.examples.book;

import io.tellask.actor.Actor;
import io.tellask.actor.Emitter;
import io.tellask.actor.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Flow;

/** Matches orders, one after the other. No two of them are ever handled at once, so nothing here is locked. */
public final class OrderBookActor extends Actor implements OrderBook {
    private record Place(Side side, long cents) {}

    private final WaitingOrders buyers = new WaitingOrders(Side.BUY);
    private final WaitingOrders sellers = new WaitingOrders(Side.SELL);
    private final Map<Long, Place> places = new HashMap<>();
    private final List<Emitter<Trade>> listeners = new ArrayList<>();
    private long lastOrder;

    @Override
    public Promise<Receipt> place(Side side, long cents, int pieces, Duration goodFor) {
        if (cents < 1 || pieces < 1) {
            throw new IllegalArgumentException("place: cents=" + cents + ", pieces=" + pieces + "; both at least 1");
        }
        long order = ++lastOrder;
        List<Trade> trades = new ArrayList<>();
        WaitingOrders others = side == Side.BUY ? sellers : buyers;
        int left = pieces;
        while (left > 0 && others.meets(cents)) {
            Trade trade = others.trade(order, left);
            left -= trade.pieces();
            trades.add(trade);
        }
        if (left > 0) {
            waiting(side).add(order, cents, left);
            places.put(order, new Place(side, cents));
            timers().after(goodFor, () -> take(order));
        }
        trades.forEach(trade -> listeners.forEach(listener -> listener.offer(trade)));
        return Promise.of(new Receipt(order, trades));
    }

    @Override
    public Promise<Boolean> cancel(long order) {
        return Promise.of(take(order));
    }

    @Override
    public Promise<List<Level>> levels(Side side) {
        return Promise.of(waiting(side).levels());
    }

    @Override
    public Flow.Publisher<Trade> trades() {
        Emitter<Trade> listener = new Emitter<>();
        listener.onCancel(() -> listeners.remove(listener));
        listeners.add(listener);
        return listener;
    }

    private boolean take(long order) {
        Place place = places.remove(order);
        return place != null && waiting(place.side()).remove(order, place.cents());
    }

    private WaitingOrders waiting(Side side) {
        return side == Side.BUY ? buyers : sellers;
    }
}
