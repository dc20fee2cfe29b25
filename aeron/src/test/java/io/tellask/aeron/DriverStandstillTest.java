package io.tellask.aeron;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Drivers of processes that had no processor for longer than a peer may be silent. */
@Timeout(60)
class DriverStandstillTest {
    private static final URI ADDRESS = URI.create("aeron-udp://127.0.0.1:0");
    private static final AeronSettings SETTINGS = new AeronSettings(
            Duration.ofSeconds(5),
            Duration.ofSeconds(5),
            AeronTransport.LEAST_PEER_TIMEOUT,
            10,
            AeronTransport.LEAST_TERM_BYTES,
            false,
            null);

    @Test
    void driverOfThisProcessAloneOutlivesStandstill() throws Exception {
        AeronClient client = new AeronClient(DriverFolder.temporary(ADDRESS), SETTINGS);
        client.start();
        client.awaitStart();
        CompletableFuture<Boolean> goesOn = new CompletableFuture<>();
        client.execute(() -> goesOn.complete(standStill()));
        goesOn.get(30, TimeUnit.SECONDS);
        assertThat(counterOf(client)).isNotNegative();
        assertThat(client.hasEnded()).isFalse();
        client.end();
        client.awaitEnd(20_000);
        assertThat(client.folder().driver()).doesNotExist();
    }

    /** The driver answers: asked twice, since the first answer may have been there before. */
    private static long counterOf(AeronClient client) {
        client.call(() -> client.aeron().addCounter(1_101, "before").registrationId());
        return client.call(() -> client.aeron().addCounter(1_101, "after").registrationId());
    }

    private static boolean standStill() {
        long end = System.nanoTime()
                + AeronTransport.LEAST_PEER_TIMEOUT.plusMillis(500).toNanos();
        while (System.nanoTime() - end < 0) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
        return true;
    }

    /** Clients of other processes may have died meanwhile: all of them are told in time. */
    @Test
    void driverThatOthersUseHasTheTimeOfItsSettings(@TempDir Path parent) throws Exception {
        DriverFolder shared = DriverFolder.toListen(ADDRESS, parent.resolve("d"));
        try {
            assertThat(DriverContexts.driver(shared, SETTINGS, failure -> {}).clientLivenessTimeoutNs())
                    .isEqualTo(AeronTransport.LEAST_PEER_TIMEOUT.toNanos());
        } finally {
            shared.delete();
        }
    }
}
