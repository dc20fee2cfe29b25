package io.tellask.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.ChannelOption;
import io.netty.channel.IoEvent;
import io.netty.channel.IoRegistration;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * A TCP socket of Netty's that takes its turns as {@link TcpWire} does: one read a turn, of no more bytes than the connection takes
 * now, and each turn is seen by the loop's monitor. Belongs to its loop.
 *
 * <p>It is writable only while nothing waits to leave. It does not read by itself until somebody sets that.
 */
final class LoopChannel extends NioSocketChannel {
    /** How much one read may bring. */
    interface Reads {
        /** The most bytes for the read that is about to happen, at most {@code turnBytes}; 0: none. */
        int mostBytes(int turnBytes);

        /** Whether a read may be asked for at all. */
        boolean mayRead();

        /** Whether what is read is dropped, since nobody wants it any more. */
        boolean drops();
    }

    /** What a handshake reads at a time, and what it may keep before it has looked at it: a record and its frame. */
    static final int HANDSHAKE_BYTES = 16 * 1024 + 512;

    /** Those of a connection whose handshake has not begun to say how much it takes. */
    static final Reads OF_HANDSHAKE = new Reads() {
        @Override
        public int mostBytes(int turnBytes) {
            return Math.min(turnBytes, HANDSHAKE_BYTES);
        }

        @Override
        public boolean mayRead() {
            return true;
        }

        @Override
        public boolean drops() {
            return false;
        }
    };

    private static final int LEAST_BUFFER_BYTES = 512;
    private static final int FIRST_BUFFER_BYTES = 4 * 1024;
    private static final WriteBufferWaterMark EMPTY = new WriteBufferWaterMark(1, 1);

    /** In place of the channel that accepts, of which there is none here: Netty's HTTP/2 tells by it who is the server. */
    private static final class Accepting {
        static final NioServerSocketChannel CHANNEL = new NioServerSocketChannel();

        static {
            CHANNEL.unsafe().closeForcibly();
        }
    }

    private final boolean accepted;
    private NettyLoop loop;
    private Reads reads = OF_HANDSHAKE;
    private boolean goesFarther;
    private boolean readsNow;

    /** A channel that will connect. */
    LoopChannel(NettyLoop loop, ByteBufAllocator buffers) {
        accepted = false;
        this.loop = loop;
        configure(buffers);
    }

    /** A channel of a connection that was accepted. */
    LoopChannel(NettyLoop loop, SocketChannel accepted, ByteBufAllocator buffers) {
        super(accepted);
        this.accepted = true;
        this.loop = loop;
        configure(buffers);
    }

    private void configure(ByteBufAllocator buffers) {
        config().setAllocator(buffers);
        config().setAutoRead(false);
        config().setTcpNoDelay(true);
        config().setAllowHalfClosure(true);
        config().setWriteBufferWaterMark(EMPTY);
        config().setOption(
                        ChannelOption.RECVBUF_ALLOCATOR,
                        new AdaptiveRecvByteBufAllocator(LEAST_BUFFER_BYTES, FIRST_BUFFER_BYTES, NettyLoop.BUFFER_BYTES)
                                .maxMessagesPerRead(1));
    }

    @Override
    public @Nullable ServerSocketChannel parent() {
        return accepted ? Accepting.CHANNEL : null;
    }

    /** From here on somebody else says how much is read. */
    void reads(Reads newReads) {
        reads = newReads;
    }

    /** From here on another loop serves it. */
    void moveTo(NettyLoop newLoop) {
        loop = newLoop;
    }

    /** Whether bytes do not leave this machine. */
    boolean staysHere() {
        return !goesFarther && TcpWire.staysHere(remoteAddress());
    }

    /** Somebody on this machine hands on what comes from another one, in clear text. */
    void goesFarther() {
        goesFarther = true;
    }

    /** Whether somebody on this machine hands on what comes from another one. */
    boolean isHandedOn() {
        return goesFarther;
    }

    /** The socket below, for who takes it out of this channel. */
    SocketChannel socketOfJdk() {
        return javaChannel();
    }

    /** Reads what has come, although nobody waits for it. */
    void readNow() {
        readsNow = true;
        try {
            unsafe().read();
        } finally {
            readsNow = false;
        }
    }

    /** Closes the socket without asking the handlers, which learn of it afterwards. */
    void closeAtOnce() {
        unsafe().close(unsafe().voidPromise());
    }

    /** How many bytes wait to leave, with what Netty counts for each of their buffers; 0 once it is closed. */
    int unsentBytes() {
        var waiting = unsafe().outboundBuffer();
        return waiting == null ? 0 : (int) Math.min(Integer.MAX_VALUE, waiting.totalPendingWriteBytes());
    }

    @Override
    protected void doBeginRead() throws Exception {
        if (reads.mayRead()) {
            super.doBeginRead();
        }
    }

    @Override
    protected int doReadBytes(ByteBuf buffer) throws Exception {
        int most = reads.mostBytes(readsNow ? NettyLoop.BUFFER_BYTES : loop.beginSocket());
        if (most <= 0) {
            return 0;
        }
        if (reads.drops()) { // into a large buffer: the channel's own shrinks where nothing is read
            return Math.min(0, javaChannel().read(loop.readBuffer()));
        }
        int wanted = Math.min(most, buffer.writableBytes());
        unsafe().recvBufAllocHandle().attemptedBytesRead(wanted);
        return buffer.writeBytes(javaChannel(), wanted);
    }

    @Override
    protected AbstractNioUnsafe newUnsafe() {
        return new Turns();
    }

    /** What the selector calls. */
    private final class Turns extends NioByteUnsafe {
        @Override
        public void handle(IoRegistration from, IoEvent event) {
            loop.monitor().beginTurn();
            try {
                super.handle(from, event);
            } catch (Throwable failure) {
                loop.failed("a connection failed: peer=", remoteAddress(), failure);
                close(voidPromise());
            }
            Thread.interrupted(); // what its code left set is none of the next connection's
            loop.monitor().endTurn();
        }
    }
}
