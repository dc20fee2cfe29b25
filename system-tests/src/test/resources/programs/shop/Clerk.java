package shop;

import io.tellask.actor.Promise;
import io.tellask.actor.Streams;
import io.tellask.remote.Session;
import io.tellask.remote.Spore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Flow;

final class Clerk implements Stock, Depot {
    private final List<Item> items = new ArrayList<>();

    @Override
    public void store(Item item) {
        items.add(item);
    }

    @Override
    public Promise<Integer> count() {
        return Promise.of(items.size());
    }

    @Override
    public Promise<List<Item>> dearest(int most) {
        return Promise.of(items.stream().sorted(Comparator.comparing(Item::cents).reversed()).limit(most).toList());
    }

    @Override
    public Flow.Publisher<Item> all() {
        return Streams.of(List.copyOf(items));
    }

    @Override
    public <R> Flow.Publisher<R> scan(Spore<Item, R> spore) {
        List<R> results = new ArrayList<>();
        items.forEach(item -> spore.accept(item, new Spore.Output<R>() {
            @Override
            public void emit(R result) {
                results.add(result);
            }

            @Override
            public void stop() {}

            @Override
            public boolean stopped() {
                return false;
            }
        }));
        return Streams.of(results);
    }

    @Override
    public Promise<Till> till() {
        return Promise.of(Session.current().orElseThrow().spawn(Till.class, Drawer::new));
    }

    @Override
    public int sum(int[] cents) {
        return Arrays.stream(cents).sum();
    }

    @Override
    public Promise<Delivery> weigh(Delivery delivery) {
        return Promise.of(delivery.weighed());
    }

    private static final class Drawer implements Till {
        private long cents;

        @Override
        public Promise<Long> pay(long more) {
            cents += more;
            return Promise.of(cents);
        }
    }
}
