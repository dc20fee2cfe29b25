package io.tellask.netty;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Stands between clients and a server, and cuts the connections when told to. */
final class CuttingRelay implements Closeable {
    private final ServerSocket listener;
    private final int targetPort;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger accepted = new AtomicInteger();
    private final OutputStream record;

    CuttingRelay(int targetPort) throws IOException {
        this(targetPort, OutputStream.nullOutputStream());
    }

    /** One that also writes down all bytes of both directions; the stream is thread-safe. */
    CuttingRelay(int targetPort, OutputStream record) throws IOException {
        this.targetPort = targetPort;
        this.record = record;
        listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    /** The relay's own address in the place of the server's. */
    URI address(URI server) {
        return URI.create(server.getScheme() + "://localhost:" + listener.getLocalPort()
                + (server.getPath() == null ? "" : server.getPath()));
    }

    /** How many connections were accepted so far. */
    int accepted() {
        return accepted.get();
    }

    /** Closes all connections that are open; {@code hard}: what is under way is lost. */
    void cut(boolean hard) {
        for (Socket socket : open) {
            try {
                if (hard) {
                    socket.setSoLinger(true, 0);
                }
            } catch (IOException closed) {
                // by the other side, at this moment
            }
            close(socket);
        }
    }

    private void close(Socket socket) {
        open.remove(socket);
        try {
            socket.close();
        } catch (IOException e) {
            throw new AssertionError("a socket could not be closed", e);
        }
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                Socket server = new Socket();
                open.add(client);
                open.add(server);
                accepted.incrementAndGet();
                server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), targetPort));
                Thread.ofVirtual().start(() -> copy(client, server));
                Thread.ofVirtual().start(() -> copy(server, client));
            } catch (IOException closed) {
                // by cut, which may come between, or by the test's end
            }
        }
    }

    private void copy(Socket from, Socket to) {
        byte[] buffer = new byte[8 * 1024];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                record.write(buffer, 0, count);
                out.write(buffer, 0, count);
            }
        } catch (IOException cut) {
            // both ends are closed below
        }
        close(from);
        close(to);
    }

    @Override
    public void close() throws IOException {
        listener.close();
        cut(false);
    }
}
