package io.tellask.aeron;

import io.aeron.Aeron;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.util.concurrent.TimeUnit;
import org.agrona.ErrorHandler;

/** How media drivers and their clients are set up. */
final class DriverContexts {
    private static final long CLOSE_LINGER_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final int COUNTERS_BYTES = 4 * 1024 * 1024;

    private DriverContexts() {}

    static Aeron.Context client(DriverFolder folder, AeronSettings settings, ErrorHandler failed) {
        return new Aeron.Context()
                .aeronDirectoryName(folder.driver().toString())
                .useConductorAgentInvoker(true)
                .errorHandler(failed)
                .driverTimeoutMs(settings.peerTimeout().toMillis())
                .closeLingerDurationNs(CLOSE_LINGER_NANOS) // loops may be writing
                .resourceLingerDurationNs(settings.peerTimeout().toNanos());
    }

    static MediaDriver.Context driver(DriverFolder folder, AeronSettings settings, ErrorHandler failed) {
        long silenceNanos = settings.peerTimeout().toNanos();
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
                .clientLivenessTimeoutNs(silenceNanos)
                .imageLivenessTimeoutNs(silenceNanos)
                .publicationConnectionTimeoutNs(silenceNanos)
                .publicationUnblockTimeoutNs(silenceNanos + silenceNanos / 2);
    }
}
