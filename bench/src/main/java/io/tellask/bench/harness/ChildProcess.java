package io.tellask.bench.harness;

import io.tellask.bench.spi.Commands;
import io.tellask.bench.spi.Scratch;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The bench's end of the line to a child JVM: sends a command, waits for its answer, and makes sure that the child is
 * gone when it is closed or when the bench ends, and its {@link Scratch} with it. Used by one thread.
 *
 * <p>Standard error of the child is kept, its last lines only, for the reason of a failure.
 */
public final class ChildProcess implements AutoCloseable {
    private static final int KEPT_LINES = 20;
    private static final int END_SECONDS = 5;
    private static final String END = "end of output";

    private final String name;
    private final Process process;
    private final PrintWriter commands;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final Deque<String> complaints = new ArrayDeque<>();
    private final Thread killer;
    private final Path scratch;
    private @Nullable ChildProcess companion;

    private ChildProcess(String name, Process process, Path scratch) {
        this.name = name;
        this.process = process;
        this.scratch = scratch;
        this.commands = new PrintWriter(process.getOutputStream(), true, StandardCharsets.UTF_8);
        this.killer = new Thread(this::end, "bench-kill-" + name);
    }

    /** Starts a JVM of the same installation as this one; the words of {@code -Dtellask.child.options}, which the tests set, come before its flags. */
    public static ChildProcess start(String name, String classPath, List<String> flags, List<String> mainAndArguments)
            throws IOException {
        Path scratch = Scratch.reserve();
        List<String> command = new ArrayList<>(flags);
        command.addAll(0, sharedOptions());
        command.addFirst(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-D" + Scratch.PROPERTY + "=" + scratch, "-cp", classPath));
        command.addAll(mainAndArguments);
        ChildProcess child = new ChildProcess(name, new ProcessBuilder(command).start(), scratch);
        Runtime.getRuntime().addShutdownHook(child.killer);
        Thread.ofVirtual().start(() -> child.follow(child.process.inputReader(StandardCharsets.UTF_8), true));
        Thread.ofVirtual().start(() -> child.follow(child.process.errorReader(StandardCharsets.UTF_8), false));
        return child;
    }

    static List<String> sharedOptions() {
        return Stream.of(System.getProperty("tellask.child.options", "").split(" "))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    /**
     * Sends a command and returns what the answer says after {@code expected}, with which it must begin.
     *
     * @throws UnavailableException if the child has ended, answers {@code failed}, or keeps silent for too long
     */
    public String ask(String command, String expected, Duration patience) throws InterruptedException {
        commands.println(command);
        return await(expected, patience);
    }

    /** Waits for an answer, as {@link #ask} does. */
    public String await(String expected, Duration patience) throws InterruptedException {
        String answer = answers.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
        if (answer != null && answer.startsWith(expected)) {
            return answer.substring(expected.length()).strip();
        }
        String what = answer == null ? "no answer within " + patience.toSeconds() + " s" : answer;
        synchronized (complaints) {
            String last = complaints.isEmpty() ? "" : "; standard error: " + String.join(" | ", complaints);
            throw new UnavailableException(name + ": " + what + last);
        }
    }

    /** Ends it at once, as {@code kill -9} does, and waits until it is gone. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** The process itself. */
    public ProcessHandle handle() {
        return process.toHandle();
    }

    /** The same, which another process ends with. */
    ChildProcess with(ChildProcess other) {
        companion = other;
        return this;
    }

    @Override
    public void close() {
        end();
        if (companion != null) {
            companion.close();
        }
        try {
            Runtime.getRuntime().removeShutdownHook(killer);
        } catch (IllegalStateException expected) {
            // the bench itself is ending, and the hook runs beside this: nothing is left to kill
        }
    }

    /** Its input ends, and so should it. */
    private void end() {
        commands.close();
        try {
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                kill();
            }
            Scratch.delete(scratch);
        } catch (InterruptedException hurried) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private void follow(BufferedReader lines, boolean isOutput) {
        try (lines) {
            lines.lines().forEach(line -> sort(line, isOutput));
        } catch (IOException | UncheckedIOException e) {
            sort(e.toString(), false);
        }
        if (isOutput) {
            answers.add(END);
        }
    }

    private void sort(String line, boolean isOutput) {
        if (isOutput && line.startsWith(Commands.MARK)) {
            answers.add(line.substring(Commands.MARK.length()));
            return;
        }
        synchronized (complaints) {
            if (complaints.size() == KEPT_LINES) {
                complaints.removeFirst();
            }
            complaints.addLast(line);
        }
    }
}
