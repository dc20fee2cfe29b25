package io.tellask.bench.keyvalue;

import io.tellask.bench.spi.Commands;
import io.tellask.bench.spi.Scratch;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Starts {@code redis-server} on a free loopback port and a new folder, and ends it with itself. */
public final class RedisProcess {
    private static final int ATTEMPTS = 200;
    private static final int MILLIS_BETWEEN = 50;

    private RedisProcess() {}

    /** Arguments: the case's label, the contender; one whose name ends in {@code -aof} has an append file, forced every second. */
    public static void main(String[] args) throws InterruptedException {
        try {
            int port = freePort();
            Process redis = start(port, args[1].endsWith("-aof"));
            Runtime.getRuntime().addShutdownHook(new Thread(() -> end(redis), "bench-kill-redis"));
            awaitListening(redis, port);
            Commands.serve("port " + port + " " + redis.pid(), words -> "");
        } catch (IOException e) {
            Commands.fail(e);
        }
    }

    private static Process start(int port, boolean appends) throws IOException {
        String folder = Scratch.create().toString();
        List<String> command = List.of(
                "redis-server",
                "--port",
                Integer.toString(port),
                "--bind",
                "127.0.0.1",
                "--dir",
                folder,
                "--save",
                "",
                "--appendonly",
                appends ? "yes" : "no",
                "--appendfsync",
                "everysec");
        try {
            return new ProcessBuilder(command)
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            throw new IOException("redis-server is not installed: " + e.getMessage(), e);
        }
    }

    /** When it is gone it writes nothing more into the folder. */
    private static void end(Process redis) {
        redis.destroyForcibly().onExit().join();
    }

    private static void awaitListening(Process redis, int port) throws IOException, InterruptedException {
        for (int attempt = 0; attempt < ATTEMPTS && redis.isAlive(); attempt++) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                socket.getPort();
                return;
            } catch (IOException expected) {
                TimeUnit.MILLISECONDS.sleep(MILLIS_BETWEEN);
            }
        }
        throw new IOException("redis-server does not listen: port=" + port);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
