package io.tellask.netty;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.util.ReferenceCountUtil;
import io.tellask.actor.Cancellable;
import io.tellask.remote.Receiver;
import io.tellask.remote.TransportException;
import io.tellask.remote.TransportException.Problem;
import io.tellask.remote.Wire;
import io.tellask.text.SafeLog;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What both sides of a WebSocket's handshake have in common: it ends once, in time, with an open wire or with the reason why not. On the loop. */
abstract sealed class WebSocketHandshake extends ChannelInboundHandlerAdapter
        permits WebSocketAccept, WebSocketConnect {
    /** How long a request or an answer of the handshake may be, without its first line and its headers. */
    static final int MOST_BODY_BYTES = 8 * 1024;

    /** How long the first line of a request or an answer may be, and how long all its headers. */
    static final int MOST_LINE_BYTES = 4 * 1024;

    static final int MOST_HEADER_BYTES = 8 * 1024;

    private final NettyLoop loop;
    private final String peer;
    private final long patienceNanos;
    private final Function<Wire, Receiver> opened;
    private final Consumer<Throwable> failed;
    private @Nullable TlsHandshake tls;
    private @Nullable Cancellable timer;
    private boolean settled;
    private boolean open;

    WebSocketHandshake(
            NettyLoop loop,
            String peer,
            long patienceNanos,
            Function<Wire, Receiver> opened,
            Consumer<Throwable> failed) {
        this.loop = loop;
        this.peer = peer;
        this.patienceNanos = patienceNanos;
        this.opened = opened;
        this.failed = failed;
    }

    /** Begins behind TLS, or at once where {@code below} is null. */
    final void begin(LoopChannel channel, @Nullable TlsHandshake below) {
        tls = below;
        timer = loop.schedule(
                () -> {
                    fail(new TransportException(
                            Problem.TIMED_OUT,
                            "websocket: peer=" + peer + " did not finish the handshake in time, handshakeTimeMillis="
                                    + TimeUnit.NANOSECONDS.toMillis(patienceNanos)
                                    + "; check the network, or raise WebSocketTransport.Builder.handshakeTime"));
                    closeUnlessOpen(channel);
                },
                patienceNanos);
        channel.config().setAutoRead(true);
        speak(channel);
    }

    /** Adds the handlers of HTTP, and sends what this side says first. */
    abstract void speak(LoopChannel channel);

    final void open(LoopChannel channel, FrameDecoder decoder) {
        if (!settle()) {
            return;
        }
        open = true;
        FrameBytes bytes = new FrameBytes(decoder, peer, tls);
        channel.pipeline().remove(this);
        channel.pipeline().addLast(bytes);
        if (tls == null) {
            ChannelWire wire = new ChannelWire(loop, channel, bytes);
            bytes.wire(wire);
            wire.open(opened);
        } else {
            tls.open(channel, bytes, opened, bytes::wire);
        }
    }

    private boolean settle() {
        boolean first = !settled;
        settled = true;
        if (timer != null) {
            timer.cancel();
        }
        return first;
    }

    final void fail(Throwable cause) {
        if (settle()) {
            failed.accept(cause);
        }
    }

    private void closeUnlessOpen(LoopChannel channel) {
        if (!open) {
            channel.closeAtOnce();
        }
    }

    @Override
    public final void channelRead(ChannelHandlerContext context, Object message) {
        try {
            if (!settled) {
                handshake((LoopChannel) context.channel(), message);
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    /** A whole request or answer has come; it is released afterwards. */
    abstract void handshake(LoopChannel channel, Object message);

    @Override
    public final void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof ChannelInputShutdownEvent) {
            closeUnlessOpen((LoopChannel) context.channel());
        } else {
            context.fireUserEventTriggered(event);
        }
    }

    @Override
    public final void channelInactive(ChannelHandlerContext context) {
        fail(
                new TransportException(
                        Problem.FAILED,
                        "websocket: peer=" + peer
                                + " ended in the handshake; check that WebSocket is spoken at that port, and the other side's log"));
        context.fireChannelInactive();
    }

    @Override
    public final void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        fail(new IOException(
                "websocket: peer=" + peer + " failed in the handshake, " + SafeLog.describe(cause), cause));
        closeUnlessOpen((LoopChannel) context.channel());
    }
}
