package io.tellask.examples.prices;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.kv.KeyValueOptions;
import io.tellask.kv.KeyValueService;
import io.tellask.kv.KeyValueStore;
import io.tellask.kv.TypedMap;
import io.tellask.remote.Client;
import io.tellask.remote.Server;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PriceListTest {
    @TempDir
    private Path folder;

    @Test
    void noRaiseIsLostWhereManyRaiseTheSamePrice() throws Exception {
        try (ActorSystem system = ActorSystem.create();
                KeyValueService service = KeyValueService.open(system, folder, KeyValueOptions.defaults());
                Server server = Server.builder(system)
                        .publish(KeyValueStore.PUBLISHED_NAME, KeyValueStore.class, service.store())
                        .listen("tellask://127.0.0.1:0")
                        .start();
                Client client = Client.connect(system, server.address())) {
            TypedMap<Price> prices = PriceList.open(client);
            prices.put("tea", new Price("tea", 100)).get(30, TimeUnit.SECONDS);

            List<Promise<Price>> raises = IntStream.range(0, 20)
                    .mapToObj(raise -> PriceList.raise(prices, "tea", 5))
                    .toList();

            Promise.all(raises).get(30, TimeUnit.SECONDS);
            assertThat(prices.get("tea").get(30, TimeUnit.SECONDS)).isEqualTo(new Price("tea", 200));
        }
    }
}
