package io.tellask.bench.remoting;

import io.tellask.bench.spi.Caller;
import io.tellask.bench.spi.Pairs;
import io.tellask.bench.spi.Phase;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/**
 * The calling loop of a limit: the caller's own thread fills 64 KB, writes them in one call and reads what has come, with
 * at most 32,768 asks open. Asks use a non-blocking channel, since writer and reader are one thread; tells and single
 * asks block. Not thread-safe.
 */
abstract class LimitCaller extends Caller {
    static final int WINDOW = 32_768;

    enum Request {
        TELL,
        ASK,
        READ_TOTAL
    }

    private final SocketChannel channel;
    private final Selector selector = Selector.open();
    private final ByteBuffer out =
            ByteBuffer.allocateDirect(LimitService.BUFFER_BYTES).limit(0);
    private final ByteBuffer in = ByteBuffer.allocateDirect(LimitService.BUFFER_BYTES);
    private final int requestBytes;
    private final int replyBytes;
    private boolean isReading;
    private long sent;
    private long received;
    private long total;

    LimitCaller(String label, int port, int requestBytes, int replyBytes) throws IOException {
        this.requestBytes = requestBytes;
        this.replyBytes = replyBytes;
        channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        if (label.startsWith("ask")) {
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ);
        }
    }

    /** Appends one request of exactly the request's size. */
    abstract void write(ByteBuffer out, Request request, int first, int second);

    /** Consumes one reply to an ask, checks it against its request, and returns the sum. */
    abstract int readSum(ByteBuffer in);

    /** Consumes one reply to {@link Request#READ_TOTAL}. */
    abstract long readTotal(ByteBuffer in);

    @Override
    public Tally tell(Phase phase) throws IOException {
        sent = 0;
        while (fill(phase, Request.TELL, Long.MAX_VALUE)) {
            writeAll();
        }
        exchange(Request.READ_TOTAL, 0, 0);
        return told(sent, readTotal(in));
    }

    @Override
    public Tally ask(Phase phase) throws IOException {
        sent = 0;
        received = 0;
        total = 0;
        in.clear();
        boolean open = true;
        while (open || received < sent) {
            if (open && !out.hasRemaining()) {
                long room = WINDOW - (sent - received);
                open = room <= 0 || fill(phase, Request.ASK, room);
            }
            int moved = out.hasRemaining() ? channel.write(out) : 0;
            if (moved + readAnswers() == 0 && received < sent) {
                awaitChannel();
            }
        }
        return new Tally(sent, total);
    }

    @Override
    public int askOnce(int first, int second) throws IOException {
        exchange(Request.ASK, first, second);
        return readSum(in);
    }

    @Override
    protected void askLater(int first, int second) throws IOException {
        if (!isReading) {
            isReading = true;
            in.clear();
            Thread.ofPlatform().daemon().name("limit-reader").start(this::readPaced);
        }
        write(out.clear(), Request.ASK, first, second);
        out.flip();
        writeAll();
    }

    /** Reads the answers of a paced phase on a thread of its own, until the connection ends. */
    private void readPaced() {
        try {
            while (true) {
                read();
                in.flip();
                for (int i = in.remaining() / replyBytes; i > 0; i--) {
                    int sum = readSum(in);
                    answered(sum / 2, sum);
                }
                in.compact();
            }
        } catch (IOException | RuntimeException e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
    }

    /** Fills the output with requests; false when the phase was over before the first. */
    private boolean fill(Phase phase, Request request, long room) {
        out.clear();
        long number = sent;
        long end = number + Math.min(room, out.capacity() / requestBytes);
        int value = Pairs.first(number);
        while (number < end && phase.open(number)) {
            write(out, request, value, value + 1);
            value = Pairs.next(value);
            number++;
        }
        boolean any = number > sent;
        sent = number;
        out.flip();
        return any;
    }

    /** Sends one request and waits for its reply. */
    private void exchange(Request request, int first, int second) throws IOException {
        write(out.clear(), request, first, second);
        out.flip();
        writeAll();
        in.clear();
        while (in.position() < replyBytes) {
            read();
        }
        in.flip();
    }

    private void writeAll() throws IOException {
        while (out.hasRemaining()) {
            channel.write(out);
        }
    }

    private int read() throws IOException {
        int bytes = channel.read(in);
        if (bytes < 0) {
            throw new EOFException("limit caller: the service closed the connection");
        }
        return bytes;
    }

    private int readAnswers() throws IOException {
        int bytes = read();
        in.flip();
        int answers = in.remaining() / replyBytes;
        long sum = total;
        for (int i = 0; i < answers; i++) {
            sum += readSum(in);
        }
        total = sum;
        received += answers;
        in.compact();
        return bytes;
    }

    private void awaitChannel() throws IOException {
        int interest = out.hasRemaining() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ;
        channel.keyFor(selector).interestOps(interest);
        selector.select();
        selector.selectedKeys().clear();
    }
}
