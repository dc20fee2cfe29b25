package io.tellask.bench.keyvalue;

import io.tellask.bench.harness.ChildProcess;
import io.tellask.bench.harness.ClassPaths;
import io.tellask.bench.harness.UnavailableException;
import io.tellask.bench.spi.Scratch;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A server that speaks Redis' protocol, in a process of its own on a loopback port, full of users, and our connections to it. */
final class RespTarget implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int ATTEMPTS = 200;
    private static final int END_SECONDS = 10;
    private static final long TICK_NANOS = 10_000_000;
    /** Time in user mode and in the kernel: fields after the command's name, which is in brackets and may hold spaces. */
    private static final int USER = 11;

    private static final int SYSTEM = 12;

    private final long pid;
    private final int port;
    private final AutoCloseable end;
    private final RespLoad load;

    private RespTarget(long pid, int port, int users, AutoCloseable end) throws IOException {
        this.pid = pid;
        this.port = port;
        this.end = end;
        this.load = new RespLoad(port, users);
        load.fill(port);
    }

    /** Ours as shipped: default flags, forced every 100 ms. */
    static RespTarget tellask(int users) throws IOException, InterruptedException {
        ChildProcess child = ChildProcess.start(
                "tellask", ClassPaths.own(), List.of(), List.of(KeyValueProcess.class.getName(), "redis"));
        int port = Integer.parseInt(child.await("port", PATIENCE)[0]);
        return new RespTarget(child.pid(), port, users, child);
    }

    /**
     * Redis with the given settings.
     *
     * @throws UnavailableException if it is not installed or does not start
     */
    static RespTarget redis(String name, List<String> settings, int users) throws IOException, InterruptedException {
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
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly, "bench-kill-" + name));
        awaitListening(process, port);
        return new RespTarget(process.pid(), port, users, () -> end(process));
    }

    int port() {
        return port;
    }

    RespLoad load() {
        return load;
    }

    /** CPU nanoseconds of the server so far, all its threads together, as Linux tells it: in steps of 10 ms. */
    long cpuNanos() throws IOException {
        String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[USER]) + Long.parseLong(fields[SYSTEM])) * TICK_NANOS;
    }

    @Override
    public void close() throws Exception {
        load.close();
        end.close();
    }

    private static void awaitListening(Process process, int port) throws InterruptedException {
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
