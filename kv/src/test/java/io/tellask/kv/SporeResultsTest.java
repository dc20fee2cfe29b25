package io.tellask.kv;

import static io.tellask.kv.KeyValueFixture.answer;
import static io.tellask.kv.KeyValueFixture.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Streams;
import io.tellask.codec.Codec;
import io.tellask.remote.Spore;
import io.tellask.test.Await;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a spore makes and its client has not taken. */
@Timeout(60)
class SporeResultsTest {
    private static final String TCP = "tellask://127.0.0.1:0";
    private static final Codec CODEC =
            Codec.builder().allow(Endless.class, Few.class).build();

    @TempDir
    private Path directory;

    /** Makes results of so many bytes until nobody listens any more; the test sees how far it is. */
    record Endless(int bytes) implements Spore<KeyValue, byte[]> {
        private static volatile Thread thread;
        private static volatile int made;
        private static volatile CompletableFuture<Void> ended;

        @Override
        public void accept(KeyValue record, Output<byte[]> out) {
            thread = Thread.currentThread();
            for (int i = 1; !out.stopped(); i++) {
                made = i;
                out.emit(new byte[bytes]);
            }
            ended.complete(null);
        }

        /** Waits until it has begun to make so many and waits itself. */
        static void awaitMade(int count) {
            Await.until(() -> "made=" + made + ", expected=" + count, () -> made >= count && Await.isParked(thread));
            assertThat(made).isEqualTo(count);
        }
    }

    /** Makes so many results, each of so many bytes. */
    record Few(int count, int bytes) implements Spore<KeyValue, Object> {
        @Override
        public void accept(KeyValue record, Output<Object> out) {
            for (int i = 0; i < count; i++) {
                out.emit(i % 2 == 0 ? new byte[bytes] : "x".repeat(bytes));
            }
        }
    }

    /** What nobody grants. */
    private record Unknown(int number) {}

    /** A spore with a result that cannot be sent. */
    record Stranger() implements Spore<KeyValue, Object> {
        @Override
        public void accept(KeyValue record, Output<Object> out) {
            out.emit(new Unknown(1));
        }
    }

    /** Asks for one result, and for more when the test says so. */
    private static final class Taker implements Flow.Subscriber<byte[]> {
        private final CompletableFuture<Flow.Subscription> subscription = new CompletableFuture<>();
        private final CompletableFuture<Void> hundred = new CompletableFuture<>();
        private int taken;

        @Override
        public void onSubscribe(Flow.Subscription newSubscription) {
            newSubscription.request(1);
            subscription.complete(newSubscription);
        }

        @Override
        public void onNext(byte[] result) {
            taken++;
            if (taken == 100) {
                hundred.complete(null);
            }
        }

        @Override
        public void onError(Throwable failure) {
            hundred.completeExceptionally(failure);
        }

        @Override
        public void onComplete() {
            hundred.completeExceptionally(new AssertionError("ended"));
        }
    }

    private KeyValueFixture start() throws Exception {
        KeyValueFixture server = new KeyValueFixture(directory, TCP, KeyValueOptions.defaults(), CODEC);
        answer(server.map().put(bytes("k"), bytes("v")));
        return server;
    }

    /** One is sent; 16 of 64 KiB fill the buffer, of a little less it takes 17; one more is made and waits. */
    @ParameterizedTest
    @CsvSource({"65536, 18", "65500, 19", "3000000, 3"})
    void waitsOnceAMebibyteOfResultsWaits(int bytes, int made) throws Exception {
        Endless.made = 0;
        Endless.ended = new CompletableFuture<>();
        try (KeyValueFixture server = start()) {
            Taker taker = new Taker();
            server.map().process(new byte[0], new Endless(bytes)).subscribe(taker);
            Endless.awaitMade(made);

            Flow.Subscription subscription = taker.subscription.get(20, TimeUnit.SECONDS);
            subscription.request(1);
            Endless.awaitMade(made + 1);
            subscription.request(98);
            taker.hundred.get(20, TimeUnit.SECONDS);
            subscription.cancel();
            Endless.ended.get(20, TimeUnit.SECONDS);
            assertThat(answer(server.map().size())).isEqualTo(1);
        }
    }

    @Test
    void streamsManyTimesWhatMayWait() throws Exception {
        try (KeyValueFixture server = start()) {
            List<Object> results = answer(Streams.collect(server.map().process(new byte[0], new Few(400, 100_000))));
            assertThat(results).hasSize(400).last().isEqualTo("x".repeat(100_000));
        }
    }

    @Test
    void letsAResultThatIsLargerThanAllThatMayWaitPass() throws Exception {
        try (KeyValueFixture server = start()) {
            assertThat(answer(Streams.collect(server.map().process(new byte[0], new Few(3, 5 << 20)))))
                    .hasSize(3);
        }
    }

    @Test
    void failsWithWhatCannotBeSent() throws Exception {
        Codec granted = CODEC.toBuilder().allow(Stranger.class).build();
        try (KeyValueFixture server = new KeyValueFixture(directory, TCP, KeyValueOptions.defaults(), granted)) {
            answer(server.map().put(bytes("k"), bytes("v")));
            assertThatThrownBy(() -> answer(Streams.collect(server.map().process(new byte[0], new Stranger()))))
                    .satisfies(failure ->
                            assertThat(Objects.toString(failure.getMessage())).contains(Unknown.class.getName()));
        }
    }
}
