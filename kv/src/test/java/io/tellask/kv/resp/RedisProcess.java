package io.tellask.kv.resp;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A redis-server of this machine, on a free port, that keeps nothing. */
final class RedisProcess implements AutoCloseable {
    private static final int ATTEMPTS = 5;

    private final Process process;
    private final URI address;

    private RedisProcess(Process process, URI address) {
        this.process = process;
        this.address = address;
    }

    /** Starts one and returns once it answers; another process may take the port meanwhile, so it may take several attempts. */
    static RedisProcess start(Path directory, String... options) throws IOException, InterruptedException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            int port = freePort();
            Process process = command(directory, port, options);
            URI address = URI.create("redis://127.0.0.1:" + port);
            while (process.isAlive()) {
                if (answers(address)) {
                    return new RedisProcess(process, address);
                }
                process.waitFor(10, TimeUnit.MILLISECONDS);
            }
        }
        throw new IOException("redis-server does not start");
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static Process command(Path directory, int port, String... options) throws IOException {
        List<String> command = new ArrayList<>(
                List.of("redis-server", "--port", Integer.toString(port), "--save", "", "--dir", directory.toString()));
        command.addAll(List.of(options));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("redis.log").toFile())
                .start();
    }

    private static boolean answers(URI address) {
        try (RespPeer peer = RespPeer.connect(address)) {
            return peer.call("PING").equals("PONG");
        } catch (IOException notYet) {
            return false;
        }
    }

    URI address() {
        return address;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
