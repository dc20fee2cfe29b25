package shop;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Streams;
import io.tellask.codec.Codec;
import io.tellask.remote.Client;
import io.tellask.remote.Server;
import java.net.URI;
import java.util.List;

/** Opens the shop, or buys there, or both; says what it saw on the standard output and "OK" at the end. */
public final class Shop {
    public static void main(String[] arguments) throws Exception {
        boolean withDepot = !List.of(arguments).contains("records-only");
        switch (arguments[0]) {
            case "both" -> both(withDepot);
            case "serve" -> serve(withDepot);
            case "buy" -> buy(URI.create(arguments[1]), withDepot);
            case "refused" -> refused(arguments[1]);
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private static void both(boolean withDepot) throws Exception {
        try (ActorSystem system = ActorSystem.create();
                Server server = open(system, withDepot)) {
            buy(server.address(), withDepot);
        }
    }

    private static void serve(boolean withDepot) throws Exception {
        try (ActorSystem system = ActorSystem.create();
                Server server = open(system, withDepot)) {
            System.out.println(server.address());
            System.in.read();
        }
    }

    public static Server open(ActorSystem system, boolean withDepot) {
        Server.Builder server = Server.builder(system)
                .codec(Codec.builder().allow(Dearer.class).build())
                .publish("stock", Stock.class, system.spawn(Stock.class, Clerk::new));
        if (withDepot) {
            server.publish("depot", Depot.class, system.spawn(Depot.class, Clerk::new));
        }
        return server.listen("tellask://127.0.0.1:0").start();
    }

    public static void buy(URI address, boolean withDepot) throws Exception {
        try (ActorSystem system = ActorSystem.create();
                Client client = Client.builder(system)
                        .codec(Codec.builder().allow(Dearer.class).build())
                        .connect(address)) {
            Stock stock = client.lookup("stock", Stock.class);
            stock.store(new Item("pear", 40, List.of("fruit")));
            stock.store(new Item("melon", 300, List.of("fruit", "large")));
            stock.store(new Item("chalk", 90, List.of()));
            expect(3, stock.count().get());
            expect(List.of("melon", "chalk"), stock.dearest(2).get().stream().map(Item::name).toList());
            expect(List.of("fruit", "large"), Streams.collect(stock.all()).get().get(1).tags());
            expect(List.of("melon", "chalk"), Streams.collect(stock.scan(new Dearer(50))).get());
            Till till = stock.till().get();
            till.pay(40);
            expect(340L, till.pay(300).get());
            expect(430, stock.sum(new int[] {40, 90, 300}));
            if (withDepot) {
                Depot depot = client.lookup("depot", Depot.class);
                Delivery delivery = new Delivery("Ulm").add("pears", 2.5).add("chalk", 1);
                expect("Ulm 2 3.5", depot.weigh(delivery).get().toString());
            }
        }
        System.out.println("OK " + Stock.class.getModule());
    }

    private static void refused(String what) {
        try (ActorSystem system = ActorSystem.create()) {
            open(system, what.equals("depot")).close();
            System.out.println("was not refused");
        } catch (RuntimeException refusal) {
            System.out.println(refusal.getClass().getName() + ": " + refusal.getMessage());
        }
    }

    private static void expect(Object expected, Object actual) {
        if (!expected.equals(actual)) {
            throw new AssertionError("expected " + expected + ", got " + actual);
        }
    }

    private Shop() {}
}
