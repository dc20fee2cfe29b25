package io.tellask.bench.web;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * What stands for an open page: a WebSocket with a session that has one stream open, counts its items, and grants more as it takes them.
 * Opening it blocks; then one thread reads it without blocking. Not thread-safe.
 */
final class RawSession implements FrameParser.Receiver {
    /** The call that opens the stream. */
    static final int STREAM = 0x0001_0001;

    private static final int LOOKUP = 0x0001_0000;
    private static final int HEAP = 0x0001_0002;
    private static final int GRANTED_ITEMS = 1_024;
    private static final int GRANTED_BYTES = 1 << 20;
    /** Methods of {@link Feed} in the order of their signatures. */
    private static final int HEAP_METHOD = 0;

    private static final String UPGRADE =
            "GET /tellask HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";

    private final SocketChannel channel;
    private final ItemListener listener;
    private final FrameParser parser = new FrameParser(this);
    private final ByteBuffer early = ByteBuffer.allocate(1 << 14);
    private int reference;
    private long answer = -1;
    private long items;
    private int ungrantedItems;
    private int ungrantedBytes;

    /** Takes each item. */
    interface ItemListener {
        /** The text, from the fifth byte of an array on, which is used again. */
        void item(byte[] body, int length);
    }

    /** What the stream brings. */
    enum Stream {
        TICKS(1),
        UPDATES(2);

        final int method;

        Stream(int method) {
            this.method = method;
        }
    }

    RawSession(int port, ItemListener listener) throws IOException {
        this.listener = listener;
        channel = SocketChannel.open(new InetSocketAddress("127.0.0.1", port));
        channel.write(ByteBuffer.wrap(String.format(UPGRADE, port).getBytes(US_ASCII)));
        int end = -1;
        while (end < 0) {
            readEarly();
            end = new String(early.array(), 0, early.position(), US_ASCII).indexOf("\r\n\r\n");
        }
        if (!new String(early.array(), 0, end, US_ASCII).startsWith("HTTP/1.1 101")) {
            throw new IOException("no WebSocket: " + new String(early.array(), 0, end, US_ASCII));
        }
        early.flip().position(end + 4);
        parser.read(early);
        early.compact();
    }

    private void readEarly() throws IOException {
        if (channel.read(early) < 0) {
            throw new EOFException("connection: the server closed it");
        }
    }

    /** Introduces itself with the features, and looks the feed up. */
    RawSession introduce(int features) throws IOException {
        send(RawFrames.hello(features));
        send(new RawFrames().int32(LOOKUP).text(Feed.PUBLISHED_NAME).frame(RawFrames.LOOKUP));
        while (reference == 0) {
            await();
        }
        return this;
    }

    private void await() throws IOException {
        readEarly();
        early.flip();
        parser.read(early);
        early.compact();
    }

    /** The bytes of the server's heap; for sessions whose values are JSON and that have no stream. */
    long heapBytes() throws IOException {
        answer = -1;
        send(new RawFrames().varint(reference).int32(HEAP).varint(HEAP_METHOD).frame(RawFrames.ASK));
        while (answer < 0) {
            await();
        }
        return answer;
    }

    /** Opens the stream. */
    RawSession open(Stream stream) throws IOException {
        send(new RawFrames()
                .varint(reference)
                .int32(STREAM)
                .varint(stream.method)
                .varint(GRANTED_ITEMS)
                .varint(GRANTED_BYTES)
                .frame(RawFrames.OPEN));
        return this;
    }

    /** The connection, which does not block from now on. */
    SocketChannel channel() throws IOException {
        channel.configureBlocking(false);
        return channel;
    }

    /** Reads what there is, by a buffer that all sessions of a thread use in turn. */
    void read(ByteBuffer buffer) throws IOException {
        early.flip();
        buffer.clear().put(early);
        early.clear();
        if (channel.read(buffer) < 0) {
            throw new EOFException("connection: the server closed it");
        }
        parser.read(buffer.flip());
        early.put(buffer);
    }

    long items() {
        return items;
    }

    /** Frames of WebSocket that came. */
    long messages() {
        return parser.messages();
    }

    @Override
    public void frame(int kind, byte[] start, int length) {
        switch (kind) {
            case RawFrames.ITEM -> item(start, length);
            case RawFrames.PING -> send(new RawFrames().bytes(start, length).frame(RawFrames.PONG));
            case RawFrames.ANSWER_REFERENCE -> reference = start[Integer.BYTES];
            case RawFrames.ANSWER -> answer = number(start, Integer.BYTES);
            case RawFrames.CLOSE ->
                throw new IllegalStateException("session: the server closed it: "
                        + new String(start, 0, Math.min(length, start.length), US_ASCII));
            default -> {} // introductions, contracts, schemas, credit
        }
    }

    private void item(byte[] body, int length) {
        items++;
        ungrantedBytes += length;
        listener.item(body, length);
        if (++ungrantedItems == GRANTED_ITEMS / 2) {
            send(new RawFrames()
                    .int32(STREAM)
                    .varint(ungrantedItems)
                    .varint(ungrantedBytes)
                    .frame(RawFrames.REQUEST));
            ungrantedItems = 0;
            ungrantedBytes = 0;
        }
    }

    /** The digits from some place on. */
    static long number(byte[] text, int from) {
        long number = 0;
        for (int i = from; i < text.length && text[i] >= '0' && text[i] <= '9'; i++) {
            number = number * 10 + text[i] - '0';
        }
        return number;
    }

    private void send(byte[] frame) {
        try {
            ByteBuffer out = ByteBuffer.wrap(frame);
            while (out.hasRemaining()) {
                channel.write(out);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
