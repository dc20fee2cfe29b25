package io.tellask.bench.web;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.tellask.bench.harness.Certificate;
import io.tellask.bench.spi.Caller;
import io.tellask.bench.spi.Commands;
import io.tellask.bench.spi.Phase;
import io.tellask.bench.spi.Usage;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.SocketFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * The calling process of {@code idle}: connections that asked once and are kept, as a pool of clients does, and eight that ask one
 * request after the other beside them. Connections with nothing to do need no thread here.
 */
public final class IdleLoad {
    private static final int BUSY = 8;
    private static final int PATIENCE_MILLIS = 5_000;
    private static final byte[] REQUEST = "GET /quote HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".getBytes(US_ASCII);
    private static final byte[] MEMORY = "GET /memory HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".getBytes(US_ASCII);

    private final SocketFactory sockets;
    private final int port;
    private final List<Connection> idle = new ArrayList<>();
    private final List<Connection> busy = new ArrayList<>();
    private final ExecutorService threads = Executors.newFixedThreadPool(BUSY);
    private final Delays delays = new Delays();
    private final String memory;

    private IdleLoad(String label, int port) throws Exception {
        this.port = port;
        sockets = label.contains("-tls") ? tls(port) : SocketFactory.getDefault();
        for (int i = 0; i < BUSY; i++) {
            busy.add(new Connection());
        }
        long[] before = memory();
        int count = Integer.parseInt(label.substring(label.lastIndexOf('-') + 1));
        for (int i = 0; i < count; i++) {
            idle.add(new Connection());
        }
        long[] after = memory();
        int divisor = Math.max(1, count);
        memory = " heapBytesPerConnection=" + (after[0] - before[0]) / divisor + " residentBytesPerConnection="
                + (after[1] - before[1]) / divisor;
    }

    /** Arguments: the case's label, the contender, the port. */
    public static void main(String[] args) {
        Commands.run(args, words -> {
            IdleLoad load = new IdleLoad(words[0], Integer.parseInt(words[2]));
            return new Commands.Opened(
                    "ready", command -> load.run(Long.parseLong(command[2]), Long.parseLong(command[3])));
        });
    }

    private static SocketFactory tls(int port) throws Exception {
        KeyStore authority = KeyStore.getInstance("PKCS12");
        authority.load(null, null);
        try (InputStream file = Files.newInputStream(Certificate.authority(port))) {
            authority.setCertificateEntry(
                    "server", CertificateFactory.getInstance("X.509").generateCertificate(file));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(authority);
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(null, trust.getTrustManagers(), null);
        return context.getSocketFactory();
    }

    /** Bytes in use on the server's heap after a collection, and of its resident set. */
    private long[] memory() throws IOException {
        String[] words = busy.getFirst().ask(MEMORY).split(" ");
        return new long[] {Long.parseLong(words[0]), Long.parseLong(words[1])};
    }

    private String run(long millis, long requests) throws Exception {
        Usage before = Usage.now();
        long start = System.nanoTime();
        delays.clear();
        List<Future<Long>> parts = busy.stream()
                .map(each -> threads.submit(() -> each.keepAsking(Phase.start(millis, requests / BUSY))))
                .toList();
        long count = 0;
        for (Future<Long> part : parts) {
            count += part.get();
        }
        String done = Caller.done(count, System.nanoTime() - start, Usage.now().since(before));
        long p99Nanos = Long.parseLong(delays.percentiles().split(" ")[1]);
        return done + " p99Micros=" + p99Nanos / 1_000 + memory;
    }

    private final class Connection {
        private final Socket socket;
        private final InputStream in;

        Connection() throws IOException {
            try {
                socket = sockets.createSocket(InetAddress.getLoopbackAddress(), port);
                socket.setTcpNoDelay(true);
                socket.setSoTimeout(PATIENCE_MILLIS);
                in = new BufferedInputStream(socket.getInputStream());
                ask(REQUEST);
            } catch (SocketTimeoutException e) {
                throw new IOException("not served: connection " + (busy.size() + idle.size() + 1)
                        + " got no answer within " + PATIENCE_MILLIS + " ms, beside " + idle.size()
                        + " idle ones: " + e.getMessage());
            }
        }

        long keepAsking(Phase phase) throws IOException {
            long asked = 0;
            long now = System.nanoTime();
            while (phase.open(asked)) {
                String body = ask(REQUEST);
                if (!body.equals(IdleService.QUOTE)) {
                    throw new IOException("wrong answer: " + body);
                }
                asked++;
                long before = now;
                now = System.nanoTime();
                delays.add(now - before);
            }
            return asked;
        }

        String ask(byte[] request) throws IOException {
            socket.getOutputStream().write(request);
            int length = 0;
            for (String line = line(); !line.isEmpty(); line = line()) {
                if (line.regionMatches(true, 0, "content-length:", 0, 15)) {
                    length = Integer.parseInt(line.substring(15).strip());
                }
            }
            return new String(in.readNBytes(length), US_ASCII);
        }

        private String line() throws IOException {
            StringBuilder line = new StringBuilder();
            for (int c = in.read(); c != '\n'; c = in.read()) {
                if (c < 0) {
                    throw new EOFException("connection: the server closed it");
                }
                if (c != '\r') {
                    line.append((char) c);
                }
            }
            return line.toString();
        }
    }
}
