package io.tellask.cluster.aeron;

import io.aeron.Aeron;
import io.aeron.RethrowingErrorHandler;
import io.aeron.archive.Archive;
import io.aeron.archive.ArchiveThreadingMode;
import io.aeron.archive.client.AeronArchive;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.service.ClusteredService;
import io.aeron.cluster.service.ClusteredServiceContainer;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.driver.status.SystemCounterDescriptor;
import io.aeron.exceptions.AeronException;
import io.aeron.security.AuthenticatorSupplier;
import io.tellask.cluster.LogOptions;
import io.tellask.text.SafeLog;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NoOpLock;
import org.agrona.concurrent.status.AtomicCounter;

/**
 * The parts of Aeron that a member runs, each with a thread of its own that rests for a millisecond at most: the media driver carries messages,
 * the archive keeps the log, the consensus module agrees with others, the container calls {@link MemberService}. {@link #open} and {@link #close} are
 * called by one thread at a time; the rest is thread-safe.
 */
final class MemberNode implements AutoCloseable {
    private static final Logger LOG = System.getLogger("io.tellask.cluster");
    private static final long LEAST_PARK_NANOS = 1_000;
    private static final long MOST_PARK_NANOS = 1_000_000;

    /**
     * How long a part may stand still. All are in one process: none can die without the others, and they would take each other for dead after the
     * process stood still, or where the clock is set.
     */
    private static final Duration STANDSTILL = Duration.ofMinutes(10);

    private static final Duration ARCHIVE_WAIT =
            Duration.ofMinutes(1); // for an answer of the archive, on a busy machine
    private static final int SMALL_TERM = 64 << 10;
    private static final int ANSWERS_STREAM =
            201; // of the archive to the consensus module; the next ones are those to the container and to the member's
    // thread
    private static final int SESSIONS = 1_000; // of this module, one for each time that a member leads

    private final LogOptions options;
    private final MemberPlaces places;
    private final Path driverFolder;
    private final Path archiveFolder;
    private final Path clusterFolder;
    private final AtomicLong errors = new AtomicLong();
    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private final List<AutoCloseable> parts = new ArrayList<>(); // closed in the opposite order
    private final AuthenticatorSupplier authenticators;

    MemberNode(LogOptions options, MemberPlaces places, AuthenticatorSupplier authenticators) {
        this.options = options;
        this.places = places;
        this.authenticators = authenticators;
        driverFolder = options.folder().resolve("driver");
        archiveFolder = options.folder().resolve("archive");
        clusterFolder = options.folder().resolve("cluster");
    }

    static IdleStrategy idle() {
        return new BackoffIdleStrategy(1, 1, LEAST_PARK_NANOS, MOST_PARK_NANOS);
    }

    /** Begins with what the folder has, or with nothing; whoever holds a file of the folder locked calls this. */
    void open(ClusteredService service) throws IOException {
        removeMarks();
        MediaDriver driver = kept(MediaDriver.launch(driver()));
        AtomicCounter driverErrors = driver.context().systemCounters().get(SystemCounterDescriptor.ERRORS);
        kept(Archive.launch(archive(driverErrors)));
        kept(ConsensusModule.launch(consensus(driverErrors)));
        kept(ClusteredServiceContainer.launch(container(service, driverErrors)));
    }

    private <T extends AutoCloseable> T kept(T part) {
        parts.add(part);
        return part;
    }

    /** The marks of a process that was killed say for ten seconds that it runs; the lock that is held says that it does not. */
    private void removeMarks() throws IOException {
        for (Path mark : List.of(
                archiveFolder.resolve("archive-mark.dat"),
                clusterFolder.resolve("cluster-mark.dat"),
                clusterFolder.resolve("cluster-mark-service-0.dat"))) {
            Files.deleteIfExists(mark);
        }
    }

    private MediaDriver.Context driver() {
        long silenceNanos = options.silence().toNanos();
        return new MediaDriver.Context()
                .aeronDirectoryName(driverFolder.toString())
                .dirDeleteOnStart(true)
                .dirDeleteOnShutdown(true)
                .threadingMode(ThreadingMode.SHARED)
                .sharedIdleStrategy(idle())
                .sharedThreadFactory(task -> thread("driver", task))
                .asyncExecutorThreadFactory(task -> Thread.ofPlatform()
                        .daemon()
                        .name("tellask-cluster-names")
                        .unstarted(task))
                .errorHandler(errorHandler("driver"))
                .termBufferSparseFile(true)
                .publicationTermBufferLength(SMALL_TERM)
                .ipcTermBufferLength(terms())
                .publicationConnectionTimeoutNs(silenceNanos)
                .driverTimeoutMs(STANDSTILL.toMillis())
                .clientLivenessTimeoutNs(STANDSTILL.toNanos())
                .publicationUnblockTimeoutNs(STANDSTILL.toNanos() * 3 / 2);
    }

    private int terms() {
        return MemberTerms.bytes(options.limits().commandBytes());
    }

    private Archive.Context archive(AtomicCounter driverErrors) {
        int forced = options.forced() ? 1 : 0;
        return new Archive.Context()
                .archiveDir(archiveFolder.toFile())
                .aeronDirectoryName(driverFolder.toString())
                .aeron(Aeron.connect(client("archive").clientLock(NoOpLock.INSTANCE)))
                .ownsAeronClient(true)
                .errorCounter(driverErrors)
                .errorHandler(errorHandler("archive"))
                .threadingMode(ArchiveThreadingMode.SHARED)
                .idleStrategySupplier(MemberNode::idle)
                .threadFactory(task -> thread("archive", task))
                .controlChannel(places.channel(places.self()))
                .localControlChannel("aeron:ipc?term-length=64k")
                .replicationChannel(places.anyPort())
                .recordingEventsEnabled(false)
                .fileSyncLevel(forced)
                .catalogFileSyncLevel(forced)
                .segmentFileLength(terms());
    }

    private ConsensusModule.Context consensus(AtomicCounter driverErrors) {
        long silenceNanos = options.silence().toNanos();
        return new ConsensusModule.Context()
                .clusterDir(clusterFolder.toFile())
                .aeronDirectoryName(driverFolder.toString())
                .aeron(Aeron.connect(client("consensus").clientLock(NoOpLock.INSTANCE)))
                .ownsAeronClient(true)
                .errorCounter(driverErrors)
                .errorHandler(errorHandler("consensus"))
                .terminationHook(() -> LOG.log(Level.INFO, "cluster: the consensus module has ended"))
                .idleStrategySupplier(MemberNode::idle)
                .threadFactory(task -> thread("consensus", task))
                .clusterMemberId(places.self())
                .clusterMembers(places.all())
                .ingressChannel("aeron:udp?term-length=64k")
                .isIpcIngressAllowed(true)
                .egressChannel("aeron:ipc")
                .logChannel("aeron:udp?term-length=" + terms())
                .replicationChannel(places.anyPort())
                .archiveContext(archiveClient(ANSWERS_STREAM))
                .authenticatorSupplier(authenticators)
                .maxConcurrentSessions(SESSIONS)
                .sessionTimeoutNs(STANDSTILL.toNanos())
                .fileSyncLevel(options.forced() ? 1 : 0)
                .leaderHeartbeatTimeoutNs(silenceNanos)
                .leaderHeartbeatIntervalNs(silenceNanos / 10)
                .startupCanvassTimeoutNs(2 * silenceNanos)
                .electionTimeoutNs(silenceNanos / 2)
                .electionStatusIntervalNs(silenceNanos / 20);
    }

    private ClusteredServiceContainer.Context container(ClusteredService service, AtomicCounter driverErrors) {
        return new ClusteredServiceContainer.Context()
                .clusterDir(clusterFolder.toFile())
                .aeronDirectoryName(driverFolder.toString())
                .aeron(Aeron.connect(client("service").clientLock(NoOpLock.INSTANCE)))
                .ownsAeronClient(true)
                .errorCounter(driverErrors)
                .errorHandler(errorHandler("service"))
                .terminationHook(() -> LOG.log(Level.INFO, "cluster: the container of the state machine has ended"))
                .idleStrategySupplier(MemberNode::idle)
                .threadFactory(task -> thread("service", task))
                .archiveContext(archiveClient(ANSWERS_STREAM + 1))
                .clusteredService(service);
    }

    private static AeronArchive.Context archiveClient(int answersStream) {
        return new AeronArchive.Context()
                .controlRequestChannel("aeron:ipc?term-length=64k")
                .controlResponseChannel("aeron:ipc?term-length=64k")
                .controlRequestStreamId(AeronArchive.Configuration.localControlStreamId())
                .controlResponseStreamId(answersStream)
                .messageTimeoutNs(ARCHIVE_WAIT.toNanos());
    }

    /** What deletes entries and snapshots that nobody needs, by a client of its own of the archive. */
    LogPurge purge(Aeron aeron) {
        return new LogPurge(
                aeron, archiveClient(ANSWERS_STREAM + 2).errorHandler(errorHandler("member")), clusterFolder);
    }

    /** A client of the driver that whoever has it drives itself. */
    Aeron.Context client(String name) {
        return new Aeron.Context()
                .aeronDirectoryName(driverFolder.toString())
                .clientName(name)
                .useConductorAgentInvoker(true)
                .subscriberErrorHandler(RethrowingErrorHandler.INSTANCE)
                .errorHandler(errorHandler(name))
                .driverTimeoutMs(STANDSTILL.toMillis());
    }

    /** A thread of this member, whose end before that of the member is noticed by {@link #ended}. */
    private Thread thread(String part, Runnable task) {
        Thread thread =
                Thread.ofPlatform().daemon().name("tellask-cluster-" + part).unstarted(task);
        threads.add(thread);
        return thread;
    }

    /** Whether a part has ended by itself; false once they are closed. */
    boolean ended() {
        for (Thread each : threads) {
            if (each.getState() == Thread.State.TERMINATED) {
                return true;
            }
        }
        return false;
    }

    /** Says what went wrong in a part, and counts it. Warnings are what Aeron calls so, such as an election. */
    ErrorHandler errorHandler(String part) {
        return failure -> {
            errors.incrementAndGet();
            boolean isWarning =
                    failure instanceof AeronException aeron && aeron.category() == AeronException.Category.WARN;
            SafeLog.log(
                    LOG,
                    isWarning ? Level.DEBUG : Level.WARNING,
                    "cluster: something went wrong in a part of a member: ",
                    options.self() + " " + part,
                    failure);
        };
    }

    /** How often something went wrong in parts of this member, warnings included. */
    long errors() {
        return errors.get();
    }

    @Override
    public void close() {
        threads.clear();
        for (AutoCloseable each : parts.reversed()) {
            try {
                each.close();
            } catch (Throwable failure) {
                SafeLog.log(
                        LOG, Level.WARNING, "cluster: a part of a member was not closed: ", options.self(), failure);
            }
        }
        parts.clear();
    }
}
