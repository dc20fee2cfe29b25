package shop;

import io.tellask.actor.Promise;
import io.tellask.remote.Spore;
import java.util.List;
import java.util.concurrent.Flow;

public interface Stock {
    void store(Item item);

    Promise<Integer> count();

    Promise<List<Item>> dearest(int most);

    Flow.Publisher<Item> all();

    <R> Flow.Publisher<R> scan(Spore<Item, R> spore);

    Promise<Till> till();

    int sum(int[] cents);
}
