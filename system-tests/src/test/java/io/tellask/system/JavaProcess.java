package io.tellask.system;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** A child JVM of the installation that runs the tests. Used by one thread. */
final class JavaProcess implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 60;
    private static final Executor READERS = Thread::startVirtualThread;

    private final Process process;
    private final BufferedReader output;
    private final CompletableFuture<String> errors;

    /** What the log says where the machine is busy and no actor is to blame: two lines of {@code java.util.logging}. */
    private static final Pattern BUSY_MACHINE =
            Pattern.compile("(?m)^.*LoopMonitor log\\R.*loop blocked: .* actor=none, .*\\R");

    /**
     * What is left of a process: the lines of its standard output that were not read before, and its whole standard error, without what
     * the machine is to blame for.
     */
    record Outcome(int exitCode, List<String> lines, String errors) {}

    private JavaProcess(Process process) {
        this.process = process;
        output = process.inputReader(StandardCharsets.UTF_8);
        errors = CompletableFuture.supplyAsync(() -> readAll(process.getErrorStream()), READERS);
    }

    /** Starts {@code java} with these arguments. */
    static JavaProcess start(String... arguments) {
        return startIn(Path.of("").toAbsolutePath(), List.of(arguments));
    }

    static JavaProcess startIn(Path folder, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:TieredStopAtLevel=1"); // starts quickly, for what does not live long
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
        try {
            return new JavaProcess(builder.start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs {@code java} with these arguments to its end. */
    static Outcome run(String... arguments) {
        try (JavaProcess process = start(arguments)) {
            return process.await();
        }
    }

    long pid() {
        return process.pid();
    }

    /** The next line of standard output; null at its end. */
    String readLine() {
        try {
            return output.readLine();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes a line to standard input. */
    void writeLine(String line) {
        try {
            process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Asks the process to end as a terminal or a service manager does, with signal 15. */
    void terminate() {
        process.toHandle().destroy();
    }

    /** Ends the process with signal 9 and waits until it is gone. */
    void kill() {
        process.toHandle().destroyForcibly();
        process.onExit().join();
    }

    /** Closes standard input and waits for the end. */
    Outcome await() {
        try {
            process.getOutputStream().close();
            CompletableFuture<List<String>> rest =
                    CompletableFuture.supplyAsync(() -> output.lines().toList(), READERS);
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("process did not end within " + PATIENCE_SECONDS + " s: " + process.info());
            }
            return new Outcome(process.exitValue(), rest.join(), withoutBusyMachine(errors.join()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private static String withoutBusyMachine(String errors) {
        return BUSY_MACHINE.matcher(errors).replaceAll("");
    }

    private static String readAll(InputStream in) {
        try {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
