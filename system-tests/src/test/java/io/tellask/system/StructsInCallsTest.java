package io.tellask.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.Streams;
import io.tellask.codec.BodyReader;
import io.tellask.codec.BodyWriter;
import io.tellask.codec.Codec;
import io.tellask.codec.CodecException;
import io.tellask.codec.CustomCodec;
import io.tellask.netty.DetectingTransport;
import io.tellask.remote.Client;
import io.tellask.remote.Server;
import io.tellask.store.DurableMap;
import io.tellask.struct.Length;
import io.tellask.struct.Struct;
import io.tellask.struct.StructBytes;
import io.tellask.struct.StructCodec;
import io.tellask.struct.StructLayoutException;
import io.tellask.struct.StructType;
import io.tellask.struct.StructTypeException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Structs as arguments, results and stream items of contracts, and as values of maps. */
@Timeout(60)
class StructsInCallsTest {
    /** A price. */
    @Struct
    public interface Tick {
        @Length(5)
        String symbol();

        void symbol(String symbol);

        double price();

        void price(double price);

        long volume();

        void volume(long volume);

        long volumeVolatile();
    }

    /** The same with another field. */
    public interface Other {
        /** A price, later. */
        @Struct
        interface Tick {
            int price();

            void price(int price);
        }
    }

    /** No struct by annotation. */
    public interface Plain {
        int number();
    }

    /** What a feed does. */
    public interface Feed {
        void push(Tick tick);

        Promise<Tick> last(String symbol);

        Promise<Tick> dearer(Tick tick, double by);

        Flow.Publisher<Tick> ticks();

        Promise<List<Tick>> all();

        Promise<Integer> count(Flow.Publisher<Tick> ticks);
    }

    private static final StructType<Tick> TICKS = StructType.of(Tick.class);

    private static Tick tick(String symbol, double price) {
        Tick tick = TICKS.allocate();
        tick.symbol(symbol);
        tick.price(price);
        tick.volume(7);
        return tick;
    }

    private static final class FeedActor implements Feed {
        private final List<Tick> ticks = new ArrayList<>();

        @Override
        public void push(Tick tick) {
            ticks.add(tick);
        }

        @Override
        public Promise<Tick> last(String symbol) {
            return Promise.of(ticks.reversed().stream()
                    .filter(each -> each.symbol().equals(symbol))
                    .findFirst()
                    .orElseThrow());
        }

        @Override
        public Promise<Tick> dearer(Tick tick, double by) {
            tick.price(tick.price() + by);
            return Promise.of(tick);
        }

        @Override
        public Flow.Publisher<Tick> ticks() {
            return Streams.of(List.copyOf(ticks));
        }

        @Override
        public Promise<List<Tick>> all() {
            return Promise.of(ticks);
        }

        @Override
        public Promise<Integer> count(Flow.Publisher<Tick> counted) {
            return Streams.collect(counted).thenApply(List::size);
        }
    }

    private static Codec codec(Class<?>... structs) {
        return StructCodec.addTo(Codec.builder(), structs).build();
    }

    @Test
    void structsAreCopiedIntoCallsAndOutOfThem() {
        try (ActorSystem system = ActorSystem.create();
                Server server = Server.builder(system)
                        .codec(codec(Tick.class))
                        .publish("feed", Feed.class, system.spawn(Feed.class, FeedActor::new))
                        .listen("tellask://127.0.0.1:0")
                        .start();
                Client client = Client.builder(system)
                        .codec(codec(Tick.class))
                        .connect(server.address().toString())) {
            Feed feed = client.lookup("feed", Feed.class);
            Tick cursor = tick("BMW", 99.5);
            feed.push(cursor);
            cursor.price(100.5);
            feed.push(cursor);
            cursor.symbol("VW");
            feed.push(cursor);

            Tick last = feed.last("BMW").join();
            assertThat(last.price()).isEqualTo(100.5);
            assertThat(last.volumeVolatile()).isEqualTo(7);
            assertThat(feed.dearer(last, 2).join().price()).isEqualTo(102.5);
            assertThat(last.price()).isEqualTo(100.5);
            assertThat(Streams.collect(feed.ticks()).join())
                    .extracting(Tick::symbol, Tick::price)
                    .containsExactly(tuple("BMW", 99.5), tuple("BMW", 100.5), tuple("VW", 100.5));
            assertThat(feed.all().join()).hasSize(3);
            assertThat(feed.count(Streams.of(List.of(cursor, last))).join()).isEqualTo(2);
        }
    }

    @Test
    void anotherLayoutIsRefusedAndNamed() {
        Codec other = Codec.builder()
                .customTree(Other.Tick.class, Tick.class.getName(), new Renamed())
                .build();
        byte[] bytes = other.encode(StructType.of(Other.Tick.class).allocate());

        assertThatThrownBy(() -> codec(Tick.class).decode(bytes, Tick.class))
                .isInstanceOf(CodecException.class)
                .hasStackTraceContaining("limit=")
                .hasRootCauseInstanceOf(StructLayoutException.class);
    }

    /** Writes another struct under the name of the first. */
    private static final class Renamed implements CustomCodec<Other.Tick> {
        private final StructBytes<Other.Tick> form = StructBytes.of(StructType.of(Other.Tick.class));

        @Override
        public void write(Other.Tick value, BodyWriter out) {
            byte[] bytes = form.copy(value);
            out.writeBytes(Arrays.copyOf(bytes, StructBytes.of(TICKS).totalBytes()));
        }

        @Override
        public Other.Tick read(BodyReader in) {
            throw new AssertionError("only writes");
        }
    }

    @Test
    void damagedBytesAreRefusedByTheCodec() {
        byte[] whole = codec(Tick.class).encode(tick("BMW", 1));
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> codec(Tick.class).decode(cut, Tick.class)).isInstanceOf(CodecException.class);
        }
    }

    @Test
    void interfaceThatIsNotAnnotatedIsRefused() {
        assertThatThrownBy(() -> codec(Plain.class))
                .isInstanceOf(StructTypeException.class)
                .hasMessageContaining("annotate it with @Struct");
    }

    @Test
    void valuesOfTextSessionsAreRefusedByName() {
        try (ActorSystem system = ActorSystem.create();
                Server server = Server.builder(system)
                        .codec(codec(Tick.class))
                        .transport(DetectingTransport.builder().build())
                        .publish("feed", Feed.class, system.spawn(Feed.class, FeedActor::new))
                        .listen("any://127.0.0.1:0/feed")
                        .start();
                Client client = Client.builder(system)
                        .codec(codec(Tick.class))
                        .connect("ws://127.0.0.1:" + server.address().getPort() + "/feed?encoding=json")) {
            Feed feed = client.lookup("feed", Feed.class);
            assertThatThrownBy(() -> feed.dearer(tick("BMW", 1), 2).join())
                    .hasMessageContaining("class=" + StructsInCallsTest.class.getName() + "$Tick");
        }
    }

    @Test
    void mapKeepsStructsAndShowsThemWhereTheyLie(@TempDir Path folder) {
        try (DurableMap<String, Tick> map = DurableMap.builder(folder.resolve("ticks"), String.class, Tick.class)
                .codec(codec(Tick.class))
                .open()) {
            map.put("BMW", tick("BMW", 99.5));
        }
        try (DurableMap<String, Tick> map = DurableMap.builder(folder.resolve("ticks"), String.class, Tick.class)
                .codec(codec(Tick.class))
                .open()) {
            Tick stored = map.get("BMW");
            assertThat(stored.price()).isEqualTo(99.5);
            stored.price(1);
            assertThat(map.get("BMW").price()).isEqualTo(99.5);
        }
        StructBytes<Tick> form = StructBytes.of(TICKS);
        try (DurableMap<String, byte[]> map = DurableMap.open(folder.resolve("bytes"), String.class, byte[].class)) {
            map.put("BMW", form.copy(tick("BMW", 99.5)));
            assertThat(form.view(map.get("BMW")).symbol()).isEqualTo("BMW");
            assertThatThrownBy(() ->
                            StructBytes.of(StructType.of(Other.Tick.class)).view(map.get("BMW")))
                    .isInstanceOf(StructLayoutException.class);
        }
    }
}
