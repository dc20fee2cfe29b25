package io.tellask.bench.keyvalue;

import io.tellask.bench.process.ChildProcess;
import io.tellask.bench.process.ClassPaths;
import io.tellask.bench.process.ProcessCpu;
import io.tellask.bench.process.UnavailableException;
import io.tellask.bench.spi.Scratch;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A server that speaks Redis' protocol, in a process of its own on a loopback port: ours, or {@code redis-server}. */
final class RespTarget implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String OURS = "io.tellask.bench.keyvalue.RespProcess";
    private static final int ATTEMPTS = 200;
    private static final int END_SECONDS = 10;

    private final String name;
    private final long pid;
    private final int port;
    private final AutoCloseable end;

    private RespTarget(String name, long pid, int port, AutoCloseable end) {
        this.name = name;
        this.pid = pid;
        this.port = port;
        this.end = end;
    }

    /** Ours as shipped: default flags, forced every 100 ms. */
    static RespTarget tellask(String name) throws IOException, InterruptedException {
        ChildProcess child = ChildProcess.start(name, ClassPaths.own(), List.of(), List.of(OURS));
        int port = Integer.parseInt(child.await("port", PATIENCE)[0]);
        return new RespTarget(name, child.pid(), port, child);
    }

    /**
     * Redis with the given settings.
     *
     * @throws UnavailableException if it is not installed or does not start
     */
    static RespTarget redis(String name, List<String> settings) throws IOException, InterruptedException {
        int port = freePort();
        Path folder = Scratch.create();
        List<String> command = new ArrayList<>(List.of("redis-server", "--port", Integer.toString(port)));
        command.addAll(List.of("--bind", "127.0.0.1", "--dir", folder.toString()));
        command.addAll(settings);
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            throw new UnavailableException("redis-server is not installed: " + e.getMessage());
        }
        Thread killer = new Thread(process::destroyForcibly, "bench-kill-" + name);
        Runtime.getRuntime().addShutdownHook(killer);
        RespTarget target = new RespTarget(name, process.pid(), port, () -> end(process));
        target.awaitListening(process);
        return target;
    }

    String name() {
        return name;
    }

    int port() {
        return port;
    }

    /** CPU nanoseconds of the server so far. */
    long cpuNanos() throws IOException {
        return ProcessCpu.nanos(pid);
    }

    @Override
    public void close() throws IOException, InterruptedException {
        try {
            end.close();
        } catch (IOException | InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    private void awaitListening(Process process) throws InterruptedException {
        for (int attempt = 0; attempt < ATTEMPTS && process.isAlive(); attempt++) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                socket.getPort();
                return;
            } catch (IOException notYet) {
                TimeUnit.MILLISECONDS.sleep(50);
            }
        }
        process.destroyForcibly();
        throw new UnavailableException("redis-server does not listen: port=" + port);
    }

    private static void end(Process process) throws InterruptedException {
        process.destroy();
        if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
