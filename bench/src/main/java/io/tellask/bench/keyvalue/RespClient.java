package io.tellask.bench.keyvalue;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A connection that sends commands of Redis' protocol ahead and checks each answer. Sending fills a buffer, {@link #flush} writes it. Not
 * thread-safe.
 */
final class RespClient implements AutoCloseable {
    private static final int BUFFER_BYTES = 256 << 10;
    private static final byte[] LINE_END = {'\r', '\n'};
    private static final byte[] OK = "+OK".getBytes(StandardCharsets.US_ASCII);

    private final SocketChannel channel;
    private final ByteBuffer out = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final ByteBuffer in = ByteBuffer.allocateDirect(BUFFER_BYTES).flip();
    private final byte[] scratch = new byte[BUFFER_BYTES];

    RespClient(int port) throws IOException {
        channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        channel.setOption(java.net.StandardSocketOptions.TCP_NODELAY, true);
    }

    /** Puts a command of several words into the buffer; there must be room. */
    void send(byte[]... words) {
        header('*', words.length);
        for (byte[] word : words) {
            header('$', word.length);
            out.put(word).put(LINE_END);
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
        int length = line();
        if (!Arrays.equals(scratch, 0, length, OK, 0, OK.length)) {
            throw new IOException("not OK: answer=" + new String(scratch, 0, length, StandardCharsets.US_ASCII));
        }
    }

    /** Reads the answer of a GET, which must be the given value. */
    void expectValue(byte[] value) throws IOException {
        int length = line();
        if (scratch[0] != '$' || number(length) != value.length) {
            throw new IOException("wrong value: answer=" + new String(scratch, 0, length, StandardCharsets.US_ASCII));
        }
        take(value.length + LINE_END.length);
        if (!Arrays.equals(scratch, 0, value.length, value, 0, value.length)) {
            throw new IOException("wrong value: bytes=" + value.length);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private void header(char kind, int number) {
        out.put((byte) kind);
        if (number >= 10) {
            out.put((byte) ('0' + number / 10));
        }
        out.put((byte) ('0' + number % 10)).put(LINE_END);
    }

    /** The number after a line's first byte. */
    private int number(int length) {
        int number = 0;
        for (int i = 1; i < length; i++) {
            number = 10 * number + scratch[i] - '0';
        }
        return number;
    }

    /** Reads a line into the scratch array, without its end, and returns its length. */
    private int line() throws IOException {
        int length = 0;
        byte last = 0;
        while (true) {
            if (!in.hasRemaining()) {
                fill();
            }
            byte next = in.get();
            if (last == '\r' && next == '\n') {
                return length - 1;
            }
            scratch[length++] = next;
            last = next;
        }
    }

    private void take(int count) throws IOException {
        int taken = 0;
        while (taken < count) {
            if (!in.hasRemaining()) {
                fill();
            }
            int some = Math.min(in.remaining(), count - taken);
            in.get(scratch, taken, some);
            taken += some;
        }
    }

    private void fill() throws IOException {
        in.clear();
        if (channel.read(in) < 0) {
            throw new EOFException("the server closed the connection");
        }
        in.flip();
    }
}
