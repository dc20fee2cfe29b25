package io.tellask.browser;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Stands between browsers and a server: cuts connections, lets none through, or refuses WebSockets. Thread-safe. */
final class CuttingProxy implements Closeable {
    private static final int HEAD_BYTES = 16 * 1024;

    private final ServerSocket listener;
    private final int targetPort;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger refusedUpgrades = new AtomicInteger();
    private volatile boolean isDown;
    private volatile @Nullable String upgradeRefusal; // a status line

    CuttingProxy(int targetPort) throws IOException {
        this.targetPort = targetPort;
        listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Answers requests for a WebSocket by a status such as {@code 403 Forbidden}, as some proxies of companies do. */
    void refuseUpgrades(String status) {
        upgradeRefusal = status;
    }

    int refusedUpgrades() {
        return refusedUpgrades.get();
    }

    /** Cuts all connections, and each new one, until {@link #up()}. */
    void down() {
        isDown = true;
        cut();
    }

    void up() {
        isDown = false;
    }

    /** Cuts all connections; what is under way is lost. */
    void cut() {
        for (Socket socket : open) {
            try {
                socket.setSoLinger(true, 0);
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
                open.add(client);
                if (isDown) {
                    close(client);
                } else {
                    Thread.ofVirtual().start(() -> serve(client));
                }
            } catch (IOException closed) {
                // by the test's end
            }
        }
    }

    private void serve(Socket client) {
        Socket server = new Socket();
        open.add(server);
        try {
            byte[] head = new byte[HEAD_BYTES];
            int count = client.getInputStream().read(head);
            if (count > 0 && !refuses(client, new String(head, 0, count, StandardCharsets.ISO_8859_1))) {
                server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), targetPort));
                server.getOutputStream().write(head, 0, count);
                Thread.ofVirtual().start(() -> copy(server, client));
                copy(client, server);
                return;
            }
        } catch (IOException cut) {
            // both ends are closed below
        }
        close(client);
        close(server);
    }

    private boolean refuses(Socket client, String head) throws IOException {
        String status = upgradeRefusal;
        if (status == null || !head.toLowerCase(Locale.ROOT).contains("\r\nupgrade: websocket\r\n")) {
            return false;
        }
        refusedUpgrades.incrementAndGet();
        String answer = "HTTP/1.1 " + status + "\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
        client.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
        client.shutdownOutput();
        return true;
    }

    private void copy(Socket from, Socket to) {
        byte[] buffer = new byte[8 * 1024];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
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
        cut();
    }
}
