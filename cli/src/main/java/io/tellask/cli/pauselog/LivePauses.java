package io.tellask.cli.pauselog;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import io.tellask.cli.terminal.Failures;
import io.tellask.text.SafeText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import jdk.management.jfr.RemoteRecordingStream;

/**
 * The pauses of a JVM of this machine, as they happen: a flight recording of three kinds of events, without threshold, which begins now and ends
 * with {@link #close}. It needs no flag of that JVM; it must run as the same user. {@link #close} may be called by any thread.
 */
public final class LivePauses implements AutoCloseable {
    private static final Duration KEPT = Duration.ofMinutes(1);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final long KEPT_BYTES = 16 << 20;

    private final JMXConnector connector;
    private final RemoteRecordingStream stream;
    private final EventPauses pauses;

    private LivePauses(JMXConnector connector, RemoteRecordingStream stream, EventPauses pauses) {
        this.connector = connector;
        this.stream = stream;
        this.pauses = pauses;
    }

    /**
     * Attaches to a JVM.
     *
     * @param seen is told of each pause, a second or so after its end, by the thread in {@link #run}
     * @throws PauseLogException if there is no such JVM, or if it may not be watched
     */
    @SuppressWarnings("BanJNDI") // the address is that of the JVM's own agent, which a process of the same user tells
    public static LivePauses attach(long pid, BiConsumer<Pause, Sighting> seen) {
        try {
            JMXConnector connector = JMXConnectorFactory.connect(new JMXServiceURL(agent(pid)));
            try {
                RemoteRecordingStream stream = new RemoteRecordingStream(connector.getMBeanServerConnection());
                for (String event : new String[] {EventPauses.SAFEPOINT, EventPauses.OPERATION, EventPauses.GC_PHASE}) {
                    stream.enable(event).withoutThreshold();
                }
                // of what was shown nobody needs more, on either side; a watch that is killed leaves its recording,
                // which does not grow then
                stream.setMaxAge(KEPT);
                stream.setMaxSize(KEPT_BYTES);
                EventPauses pauses = new EventPauses("pid " + pid, seen);
                pauses.listen(stream);
                LivePauses live = new LivePauses(connector, stream, pauses);
                // the stream would wait for more of a JVM that is gone
                ProcessHandle.of(pid)
                        .orElseThrow(() -> new IOException("it has ended"))
                        .onExit()
                        .thenRun(live::close);
                return live;
            } catch (IOException | RuntimeException | Error e) {
                connector.close();
                throw e;
            }
        } catch (AttachNotSupportedException e) {
            // its message may have the command line of that process, and so its secrets
            throw new PauseLogException(
                    "pauses: pid=" + pid + " is no process that runs a JVM of this user; name one that jcmd lists", e);
        } catch (IOException | RuntimeException e) {
            throw new PauseLogException(
                    "pauses: pid=" + pid + " cannot be watched, reason=" + SafeText.of(Failures.line(e))
                            + "; name a JVM of this machine and user, as jcmd lists them",
                    e);
        }
    }

    /** The address of the JVM's own agent, which listens to this machine only. */
    private static String agent(long pid) throws IOException, AttachNotSupportedException {
        requireRunning(pid);
        VirtualMachine jvm = VirtualMachine.attach(Long.toString(pid));
        try {
            return jvm.startLocalManagementAgent();
        } finally {
            jvm.detach();
        }
    }

    /** Refuses a process that was stopped by a signal, where the system tells: attaching waits for it, and cannot be interrupted. */
    private static void requireRunning(long pid) throws IOException {
        Path state = Path.of("/proc", Long.toString(pid), "stat");
        if (Files.isReadable(state)) {
            String line = Files.readString(state, StandardCharsets.ISO_8859_1);
            // the name of the program, in brackets, may have brackets itself
            char letter = line.charAt(line.lastIndexOf(')') + 2);
            if (letter == 'T' || letter == 't') {
                throw new IOException("it is stopped; let it go on, with kill -CONT " + pid);
            }
        }
    }

    /**
     * Watches until {@link #finish} or {@link #close} is called or the JVM ends.
     *
     * @param began runs once the JVM records: attaching to one that is busy takes seconds, of which nothing is seen
     */
    public void run(Runnable began) {
        stream.startAsync();
        began.run();
        try {
            stream.awaitTermination();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        pauses.end();
    }

    /** Ends the recording, has what it holds told, and closes; at once if the JVM does not answer within {@link #PATIENCE}. */
    public void finish() {
        CompletableFuture.runAsync(
                        stream::stop,
                        task -> Thread.ofVirtual().name("tellask-pauses-finish").start(task))
                .orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .whenComplete((done, failure) -> close());
    }

    @Override
    public void close() {
        stream.close();
        try {
            connector.close();
        } catch (IOException ignored) {
            // the JVM is gone, and with it what was to be closed
        }
    }
}
