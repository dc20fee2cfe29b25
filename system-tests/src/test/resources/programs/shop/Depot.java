package shop;

import io.tellask.actor.Promise;

public interface Depot {
    Promise<Delivery> weigh(Delivery delivery);
}
