package io.tellask.remote.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Streams;
import io.tellask.codec.Codec;
import io.tellask.remote.Client;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.Server;
import io.tellask.remote.ValueEncoding;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The very same items, sent to sessions of all encodings, under two declared types: each session gets texts of its own form. */
@Timeout(60)
class SharedTextsSessionsTest {
    private static final URI ADDRESS = URI.create("memory://shared-texts");
    private static final Codec CODEC = Codec.builder().allow(Trade.class).build();
    private static final int ROUNDS = 3;
    private static final List<Trade> TRADES = IntStream.range(0, 2 * SharedTexts.SLOTS)
            .mapToObj(i -> new Trade("S" + i, i / 8.0, Instant.ofEpochSecond(i), Side.values()[i % 2]))
            .toList();

    private final MemoryTransport transport = MemoryTransport.isolated();
    private final ActorSystem there = ActorSystem.builder().ioLoops(2).build();
    private final ActorSystem here = ActorSystem.builder().ioLoops(1).build();

    /** Emits what it has, the same objects to everybody. */
    public interface Market {
        Flow.Publisher<Trade> trades();

        Flow.Publisher<Object> objects();
    }

    /** An item that never changes. */
    public record Trade(String symbol, double price, Instant at, Side side) {}

    /** What an item holds. */
    public enum Side {
        BUY,
        SELL
    }

    private static final class Floor implements Market {
        @Override
        public Flow.Publisher<Trade> trades() {
            return Streams.of(TRADES);
        }

        @Override
        public Flow.Publisher<Object> objects() {
            return Streams.of(TRADES);
        }
    }

    @BeforeEach
    void listen() {
        Server.builder(there)
                .transport(transport)
                .codec(CODEC)
                .publish("market", Market.class, there.spawn(Market.class, Floor::new))
                .listen(ADDRESS)
                .start();
    }

    @AfterEach
    void close() {
        here.close();
        there.close();
    }

    private Market market(ValueEncoding encoding) {
        return Client.builder(here)
                .transport(transport)
                .codec(CODEC)
                .encoding(encoding)
                .connect(ADDRESS)
                .lookup("market", Market.class);
    }

    @Test
    void everySessionGetsEveryItemInItsOwnForm() throws Exception {
        List<Market> markets = IntStream.range(0, 2 * ValueEncoding.values().length)
                .mapToObj(i -> market(ValueEncoding.values()[i / 2]))
                .toList();
        for (int round = 0; round < ROUNDS; round++) {
            List<CompletableFuture<? extends List<?>>> taken = new ArrayList<>();
            for (Market market : markets) {
                taken.add(Streams.collect(market.trades()));
                taken.add(Streams.collect(market.objects()));
            }
            for (CompletableFuture<? extends List<?>> each : taken) {
                assertThat(each.get(30, TimeUnit.SECONDS)).isEqualTo(TRADES);
            }
        }
    }
}
