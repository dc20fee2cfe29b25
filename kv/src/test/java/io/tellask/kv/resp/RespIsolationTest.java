package io.tellask.kv.resp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.IoLoops;
import io.tellask.kv.KeyValueOptions;
import io.tellask.kv.RespLimits;
import io.tellask.kv.resp.client.Engine;
import io.tellask.kv.resp.command.Commands;
import io.tellask.kv.resp.database.EngineSettings;
import io.tellask.netty.NettyLoopProvider;
import io.tellask.netty.TcpTransport;
import io.tellask.remote.PeerMemory;
import io.tellask.remote.Transport;
import io.tellask.store.Durability;
import io.tellask.test.Await;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever the code of one connection throws, that connection ends, and the loop and all others go on. The clock is what throws here. */
class RespIsolationTest {
    /** What code may throw. */
    enum Kind {
        RUNTIME(() -> new IllegalStateException("as asked")),
        MEMORY(() -> new OutOfMemoryError("as asked")),
        STACK(() -> new StackOverflowError("as asked")),
        ASSERTION(() -> new AssertionError("as asked")),
        UNREADABLE(() -> new Error() {
            @Override
            public String getMessage() {
                throw new OutOfMemoryError("as asked");
            }
        });

        private final Supplier<Throwable> made;

        Kind(Supplier<Throwable> made) {
            this.made = made;
        }
    }

    /** The system's time, unless it is told to throw. */
    private static final class FaultyTime implements InstantSource {
        volatile Kind atMillis;
        volatile Kind atInstant;

        @Override
        public Instant instant() {
            throwIf(atInstant);
            return Instant.now();
        }

        @Override
        public long millis() {
            throwIf(atMillis);
            return System.currentTimeMillis();
        }

        private static void throwIf(Kind kind) {
            switch (kind == null ? null : kind.made.get()) {
                case null -> {}
                case Error error -> throw error;
                case RuntimeException failure -> throw failure;
                case Throwable other -> throw new AssertionError(other);
            }
        }
    }

    @TempDir
    private Path directory;

    private final FaultyTime time = new FaultyTime();
    private final IoLoops loops = new NettyLoopProvider().open(1, "resp-isolation");
    private Engine engine;
    private Transport.Listener listener;
    private RespPeer peer;
    private RespPeer neighbour;

    @BeforeEach
    void start() throws IOException {
        EngineSettings settings = new EngineSettings(
                directory,
                1,
                KeyValueOptions.defaults().withDurability(Durability.PERIODIC),
                RespLimits.defaults(),
                PeerMemory.ofProcess(),
                null);
        engine = new Engine(settings, Commands.table(), loops.all().getFirst(), time);
        listener = new TcpTransport().listen(URI.create("tellask://127.0.0.1:0"), loops, new Acceptor(engine)::accept);
        peer = RespPeer.connect(listener.address());
        neighbour = RespPeer.connect(listener.address());
        assertThat(neighbour.call("SET", "b", "neighbour")).isEqualTo("OK");
        assertThat(peer.call("SET", "a", "own")).isEqualTo("OK");
    }

    @AfterEach
    void stop() throws Exception {
        time.atMillis = null;
        time.atInstant = null;
        peer.close();
        neighbour.close();
        listener.close();
        CompletableFuture<Void> ended = new CompletableFuture<>();
        loops.all().getFirst().execute(() -> {
            engine.disconnect();
            ended.complete(null);
        });
        ended.get(30, TimeUnit.SECONDS);
        assertThat(loops.close(Duration.ofSeconds(30))).isTrue();
        engine.close();
    }

    /** Where memory is short the client is told so first. */
    private void assertEnded(Kind kind) throws IOException {
        if (kind == Kind.MEMORY) {
            assertThat(peer.reply()).startsWith("-ERR closed");
        }
        assertThatThrownBy(peer::reply).isInstanceOf(IOException.class);
    }

    /** On a busy machine the turn may have ended behind the first read, which is answered then. */
    private void assertEndedBehindAValueAtMost(Kind kind) throws IOException {
        String first;
        try {
            first = peer.reply();
        } catch (IOException ended) {
            assertThat(kind).isNotEqualTo(Kind.MEMORY);
            return;
        }
        if (first.equals("\"own\"")) {
            assertEnded(kind);
        } else {
            assertThat(kind).isEqualTo(Kind.MEMORY);
            assertThat(first).startsWith("-ERR closed");
            assertThatThrownBy(peer::reply).isInstanceOf(IOException.class);
        }
    }

    @ParameterizedTest
    @EnumSource
    void commandThatFailsEndsItsConnectionOnly(Kind kind) throws IOException {
        time.atInstant = kind;
        // the replies of pipelined reads before it are lost with their connection, and not given to the next
        peer.sendRaw(RespPeer.encoded("GET", "a") + RespPeer.encoded("TIME") + RespPeer.encoded("GET", "a"));
        assertEndedBehindAValueAtMost(kind);
        time.atInstant = null;
        assertThat(neighbour.call("GET", "b")).isEqualTo("\"neighbour\"");
        assertThat(loops.failures() > 0 || kind == Kind.MEMORY).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void readThatFailsBeforeItsFirstCommandEndsItsConnectionOnly(Kind kind) throws IOException {
        time.atMillis = kind;
        peer.send("PING");
        assertEnded(kind);
        time.atMillis = null;
        assertThat(neighbour.call("GET", "b")).isEqualTo("\"neighbour\"");
        try (RespPeer another = RespPeer.connect(listener.address())) {
            assertThat(another.call("PING")).isEqualTo("PONG");
        }
    }

    @Test
    void removalOfExpiredKeysGoesOnAfterItFailed() throws IOException {
        assertThat(peer.call("SET", "short", "v", "PX", "1")).isEqualTo("OK");
        time.atMillis = Kind.ASSERTION;
        awaitFailure();
        time.atMillis = null;
        peer.await("2", "DBSIZE");
    }

    private void awaitFailure() {
        Await.until("a loop has failed", () -> loops.failures() > 0);
    }
}
