package io.tellask.bench.keyvalue;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A connection that sends commands of Redis' protocol ahead and compares each answer with the one that must come. Sending
 * fills a buffer, {@link #flush} writes it. Not thread-safe.
 */
final class RespClient {
    private static final int BUFFER_BYTES = 256 << 10;
    private static final byte[] LINE_END = {'\r', '\n'};
    private static final byte[] OK = "+OK\r\n".getBytes(StandardCharsets.US_ASCII);

    private final SocketChannel channel;
    private final ByteBuffer out = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final ByteBuffer in = ByteBuffer.allocateDirect(BUFFER_BYTES).flip();
    private final ByteBuffer expected = ByteBuffer.allocate(BUFFER_BYTES);
    private final byte[] answer = new byte[BUFFER_BYTES];

    RespClient(int port) throws IOException {
        channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    }

    /** Puts a command of several words into the buffer; there must be room. */
    void send(byte[]... words) {
        header(out, '*', words.length);
        for (byte[] word : words) {
            bulk(out, word);
        }
    }

    /** Writes everything that was sent. */
    void flush() throws IOException {
        out.flip();
        while (out.hasRemaining()) {
            channel.write(out);
        }
        out.clear();
    }

    /** Reads the answer of a SET or SELECT. */
    void expectOk() throws IOException {
        expect(OK, OK.length);
    }

    /** Reads the answer of a GET, which must be the given value. */
    void expectValue(byte[] value) throws IOException {
        bulk(expected.clear(), value);
        expect(expected.array(), expected.position());
    }

    private void expect(byte[] bytes, int count) throws IOException {
        for (int taken = 0; taken < count; ) {
            if (!in.hasRemaining()) {
                fill();
            }
            int some = Math.min(in.remaining(), count - taken);
            in.get(answer, taken, some);
            taken += some;
            if (!Arrays.equals(answer, 0, taken, bytes, 0, taken)) {
                throw new IOException("wrong answer: " + new String(answer, 0, taken, StandardCharsets.ISO_8859_1));
            }
        }
    }

    private static void bulk(ByteBuffer target, byte[] word) {
        header(target, '$', word.length);
        target.put(word).put(LINE_END);
    }

    private static void header(ByteBuffer target, char kind, int number) {
        target.put((byte) kind);
        if (number >= 10) {
            target.put((byte) ('0' + number / 10));
        }
        target.put((byte) ('0' + number % 10)).put(LINE_END);
    }

    private void fill() throws IOException {
        in.clear();
        if (channel.read(in) < 0) {
            throw new EOFException("the server closed the connection");
        }
        in.flip();
    }
}
