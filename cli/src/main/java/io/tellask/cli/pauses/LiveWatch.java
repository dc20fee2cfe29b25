package io.tellask.cli.pauses;

import io.tellask.cli.pauselog.LivePauses;
import io.tellask.cli.pauselog.Pause;
import io.tellask.cli.pauselog.PauseStatistics;
import io.tellask.cli.pauselog.Sighting;
import io.tellask.cli.plot.TimeAxis;
import io.tellask.cli.terminal.Quantities;
import io.tellask.cli.terminal.Termination;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Prints the pauses of a JVM as they happen, until a time is over, somebody interrupts, nobody reads on, or the JVM ends. Not thread-safe. */
final class LiveWatch {
    private final PauseStatistics statistics;
    private final TimeAxis time;
    private final PrintWriter out;
    private final CompletableFuture<Void> readOn = new CompletableFuture<>();

    /** A watch that writes times as {@code time} does. */
    LiveWatch(PauseStatistics statistics, TimeAxis time, PrintWriter out) {
        this.statistics = statistics;
        this.time = time;
        this.out = out;
    }

    /** Watches; the duration counts from when the JVM records. Gives that instant, or the present one if it never did. */
    Instant run(long pid, @Nullable Duration duration, Termination termination) {
        AtomicReference<Instant> began = new AtomicReference<>();
        try (LivePauses live = LivePauses.attach(pid, this::show)) {
            readOn.thenRun(live::close);
            Thread.ofVirtual().name("tellask-pauses-interrupted").start(() -> closeOnRequest(live, termination));
            live.run(() -> {
                began.set(Instant.now());
                if (duration != null) {
                    Executor later = CompletableFuture.delayedExecutor(duration.toMillis(), TimeUnit.MILLISECONDS);
                    later.execute(live::finish);
                }
            });
        }
        Instant known = began.get();
        return known == null ? Instant.now() : known;
    }

    private static void closeOnRequest(LivePauses live, Termination termination) {
        try {
            termination.await();
            live.finish();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void show(Pause pause, Sighting sighting) {
        statistics.add(pause, sighting);
        out.println(time.text(pause.startNanos()) + "  " + TextReport.millis(pause.nanos()) + " ms  "
                + Quantities.printable(pause.cause()));
        if (out.checkError()) {
            readOn.complete(null); // nobody reads any more; Main says so
        }
    }
}
