package io.tellask.web.esbuild;

import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs of esbuild, a bounded number at once, each in a folder of its own that is removed behind it, without a shell and without the
 * environment. A run that takes too long or writes too much is killed. Thread-safe.
 */
public final class EsbuildRun {
    private static final System.Logger LOG = System.getLogger("io.tellask.web");
    private static final int MOST_MESSAGE_BYTES = 64 << 10;
    private static final int CHECK_MILLIS = 20;
    private static final int KILL_SECONDS = 5;

    private final EsbuildBinary binary;
    private final Semaphore turns;
    private final int mostMillis;
    private final long mostBytes;

    /**
     * @param mostRuns at once; the others wait
     * @param mostMillis of a run with its waiting
     * @param mostBytes that a run may write
     */
    public EsbuildRun(EsbuildBinary binary, int mostRuns, int mostMillis, long mostBytes) {
        this.binary = binary;
        this.turns = new Semaphore(mostRuns, true);
        this.mostMillis = mostMillis;
        this.mostBytes = mostBytes;
    }

    /**
     * What a run did.
     *
     * @param status 0 if it succeeded
     * @param messages errors and warnings, at most 64 KiB
     * @param work the folder; removed when the reader returns
     */
    public record Outcome(int status, String messages, Path work) {}

    /** Writes what a run needs. */
    @FunctionalInterface
    public interface Writer {
        void write(Path work) throws IOException;
    }

    /** Reads what a run has made. */
    @FunctionalInterface
    public interface Reader<T> {
        T read(Outcome outcome) throws IOException;
    }

    /**
     * Runs it.
     *
     * @param arguments of the program; files are relative to the folder
     * @throws EsbuildException if it could not be run, or was stopped
     */
    public <T> T run(List<String> arguments, Writer writer, Reader<T> reader) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(mostMillis);
        awaitTurn();
        @Nullable Path work = null;
        try {
            work = PrivateFolder.below(binary.workFolder(), "run");
            writer.write(work);
            return reader.read(outcome(arguments, work, end));
        } catch (IOException e) {
            throw new EsbuildException("esbuild cannot be run: " + e.getMessage(), e);
        } finally {
            turns.release();
            remove(work);
        }
    }

    private void awaitTurn() {
        try {
            if (!turns.tryAcquire(mostMillis, TimeUnit.MILLISECONDS)) {
                throw new EsbuildException(
                        "esbuild: toolMillis > LIMIT=" + mostMillis + " in waiting; allow more runs", null);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EsbuildException("esbuild: interrupted while waiting for a turn", e);
        }
    }

    private Outcome outcome(List<String> arguments, Path work, long end) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(binary.verified().toString());
        command.addAll(arguments);
        Path messages = work.resolve("messages");
        ProcessBuilder builder = new ProcessBuilder(command).directory(work.toFile());
        builder.environment().clear();
        builder.redirectErrorStream(true).redirectOutput(messages.toFile());
        Process process = builder.start();
        try {
            process.getOutputStream().close();
            await(process, work, end);
            return new Outcome(process.exitValue(), text(messages), work);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EsbuildException("esbuild: interrupted while it ran", e);
        } finally {
            kill(process);
        }
    }

    private void await(Process process, Path work, long end) throws IOException, InterruptedException {
        while (!process.waitFor(CHECK_MILLIS, TimeUnit.MILLISECONDS)) {
            if (System.nanoTime() - end > 0) {
                throw new EsbuildException(
                        "esbuild: toolMillis > LIMIT=" + mostMillis + ", stopped; split the page", null);
            }
            checkSize(work);
        }
        checkSize(work);
    }

    private void checkSize(Path work) throws IOException {
        long bytes = 0;
        try (Stream<Path> files = Files.walk(work)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                bytes += Files.isRegularFile(file) ? Files.size(file) : 0;
            }
        } catch (java.io.UncheckedIOException | java.nio.file.NoSuchFileException moved) {
            // files come and go while it runs; what is there at the end is counted
            LOG.log(Level.TRACE, "a file went while its size was looked at", moved);
        }
        if (bytes > mostBytes) {
            throw new EsbuildException(
                    "esbuild: toolBytes=" + bytes + " > LIMIT=" + mostBytes + ", stopped; split the page", null);
        }
    }

    private static void kill(Process process) {
        if (process.isAlive()) {
            process.destroyForcibly();
            // its folder is removed next; one that does not die in time is left to the system
            process.onExit()
                    .orTimeout(KILL_SECONDS, TimeUnit.SECONDS)
                    .handle((ended, late) -> ended)
                    .join();
        }
    }

    private static String text(Path messages) throws IOException {
        try (InputStream in = Files.newInputStream(messages)) {
            return new String(in.readNBytes(MOST_MESSAGE_BYTES), StandardCharsets.UTF_8);
        }
    }

    private static void remove(@Nullable Path work) {
        if (work != null) {
            try {
                PrivateFolder.delete(work);
            } catch (IOException e) {
                LOG.log(Level.WARNING, "folder of a run of esbuild is left behind", e);
            }
        }
    }
}
