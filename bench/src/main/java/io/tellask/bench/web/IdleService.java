package io.tellask.bench.web;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.tellask.actor.ActorSystem;
import io.tellask.bench.harness.Certificate;
import io.tellask.bench.spi.Commands;
import io.tellask.http.HttpExchange;
import io.tellask.http.HttpResponse;
import io.tellask.netty.DetectingTransport;
import io.tellask.netty.HttpLimits;
import io.tellask.netty.TlsTransport;
import io.tellask.remote.Server;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import javax.net.ServerSocketFactory;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The serving process of {@code idle}, over TLS or in clear text: {@code tellask-pages} on I/O loops, {@code blocking-pool} with 200
 * threads, which is what servers of that kind have unless told otherwise, and {@code blocking-virtual} with a virtual thread for each
 * connection. All answer {@code /quote} with the same JSON, and {@code /memory} with what they take.
 */
public final class IdleService {
    static final String QUOTE = "{\"symbol\":\"ACME\",\"price\":100.5,\"size\":100}";

    private static final int POOL_THREADS = 200;
    private static final int BACKLOG = 1_024;
    private static final int MOST_CONNECTIONS = 20_000;
    private static final String RESIDENT = "VmRSS:";

    private IdleService() {}

    /** Arguments: the case's label, the contender. */
    public static void main(String[] args) {
        Commands.run(args, words -> {
            Certificate certificate = words[0].contains("-tls") ? Certificate.create() : null;
            int port = switch (words[1]) {
                case "tellask-pages" -> loops(certificate);
                case "blocking-pool" -> blocking(certificate, Executors.newFixedThreadPool(POOL_THREADS));
                default -> blocking(certificate, Executors.newVirtualThreadPerTaskExecutor());
            };
            if (certificate != null) {
                certificate.publish(port);
            }
            return Commands.Opened.at(port);
        });
    }

    private static int loops(@Nullable Certificate certificate) throws Exception {
        HttpLimits limits = HttpLimits.builder()
                .connections(MOST_CONNECTIONS)
                .idleTime(Duration.ofHours(1))
                .build();
        DetectingTransport.Builder transport =
                DetectingTransport.builder().pages(IdleService::serve).pageLimits(limits);
        if (certificate != null) {
            transport.tls(TlsTransport.builder()
                    .certificate(certificate.store(), certificate.password())
                    .build());
        }
        return Server.builder(ActorSystem.create())
                .transport(transport.build())
                .listen("any://127.0.0.1:0/tellask")
                .start()
                .address()
                .getPort();
    }

    private static void serve(HttpExchange exchange) {
        boolean isQuote = exchange.request().path().equals("/quote");
        exchange.answer(HttpResponse.text(200, "application/json", isQuote ? QUOTE : memory()));
    }

    /** Bytes in use on the heap after a collection, and of the resident set, where the system tells. */
    private static String memory() {
        System.gc();
        long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
            long kilobytes = lines.filter(line -> line.startsWith(RESIDENT))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                    .sum();
            return heap + " " + kilobytes * 1024;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int blocking(@Nullable Certificate certificate, ExecutorService threads) throws Exception {
        ServerSocketFactory sockets = certificate == null
                ? ServerSocketFactory.getDefault()
                : tls(certificate).getServerSocketFactory();
        ServerSocket listening = sockets.createServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        Thread.ofPlatform().daemon().name("bench-accept").start(() -> {
            try {
                while (true) {
                    Socket accepted = listening.accept();
                    threads.execute(() -> converse(accepted));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        return listening.getLocalPort();
    }

    private static SSLContext tls(Certificate certificate) throws Exception {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(certificate.store(), certificate.password());
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }

    /** One request after the other, until the client closes. */
    private static void converse(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(socket.getInputStream());
            OutputStream out = socket.getOutputStream();
            StringBuilder head = new StringBuilder();
            for (int c = in.read(); c >= 0; c = in.read()) {
                head.append((char) c);
                if (head.length() >= 4 && head.indexOf("\r\n\r\n", head.length() - 4) >= 0) {
                    String body = head.indexOf("GET /quote ") == 0 ? QUOTE : memory();
                    out.write(("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
                                    + "\r\n\r\n" + body)
                            .getBytes(US_ASCII));
                    head.setLength(0);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
