package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.codec.Codec;
import io.tellask.codec.EncodeException;
import io.tellask.remote.Client;
import io.tellask.remote.Limits;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.Server;
import io.tellask.remote.SporeRun;
import io.tellask.test.Seed;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Arguments and results that are encoded within the open batch, and those that must not be: their hooks may do anything. */
@Timeout(60)
class InPlaceCallsTest {
    private static final URI ADDRESS = URI.create("memory://shelf");
    private static final AtomicInteger WRITES = new AtomicInteger();
    private static volatile @Nullable Runnable whileWritten;

    /** A contract with arguments of all kinds. */
    public interface Shelf {
        void put(int number, @Nullable String name, @Nullable Item item, byte @Nullable [] bytes);

        Promise<String> take(long number, @Nullable String name, @Nullable Item item, byte @Nullable [] bytes);

        Promise<Item> echo(Item item);

        Promise<Integer> sum();

        Promise<Integer> wait(int number, Item item);

        Flow.Publisher<Item> made(int count, int bytes);
    }

    /** What is sent. */
    public record Item(
            int number, @Nullable String name, @Nullable Object more) {}

    /** Has a hook that makes a call itself. */
    public static final class Hooked implements Serializable {
        private static final long serialVersionUID = 1;
        private final int number;

        Hooked(int number) {
            this.number = number;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            WRITES.incrementAndGet();
            Runnable action = whileWritten;
            if (action != null) {
                action.run();
            }
            out.defaultWriteObject();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Hooked hooked && hooked.number == number;
        }

        @Override
        public int hashCode() {
            return number;
        }

        @Override
        public String toString() {
            throw new AssertionError("nobody asked for the text");
        }
    }

    /** Is not granted by any codec. */
    private static final class Unknown {}

    /** The actor. */
    static final class Keeper extends Actor implements Shelf {
        private final List<String> seen = new ArrayList<>();

        @Override
        public void put(int number, @Nullable String name, @Nullable Item item, byte @Nullable [] bytes) {
            seen.add(number + name);
        }

        @Override
        public Promise<String> take(long number, @Nullable String name, @Nullable Item item, byte @Nullable [] bytes) {
            int length = name == null ? -1 : name.length();
            return Promise.of(number + "," + length + "," + item + "," + (bytes == null ? -1 : bytes.length));
        }

        @Override
        public Promise<Item> echo(Item item) {
            return Promise.of(item);
        }

        @Override
        public Promise<Integer> sum() {
            return Promise.of(seen.size());
        }

        @Override
        public Promise<Integer> wait(int number, Item item) {
            return new Promise<>();
        }

        @Override
        public Flow.Publisher<Item> made(int count, int bytes) {
            return SporeRun.<Integer, Item>start(
                    (input, output) -> output.emit(new Item(input, "x".repeat(bytes), new Hooked(input))), run -> {
                        for (int i = 0; i < count && run.accept(i); i++) {
                            run.giveWay();
                        }
                    });
        }
    }

    private final Simulation simulation = Simulation.seeded(Seed.given());
    private final MemoryTransport transport = MemoryTransport.isolated();
    private final ActorSystem there = simulation.newSystem("there");
    private final ActorSystem here = simulation.newSystem("here");
    private final Codec codec = Codec.builder().allow(Item.class, Hooked.class).build();
    private final Shelf shelf = shelf(Limits.defaults());

    private Shelf shelf(Limits limits) {
        Server.builder(there)
                .publish("shelf", Shelf.class, there.spawn(Shelf.class, Keeper::new))
                .transport(transport)
                .codec(codec)
                .limits(limits)
                .listen(ADDRESS)
                .start();
        Client client = simulation.await(Client.builder(here)
                .transport(transport)
                .codec(codec)
                .limits(limits)
                .connectAsync(ADDRESS));
        return simulation.await(client.lookupAsync("shelf", Shelf.class));
    }

    @AfterEach
    void close() {
        whileWritten = null;
        simulation.close();
    }

    private String taken(String name, Item item, byte[] bytes) {
        return simulation.await(shelf.take(7, name, item, bytes));
    }

    @Test
    void mixedArgumentsArriveAlikeInPlaceAndElsewhere() {
        Item item = new Item(1, "one", List.of(2, "three"));
        for (int i = 0; i < 20; i++) { // the first one brings the class, the next ones are written in place
            shelf.put(i, "name", item, new byte[] {1, 2});
            assertThat(taken("name", item, new byte[3])).isEqualTo("7,4," + item + ",3");
            assertThat(taken("nämé \ud83d\ude00", null, null)).isEqualTo("7,7,null,-1");
            assertThat(taken(null, item, new byte[0])).isEqualTo("7,-1," + item + ",0");
            assertThat(simulation.await(shelf.echo(item))).isEqualTo(item);
        }
        assertThat(simulation.await(shelf.sum())).isEqualTo(20);
    }

    /** Around what is written in place at most, and around what fits a frame. */
    @Test
    void argumentsOfEveryLengthArrive() {
        Item item = new Item(1, "one", null);
        taken("", item, null);
        for (int length : new int[] {0, 1, 127, 128, 1_900, 2_000, 2_030, 2_040, 2_047, 2_048, 2_049, 4_096, 70_000}) {
            for (int more = 0; more < 3; more++) {
                String name = "x".repeat(length + more);
                assertThat(taken(name, item, null)).isEqualTo("7," + name.length() + "," + item + ",-1");
                Item named = new Item(1, name, null);
                assertThat(simulation.await(shelf.echo(named))).isEqualTo(named);
                assertThat(taken(null, null, new byte[length + more])).isEqualTo("7,-1,null," + (length + more));
            }
        }
    }

    /** The hook makes a call of the same session, which would wait for ever if the lock were held. */
    @Test
    void hookMayCallTheSameSessionWhileItIsWritten() {
        List<CompletableFuture<String>> within = new ArrayList<>();
        whileWritten = () -> {
            whileWritten = null;
            shelf.put(1, "within", null, null);
            within.add(shelf.take(8, "within", null, null));
        };
        Item plain = new Item(1, "plain", null);
        assertThat(simulation.await(shelf.echo(plain))).isEqualTo(plain);
        assertThat(simulation.await(shelf.echo(plain))).isEqualTo(plain);
        int writes = WRITES.get();
        Item hooked = new Item(2, "hooked", new Hooked(3));
        assertThat(simulation.await(shelf.echo(hooked))).isEqualTo(hooked);
        assertThat(WRITES).hasValue(writes + 2); // here, and for the answer
        assertThat(within).hasSize(1);
        assertThat(simulation.await(within.getFirst())).isEqualTo("8,6,null,-1");
        assertThat(simulation.await(shelf.sum())).isEqualTo(1);
    }

    @Test
    void hookIsCalledOnceForEachMessage() {
        Item plain = new Item(1, "plain", null);
        Item hooked = new Item(2, "hooked", new Hooked(3));
        simulation.await(shelf.echo(plain));
        int writes = WRITES.get();
        for (int i = 0; i < 3_000; i++) { // longer than attempts pause after one in vain
            shelf.put(i, "x", hooked, null);
            if (i % 100 == 0) {
                simulation.runUntilIdle();
            }
        }
        assertThat(simulation.await(shelf.sum())).isEqualTo(3_000);
        assertThat(WRITES).hasValue(writes + 3_000);
    }

    @Test
    void callThatFailsLeavesTheSessionAsItWas() {
        Item good = new Item(1, "good", null);
        simulation.await(shelf.echo(good));
        for (int i = 0; i < 3; i++) {
            Item bad = new Item(2, "bad", new Unknown());
            assertThatThrownBy(() -> shelf.echo(bad))
                    .isInstanceOf(EncodeException.class)
                    .hasMessageContaining("is not granted");
            assertThatThrownBy(() -> shelf.put(1, "x", bad, null)).isInstanceOf(EncodeException.class);
            assertThat(simulation.await(shelf.echo(good))).isEqualTo(good);
        }
        whileWritten = () -> {
            throw new IllegalStateException("by hand");
        };
        assertThatThrownBy(() -> shelf.put(1, "x", new Item(1, "x", new Hooked(1)), null))
                .hasMessageContaining("by hand");
        assertThat(simulation.await(shelf.echo(good))).isEqualTo(good);
        assertThat(simulation.await(shelf.sum())).isZero();
    }

    /** Slots of asks that were taken back must not be lost. */
    @Test
    void asksThatAreWrittenAgainTakeOneSlot() {
        Item plain = new Item(1, "plain", null);
        Item hooked = new Item(2, "hooked", new Hooked(3));
        simulation.await(shelf.echo(plain));
        for (int i = 0; i < 70_000; i++) { // more than a session has slots
            Item item = i % 1_100 == 0 ? hooked : plain;
            CompletableFuture<Item> answer = shelf.echo(item);
            if (i % 100 == 0) {
                assertThat(simulation.await(answer)).isEqualTo(item);
            }
        }
        assertThat(simulation.await(shelf.echo(plain))).isEqualTo(plain);
    }

    @Test
    void resultsOfSporesAreEncodedOnce() {
        int writes = WRITES.get();
        StreamProbe<Item> probe = new StreamProbe<>(Long.MAX_VALUE);
        shelf.made(500, 10).subscribe(probe);
        awaitEnd(probe);
        assertThat(probe.items()).hasSize(500);
        assertThat(probe.items().get(499)).isEqualTo(new Item(499, "x".repeat(10), new Hooked(499)));
        assertThat(WRITES).hasValue(writes + 500);
    }

    /** Spores run on threads of their own, which the simulation does not see. */
    private void awaitEnd(StreamProbe<Item> probe) {
        while (!probe.ended().isDone()) {
            assertThat(Thread.interrupted()).as("timed out").isFalse();
            simulation.runUntilIdle();
        }
        simulation.await(probe.ended());
    }
}
