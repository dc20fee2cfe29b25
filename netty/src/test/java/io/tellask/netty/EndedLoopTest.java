package io.tellask.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.Dispatcher;
import io.tellask.actor.IoLoops;
import io.tellask.remote.Transport;
import io.tellask.remote.TransportException;
import java.net.URI;
import java.time.Duration;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The loop of a connection ends, with its actor system, while a thread beside it looks up a name or reads certificates. */
class EndedLoopTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "tellask://localhost:1",
                "tls://localhost:1",
                "tls://127.0.0.1:1",
                "ws://localhost:1/path",
                "wss://localhost:1/path",
                "http://localhost:1/path",
                "https://localhost:1/path"
            })
    void connectingFailsWhereItsLoopHasEnded(String address) throws Exception {
        IoLoops loops = new NettyLoopProvider().open(1, "loops");
        Dispatcher loop = loops.all().getFirst();
        assertThat(loops.close(Duration.ofSeconds(30))).isTrue();
        CompletableFuture<TransportException> failure = new CompletableFuture<>();

        try {
            transport(URI.create(address))
                    .connect(
                            URI.create(address),
                            loop,
                            wire -> new RecordingReceiver(wire, (receiver, bytes) -> {}),
                            failure::complete);
        } catch (RejectedExecutionException saidAtOnce) {
            return;
        }

        assertThat(failure.get(30, TimeUnit.SECONDS)).hasMessageContaining("the actor system is closed");
    }

    private static Transport transport(URI address) {
        return ServiceLoader.load(Transport.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(found -> found.schemes().contains(address.getScheme()))
                .findFirst()
                .orElseThrow();
    }
}
