package io.tellask.examples.prices;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.Streams;
import io.tellask.codec.Codec;
import io.tellask.kv.KeyValueMap;
import io.tellask.kv.KeyValueStore;
import io.tellask.kv.TypedMap;
import io.tellask.remote.Client;

/** Prices on a key-value server. */
public final class PriceList {
    static TypedMap<Price> open(Client client) {
        KeyValueStore store = client.lookup(KeyValueStore.PUBLISHED_NAME, KeyValueStore.class);
        KeyValueMap map = store.open("price-list").join();
        Codec codec = Codec.builder().allow(Price.class).build();
        return TypedMap.of(map, codec, Price.class);
    }

    /** Raises a price, whoever else changes it meanwhile. */
    static Promise<Price> raise(TypedMap<Price> prices, String article, long cents) {
        return prices.getVersioned(article).thenCompose(found -> {
            Price raised = new Price(article, found.value().cents() + cents);
            return prices.compareAndSet(article, found.sequence(), raised)
                    .thenCompose(sequence -> sequence == 0 ? raise(prices, article, cents) : Promise.of(raised));
        });
    }

    public static void main(String[] args) {
        if (args.length != 1) {
            System.err.println("usage: PriceList ADDRESS");
            System.exit(2);
        }
        try (ActorSystem system = ActorSystem.create();
                Client client = Client.connect(system, args[0])) {
            TypedMap<Price> prices = open(client);
            prices.put("tea/assam", new Price("tea/assam", 1_250)).join();
            prices.put("tea/sencha", new Price("tea/sencha", 1_900)).join();
            System.out.println(raise(prices, "tea/assam", 50).join());
            Streams.collect(prices.scan("tea/"), 1_000)
                    .thenAccept(teas -> teas.forEach(tea -> System.out.println(tea.getKey())))
                    .join();
        }
    }

    private PriceList() {}
}
