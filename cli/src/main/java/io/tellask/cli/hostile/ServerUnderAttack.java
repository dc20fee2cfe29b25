package io.tellask.cli.hostile;

import io.tellask.cli.server.ServerProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server process with a small heap, on free ports of the loopback address. It ends with this process, even if that is killed, because its standard
 * input ends then. Thread-safe.
 */
public final class ServerUnderAttack implements AutoCloseable {
    static final String LISTENING = "listening on ";
    static final String PASSWORD = "right-password";
    static final String HOSTILE_MAP = "hostile";

    private static final Pattern ADDRESSES = Pattern.compile(LISTENING + "(\\S+) (\\S+)");
    private static final int LOG_TAIL_CHARS = 1_500;
    private static final long STOP_SECONDS = 20;

    private final Process process;
    private final OutputStream lifeline;
    private final Path log;
    private final URI nativeUri;
    private final URI respUri;
    private final MethodNumbers methods;

    private ServerUnderAttack(Process process, Path log, Matcher addresses) throws IOException {
        this.process = process;
        this.log = log;
        lifeline = process.getOutputStream();
        nativeUri = URI.create(addresses.group(1));
        respUri = URI.create(addresses.group(2));
        methods = MethodNumbers.of(nativeAddress());
    }

    /**
     * Starts one and returns once it listens.
     *
     * @param folder where its stores and its log go
     * @param heap its largest heap, as the option {@code -Xmx} takes it
     */
    public static ServerUnderAttack start(Path folder, String heap) throws IOException {
        Path log = folder.resolve("log");
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx" + heap));
        command.addAll(ServerProcess.childOptions());
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                TargetMain.class.getName(),
                folder.resolve("store").toString(),
                PASSWORD));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        try {
            return new ServerUnderAttack(process, log, readGreeting(process.inputReader(), log));
        } catch (IOException | RuntimeException failure) {
            process.destroyForcibly();
            throw failure;
        }
    }

    private static Matcher readGreeting(BufferedReader output, Path log) throws IOException {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            Matcher matcher = ADDRESSES.matcher(line);
            if (matcher.matches()) {
                return matcher;
            }
        }
        throw new HostileTestException(
                "hostile-test: the server ended before it listened: " + tail(Files.readString(log)));
    }

    InetSocketAddress nativeAddress() {
        return new InetSocketAddress(nativeUri.getHost(), nativeUri.getPort());
    }

    InetSocketAddress respAddress() {
        return new InetSocketAddress(respUri.getHost(), respUri.getPort());
    }

    URI nativeUri() {
        return nativeUri;
    }

    MethodNumbers methods() {
        return methods;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    long pid() {
        return process.pid();
    }

    /** How much it has logged. */
    long logBytes() throws IOException {
        return Files.size(log);
    }

    /** What it logged behind a place. */
    String logSince(long offset) throws IOException {
        byte[] all = Files.readAllBytes(log);
        return new String(all, (int) offset, (int) (all.length - offset), StandardCharsets.UTF_8);
    }

    /** So much of the end of a log as a report can take. */
    static String tail(String text) {
        return text.substring(Math.max(0, text.length() - LOG_TAIL_CHARS));
    }

    /** Ends it as its parent's end would; returns its exit code, or kills it when it takes too long, which is 137. */
    int stop() throws IOException, InterruptedException {
        lifeline.close();
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
