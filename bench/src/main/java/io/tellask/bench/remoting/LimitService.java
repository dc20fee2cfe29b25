package io.tellask.bench.remoting;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * The receiving loop of a limit: one thread reads 64 KB at a time from one connection, handles every whole request, and
 * writes the replies of a read in one call. Blocking, so an idle request costs two system calls and one wake-up.
 */
abstract class LimitService {
    static final int BUFFER_BYTES = 64 * 1024;

    private final ServerSocketChannel listener;
    private final int requestBytes;
    private final int replyBytes;

    LimitService(int requestBytes, int replyBytes) throws IOException {
        this.requestBytes = requestBytes;
        this.replyBytes = replyBytes;
        this.listener = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    /** Handles the request at the input's position, consuming exactly its bytes, and appends the reply if it has one. */
    abstract void handle(ByteBuffer in, ByteBuffer out);

    /** Every whole request of a read was handed to {@link #handle}. */
    void handled() {}

    /** Serves from now on; returns the port. */
    final int start() {
        Thread.ofPlatform().daemon().name("limit-service").start(this::acceptAll);
        return listener.socket().getLocalPort();
    }

    private void acceptAll() {
        while (listener.isOpen()) {
            try (SocketChannel channel = listener.accept()) {
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                serve(channel);
            } catch (ClosedChannelException e) {
                return;
            } catch (IOException e) {
                System.err.println("limit service: connection lost: " + e);
            }
        }
    }

    /** Serves one connection until it ends. */
    void serve(SocketChannel channel) throws IOException {
        ByteBuffer in = ByteBuffer.allocateDirect(BUFFER_BYTES);
        ByteBuffer out = ByteBuffer.allocateDirect(BUFFER_BYTES);
        while (channel.read(in) >= 0) {
            in.flip();
            handleAll(channel, in, out);
            in.compact();
            drain(channel, out);
        }
    }

    private void handleAll(SocketChannel channel, ByteBuffer in, ByteBuffer out) throws IOException {
        while (in.remaining() >= requestBytes) {
            if (out.remaining() < replyBytes) {
                drain(channel, out);
            }
            handle(in, out);
        }
        handled();
    }

    /** Writes all that the buffer holds, and clears it. */
    static void drain(SocketChannel channel, ByteBuffer out) throws IOException {
        out.flip();
        while (out.hasRemaining()) {
            channel.write(out);
        }
        out.clear();
    }
}
