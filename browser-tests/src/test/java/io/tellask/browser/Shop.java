package io.tellask.browser;

import io.tellask.actor.Actor;
import io.tellask.actor.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a page to try a REST service calls. */
public interface Shop {
    /** An order. */
    record Order(int id, List<String> articles) {}

    Promise<Optional<Order>> get(int id);

    Promise<Order> create(List<String> articles);

    /** Keeps orders in memory. */
    final class ShopActor extends Actor implements Shop {
        private final List<Order> orders = new ArrayList<>();

        @Override
        public Promise<Optional<Order>> get(int id) {
            return Promise.of(orders.stream().filter(order -> order.id() == id).findFirst());
        }

        @Override
        public Promise<Order> create(List<String> articles) {
            orders.add(new Order(orders.size() + 1, List.copyOf(articles)));
            return Promise.of(orders.getLast());
        }
    }
}
