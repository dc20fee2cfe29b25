package io.tellask.cli.server;

import io.tellask.cli.terminal.CommandFailure;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A {@code tellask serve} in a process of its own, on a free port of the loopback address. It ends with this process, even if that is
 * killed, because its standard input ends then.
 */
public final class ServerProcess implements AutoCloseable {
    private static final Pattern ADDRESS = Pattern.compile("listening on (\\S+?),.*");
    private static final long STOP_SECONDS = 20;

    /** The program, by name: it stands above this package. */
    private static final String MAIN = "io.tellask.cli.Main";

    private final Process process;
    private final OutputStream lifeline;
    private final List<String> greeting;

    private ServerProcess(Process process, List<String> greeting) {
        this.process = process;
        this.lifeline = process.getOutputStream();
        this.greeting = greeting;
    }

    /** Starts one and returns once it listens. */
    public static ServerProcess start(Path directory, Class<?>... allowed) throws IOException {
        return startUnder(List.of(), directory, allowed);
    }

    /** As {@link #start}, by a command that starts the command after it. */
    public static ServerProcess startUnder(List<String> starter, Path directory, Class<?>... allowed)
            throws IOException {
        List<String> options = new ArrayList<>();
        for (Class<?> type : allowed) {
            options.addAll(List.of("--allow", type.getName()));
        }
        return start(starter, directory, options);
    }

    /** As {@link #start}, with more options. */
    public static ServerProcess startWith(List<String> options, Path directory) throws IOException {
        return start(List.of(), directory, options);
    }

    /** As {@link #startUnder}, with more options. */
    public static ServerProcess start(List<String> starter, Path directory, List<String> options) throws IOException {
        List<String> command = new ArrayList<>(starter);
        command.addAll(java());
        command.addAll(List.of("serve", "--dir", directory.toString(), "--stop-with-input"));
        if (!options.contains("--listen")) {
            command.addAll(List.of("--listen", "tellask://127.0.0.1:0"));
        }
        command.addAll(options);
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            return new ServerProcess(process, readGreeting(process.inputReader()));
        } catch (IOException | RuntimeException failure) {
            process.destroyForcibly();
            throw failure;
        }
    }

    /** The command that runs this same program: the launcher's arguments where it started us, else our own class path. */
    private static List<String> java() {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String arguments = System.getProperty("tellask.arguments");
        List<String> command = new ArrayList<>(List.of(java));
        command.addAll(childOptions());
        command.addAll(
                arguments != null
                        ? List.of("@" + arguments)
                        : List.of("-cp", System.getProperty("java.class.path"), MAIN));
        return command;
    }

    /** Options for JVMs that this program starts: the words of {@code -Dtellask.child.options}, none where it is not set. */
    public static List<String> childOptions() {
        return Stream.of(System.getProperty("tellask.child.options", "").split(" "))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    private static List<String> readGreeting(BufferedReader output) throws IOException {
        List<String> lines = new ArrayList<>();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            lines.add(line);
            if (ADDRESS.matcher(line).matches()) {
                return lines;
            }
        }
        throw new CommandFailure("the server process ended before it listened; its reason stands above");
    }

    public URI address() {
        Matcher matcher = ADDRESS.matcher(greeting.getLast());
        if (!matcher.matches()) {
            throw new IllegalStateException("serve: last line=" + greeting.getLast() + " names no address");
        }
        return URI.create(matcher.group(1));
    }

    /** What it printed until it listened. */
    public List<String> greeting() {
        return greeting;
    }

    public long pid() {
        return process.pid();
    }

    /** Ends it at once, as {@code kill -9} does, and waits until it is gone. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Ends it with SIGTERM and returns its exit code; kills it when it takes too long. */
    public int terminate() throws InterruptedException {
        // Process.destroy also ends its input, and what it noticed first decided its exit code
        process.toHandle().destroy();
        if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        return process.waitFor();
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        lifeline.close();
    }
}
