package io.tellask.bench.keyvalue;

import io.tellask.bench.spi.Commands;
import io.tellask.bench.spi.Scratch;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.TimeUnit;

/** Starts {@code redis-server} on a free loopback port and a new folder, and ends it with itself. */
public final class RedisProcess {
    private static final int ATTEMPTS = 200;
    private static final int MILLIS_BETWEEN = 50;

    private RedisProcess() {}

    /** Arguments: the case's label, the contender; one whose name ends in {@code -aof} has an append file, forced every second. */
    public static void main(String[] args) {
        Commands.run(args, words -> {
            int port = freePort();
            String appends = words[1].endsWith("-aof") ? "yes" : "no";
            // the two spaces hold an empty word: nothing is saved
            String line = "redis-server --port " + port + " --bind 127.0.0.1 --save  --appendonly " + appends
                    + " --appendfsync everysec --dir " + Scratch.create();
            Process redis = start(line, Redirect.DISCARD);
            // when it is gone it writes nothing more into the folder
            Runtime.getRuntime()
                    .addShutdownHook(
                            new Thread(() -> redis.destroyForcibly().onExit().join()));
            awaitListening(redis, port);
            return new Commands.Opened("port " + port + " " + redis.pid(), none -> "");
        });
    }

    /** Starts one of Redis' programs. */
    static Process start(String line, Redirect output) throws IOException {
        String[] command = line.split(" ");
        try {
            return new ProcessBuilder(command)
                    .redirectOutput(output)
                    .redirectError(Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            throw new IOException(command[0] + " is not installed: " + e.getMessage(), e);
        }
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
