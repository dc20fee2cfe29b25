package io.tellask.bench.aeron;

import io.tellask.bench.spi.Scratch;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** {@code limit-socket}: blocking channels of {@code java.nio}, one thread at each end that reads; the echo writes what a read brought. */
public final class SocketPing implements PingPong {
    private static final int BUFFER_BYTES = 256 * Ping.BYTES;

    /** Called by name. */
    public SocketPing() {}

    @Override
    public String serve(String medium, boolean spins) throws Exception {
        boolean isUnix = medium.equals("unix");
        SocketAddress wanted = isUnix
                ? UnixDomainSocketAddress.of(Scratch.create().resolve("socket"))
                : new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        ServerSocketChannel listener = ServerSocketChannel.open(
                        isUnix ? StandardProtocolFamily.UNIX : StandardProtocolFamily.INET)
                .bind(wanted);
        Thread.ofPlatform().daemon().name("bench-echo").start(() -> {
            try (listener;
                    SocketChannel channel = listener.accept()) {
                echo(noDelay(channel, isUnix));
            } catch (IOException e) {
                System.err.println("echo: connection lost: " + e);
            }
        });
        return isUnix ? wanted.toString() : "" + listener.socket().getLocalPort();
    }

    private static void echo(SocketChannel channel) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
        while (channel.read(buffer) >= 0) {
            buffer.flip();
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            buffer.clear();
        }
    }

    private static SocketChannel noDelay(SocketChannel channel, boolean isUnix) throws IOException {
        return isUnix ? channel : channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    }

    @Override
    public Link connect(String medium, String address, boolean spins, Pongs pongs) throws Exception {
        boolean isUnix = medium.equals("unix");
        SocketChannel channel = noDelay(
                SocketChannel.open(
                        isUnix
                                ? UnixDomainSocketAddress.of(address)
                                : new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(address))),
                isUnix);
        Thread.ofPlatform().daemon().name("bench-pongs").start(() -> {
            try {
                receive(channel, pongs);
            } catch (IOException e) {
                pongs.failed(e);
            }
        });
        ByteBuffer outgoing = ByteBuffer.allocateDirect(Ping.BYTES);
        return ping -> {
            outgoing.clear().put(ping).flip();
            while (outgoing.hasRemaining()) {
                channel.write(outgoing);
            }
            return true;
        };
    }

    private static void receive(SocketChannel channel, Pongs pongs) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
        byte[] pong = new byte[Ping.BYTES];
        while (channel.read(buffer) >= 0) {
            buffer.flip();
            while (buffer.remaining() >= Ping.BYTES) {
                buffer.get(pong);
                pongs.pong(pong, 0);
            }
            buffer.compact();
        }
        throw new EOFException("the other process has ended");
    }
}
