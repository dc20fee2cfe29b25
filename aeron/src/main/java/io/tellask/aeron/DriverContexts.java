package io.tellask.aeron;

import io.aeron.Aeron;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.agrona.ErrorHandler;

/** How media drivers and their clients are set up. */
final class DriverContexts {
    private static final long CLOSE_LINGER_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final int COUNTERS_BYTES = 4 * 1024 * 1024;

    /**
     * How long a process may stand still whose driver serves no other. The thread that does the driver's work is its client, too: neither can
     * die without the other, and both would take the other for dead once the thread goes on, or where the clock is set.
     */
    private static final Duration STANDSTILL = Duration.ofMinutes(10);

    private DriverContexts() {}

    static Aeron.Context client(DriverFolder folder, AeronSettings settings, ErrorHandler failed) {
        return new Aeron.Context()
                .aeronDirectoryName(folder.driver().toString())
                .useConductorAgentInvoker(true)
                .errorHandler(failed)
                .driverTimeoutMs(clientSilence(folder, settings).toMillis())
                .closeLingerDurationNs(CLOSE_LINGER_NANOS) // loops may be writing
                .resourceLingerDurationNs(settings.peerTimeout().toNanos());
    }

    static MediaDriver.Context driver(DriverFolder folder, AeronSettings settings, ErrorHandler failed) {
        long silenceNanos = settings.peerTimeout().toNanos();
        long clientSilenceNanos = clientSilence(folder, settings).toNanos();
        return new MediaDriver.Context()
                .aeronDirectoryName(folder.driver().toString())
                .dirDeleteOnStart(true)
                .dirDeleteOnShutdown(true)
                .threadingMode(ThreadingMode.INVOKER)
                .errorHandler(failed)
                .asyncExecutorThreadFactory(task ->
                        Thread.ofPlatform().daemon().name("tellask-aeron-names").unstarted(task))
                .termBufferSparseFile(false) // a page that is missing later is a memory fault of who writes
                .performStorageChecks(true)
                .publicationTermBufferLength(settings.termBytes())
                .ipcTermBufferLength(settings.termBytes())
                .counterValuesBufferLength(COUNTERS_BYTES)
                .driverTimeoutMs(settings.peerTimeout().toMillis())
                .clientLivenessTimeoutNs(clientSilenceNanos)
                .imageLivenessTimeoutNs(silenceNanos)
                .publicationConnectionTimeoutNs(silenceNanos)
                .publicationUnblockTimeoutNs(clientSilenceNanos + clientSilenceNanos / 2);
    }

    private static Duration clientSilence(DriverFolder folder, AeronSettings settings) {
        return folder.isShared() ? settings.peerTimeout() : STANDSTILL;
    }
}
