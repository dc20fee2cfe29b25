package io.tellask.bench.web;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.tellask.bench.spi.Caller;
import io.tellask.bench.spi.Commands;
import io.tellask.bench.spi.Phase;
import io.tellask.bench.spi.Usage;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Locale;

/**
 * The calling process of {@code rest}, the same for all contenders: 64 connections that stay open, each with one request at a time,
 * from one thread. Each answer must be 200 and end with the JSON that is expected; members may come in any order.
 */
public final class RestLoad {
    private static final int CONNECTIONS = 64;
    private static final long PATIENCE_MILLIS = 10_000;
    private static final int BUFFER_BYTES = 1 << 14;
    private static final byte[] LENGTH = "content-length:".getBytes(US_ASCII);
    private static final String GET =
            "GET /quotes/ACME HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAccept: application/json\r\n\r\n";
    private static final String BODY = "{\"symbol\":\"ACME\",\"price\":100.5,\"size\":%d}";
    private static final String POST = "POST /quotes HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAccept: application/json\r\n"
            + "Content-Type: application/json\r\nContent-Length: %d\r\n\r\n";

    private final Selector selector = Selector.open();
    private final byte[] request;
    private final int bodyLength;
    private final byte[] size;
    private final Connection[] connections = new Connection[CONNECTIONS];
    private Phase phase = Phase.start(0, 0);
    private long sent;
    private long answered;

    private RestLoad(String label, int port) throws IOException {
        boolean isGet = label.equals("rest-get");
        String body = String.format(Locale.ROOT, BODY, isGet ? 100 : 99);
        request = isGet
                ? String.format(Locale.ROOT, GET, port).getBytes(US_ASCII)
                : (String.format(Locale.ROOT, POST, port, body.length()) + body).getBytes(US_ASCII);
        size = "\"size\":100".getBytes(US_ASCII);
        bodyLength = String.format(Locale.ROOT, BODY, 100).length();
        for (int i = 0; i < CONNECTIONS; i++) {
            connections[i] = new Connection(port);
        }
    }

    /** Arguments: the case's label, the contender, the port. */
    public static void main(String[] args) {
        Commands.run(args, words -> {
            RestLoad load = new RestLoad(words[0], Integer.parseInt(words[2]));
            return new Commands.Opened(
                    "ready", command -> load.run(Long.parseLong(command[2]), Long.parseLong(command[3])));
        });
    }

    private String run(long millis, long requests) throws IOException {
        Usage before = Usage.now();
        long start = System.nanoTime();
        phase = Phase.start(millis, requests);
        sent = 0;
        answered = 0;
        for (Connection each : connections) {
            each.next();
        }
        while (answered < sent) {
            if (selector.select(key -> ((Connection) key.attachment()).read(), PATIENCE_MILLIS) == 0) {
                throw new IOException("no answer: sent=" + sent + ", answered=" + answered);
            }
        }
        return Caller.done(answered, System.nanoTime() - start, Usage.now().since(before));
    }

    private final class Connection {
        private final SocketChannel channel;
        private final ByteBuffer out = ByteBuffer.wrap(request.clone());
        private final ByteBuffer in = ByteBuffer.allocate(BUFFER_BYTES);

        Connection(int port) throws IOException {
            channel = SocketChannel.open(new InetSocketAddress("127.0.0.1", port));
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ, this);
        }

        void next() throws IOException {
            if (phase.open(sent)) {
                sent++;
                out.clear();
                while (out.hasRemaining()) {
                    channel.write(out);
                }
            }
        }

        void read() {
            try {
                if (channel.read(in) < 0) {
                    throw new EOFException("connection: the server closed it");
                }
                if (isAnswered()) {
                    in.clear();
                    answered++;
                    next();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private boolean isAnswered() throws IOException {
            byte[] bytes = in.array();
            int end = in.position();
            int head = 0;
            for (int i = 3; i < end; i++) {
                if (bytes[i] == '\n' && bytes[i - 1] == '\r' && bytes[i - 2] == '\n') {
                    head = i + 1;
                    break;
                }
            }
            if (head == 0 || end < head + length(bytes, head)) {
                return false;
            }
            check(bytes, head, end);
            return true;
        }

        private void check(byte[] bytes, int head, int end) throws IOException {
            boolean isOk = bytes[9] == '2' && bytes[10] == '0' && bytes[11] == '0';
            if (!isOk || end - head != bodyLength || find(bytes, head, end, size) < 0) {
                throw new IOException("wrong answer: " + new String(bytes, 0, end, US_ASCII));
            }
        }

        private int length(byte[] bytes, int head) throws IOException {
            int place = find(bytes, 0, head, LENGTH);
            if (place < 0) {
                throw new IOException("no length: " + new String(bytes, 0, head, US_ASCII));
            }
            int digits = place + LENGTH.length;
            return (int) RawSession.number(bytes, bytes[digits] == ' ' ? digits + 1 : digits);
        }

        /** Where a word begins that is lower case, among letters of any case. */
        private static int find(byte[] bytes, int from, int to, byte[] word) {
            for (int start = from; start <= to - word.length; start++) {
                int same = 0;
                while (same < word.length && (bytes[start + same] | 0x20) == (word[same] | 0x20)) {
                    same++;
                }
                if (same == word.length) {
                    return start;
                }
            }
            return -1;
        }
    }
}
