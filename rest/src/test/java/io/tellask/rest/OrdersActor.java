package io.tellask.rest;

import io.tellask.actor.MailboxFullException;
import io.tellask.actor.Promise;
import io.tellask.actor.Streams;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Keeps orders in a map. */
final class OrdersActor implements Orders {
    final Map<Long, Order> orders = new TreeMap<>();
    final List<String> reminded = new ArrayList<>();
    static final AtomicInteger CANCELLED = new AtomicInteger();
    static final AtomicInteger CLOSED_STREAMS = new AtomicInteger();
    static final AtomicInteger MADE_ITEMS = new AtomicInteger();

    @Override
    public Promise<Optional<Order>> get(long id) {
        return Promise.of(Optional.ofNullable(orders.get(id)));
    }

    @Override
    public Promise<List<Order>> find(String customer, Optional<State> state, int limit) {
        return Promise.of(orders.values().stream()
                .filter(order -> customer == null || order.draft().customer().equals(customer))
                .filter(order -> state.isEmpty() || order.state() == state.get())
                .limit(limit)
                .toList());
    }

    @Override
    public Promise<Order> create(Draft draft) {
        return Promise.of(put(orders.size() + 1L, draft));
    }

    private Order put(long id, Draft draft) {
        Order order = new Order(id, State.OPEN, Instant.EPOCH, draft, Optional.empty(), orders.get(id));
        orders.put(id, order);
        return order;
    }

    @Override
    public Promise<Order> replace(long id, Draft draft, boolean force) {
        if (!force && orders.containsKey(id)) {
            return Promise.failed(new OutOfStock("order " + id + " is there; say force=true"));
        }
        return Promise.of(put(id, draft));
    }

    @Override
    public Promise<Order> delete(long id) {
        return Promise.of(orders.remove(id));
    }

    @Override
    public Promise<Integer> patchState(long id, State state) {
        return Promise.of(state.ordinal());
    }

    @Override
    public void remind(String customer, int times) {
        reminded.add(customer + " " + times);
    }

    @Override
    public Promise<Map<String, Integer>> totals(List<Line> lines, Map<State, Integer> weights) {
        Map<String, Integer> totals = new TreeMap<>();
        lines.forEach(line -> totals.merge(line.article(), line.pieces() * weights.get(State.OPEN), Integer::sum));
        return Promise.of(totals);
    }

    @Override
    public Promise<Line> line(long id, int index) {
        return Promise.of(new Line("bolt", (int) id * 10 + index, new BigDecimal("1.10")));
    }

    @Override
    public Promise<byte[]> scan(long id, byte[] image) {
        return Promise.of((id + ":" + image.length).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public Promise<List<String>> search(Set<String> words, String tenant) {
        List<String> found = new ArrayList<>(words);
        found.add("tenant " + tenant);
        return Promise.of(found);
    }

    @Override
    public Flow.Publisher<Price> listPrices(String symbol, int count) {
        if (symbol.equals("refused")) {
            throw new OutOfStock("no such symbol");
        }
        Iterator<Price> prices = IntStream.range(0, count)
                .mapToObj(i -> {
                    MADE_ITEMS.incrementAndGet();
                    if (symbol.equals("breaks") && i == 2) {
                        throw new Broken("secret at /home/ada");
                    }
                    return new Price(symbol, i / 2.0);
                })
                .iterator();
        return symbol.equals("silent") ? new Silent() : Streams.of(new Closing(prices));
    }

    /** Tells when its stream has ended or was cancelled. */
    private record Closing(Iterator<Price> prices) implements Iterator<Price>, AutoCloseable {
        @Override
        public boolean hasNext() {
            return prices.hasNext();
        }

        @Override
        public Price next() {
            return prices.next();
        }

        @Override
        public void close() {
            CLOSED_STREAMS.incrementAndGet();
        }
    }

    /** Emits nothing, and hears of a cancel. */
    private static final class Silent implements Flow.Publisher<Price> {
        @Override
        public void subscribe(Flow.Subscriber<? super Price> subscriber) {
            subscriber.onSubscribe(new Flow.Subscription() {
                @Override
                public void request(long items) {}

                @Override
                public void cancel() {
                    CLOSED_STREAMS.incrementAndGet();
                }
            });
        }
    }

    @Override
    public Promise<String> fail(String how) {
        return switch (how) {
            case "conflict" -> Promise.failed(new OutOfStock("none left"));
            case "broken" -> Promise.failed(new Broken("secret at /home/ada"));
            case "throw" -> throw new IllegalStateException("secret at /home/ada");
            case "full" -> Promise.failed(new MailboxFullException("full"));
            case "mapped" -> Promise.failed(new UnsupportedOperationException("no such change"));
            case "never" -> new Promise<String>().onCancel(CANCELLED::incrementAndGet);
            case "null" -> null;
            default -> Promise.of(null);
        };
    }

    @Override
    public String getVersion() {
        return "1 <2> \"3\"";
    }

    @Override
    public void watch(Watcher watcher) {}
}
