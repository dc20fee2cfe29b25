package io.tellask.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.io.IOException;
import java.security.cert.X509Certificate;
import org.jspecify.annotations.Nullable;

/**
 * Binary frames of WebSocket as a stream of bytes, whose bounds mean nothing: what is sent leaves in frames of up to 64 KiB, and the
 * contents of what comes follow each other. Pings are answered; text ends the connection. Belongs to the connection's loop.
 */
final class FrameBytes extends ChannelDuplexHandler implements ChannelWire.Layer {
    private final FrameDecoder decoder;
    private final String peer;
    private final @Nullable TlsHandshake tls;
    private @Nullable ChannelWire wire;

    /** {@code tls} where the frames are encrypted. */
    FrameBytes(FrameDecoder decoder, String peer, @Nullable TlsHandshake tls) {
        this.decoder = decoder;
        this.peer = peer;
        this.tls = tls;
    }

    /** What reads from now on. */
    void wire(ChannelWire newWire) {
        wire = newWire;
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (!(message instanceof ByteBuf bytes)) {
            context.write(message, promise);
            return;
        }
        while (bytes.readableBytes() > FrameDecoder.MOST_BYTES) {
            context.write(new BinaryWebSocketFrame(bytes.readRetainedSlice(FrameDecoder.MOST_BYTES)));
        }
        context.write(new BinaryWebSocketFrame(bytes), promise);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        switch (message) {
            case BinaryWebSocketFrame frame -> context.fireChannelRead(frame.content());
            case ContinuationWebSocketFrame frame -> context.fireChannelRead(frame.content());
            case PingWebSocketFrame ping -> context.writeAndFlush(new PongWebSocketFrame(ping.content()));
            case PongWebSocketFrame pong -> pong.release();
            case CloseWebSocketFrame close -> {
                close.release();
                context.writeAndFlush(new CloseWebSocketFrame(WebSocketCloseStatus.NORMAL_CLOSURE));
                inputEnds(null);
            }
            case WebSocketFrame text -> {
                text.release();
                context.writeAndFlush(new CloseWebSocketFrame(WebSocketCloseStatus.INVALID_MESSAGE_TYPE));
                inputEnds(new IOException("peer sent text, and binary frames only are taken"));
            }
            default -> context.fireChannelRead(message);
        }
    }

    private void inputEnds(@Nullable Throwable cause) {
        ChannelWire known = wire;
        if (known != null) {
            known.inputEnds(cause);
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof ChannelInputShutdownEvent) {
            inputEnds(new IOException("ended without the closing frame of WebSocket: its process has ended,"
                    + " or somebody on the way cut the connection"));
        } else {
            context.fireUserEventTriggered(event);
        }
    }

    @Override
    public ChannelFuture endOutput(LoopChannel channel) {
        ChannelPromise ended = channel.newPromise();
        channel.writeAndFlush(new CloseWebSocketFrame(WebSocketCloseStatus.NORMAL_CLOSURE))
                .addListener(sent -> endSocket(channel, ended));
        return ended;
    }

    private void endSocket(LoopChannel channel, ChannelPromise ended) {
        if (tls == null) {
            channel.shutdownOutput(ended);
        } else {
            tls.endOutput(channel).addListener(outcome -> {
                if (outcome.isSuccess()) {
                    ended.trySuccess();
                } else {
                    ended.tryFailure(outcome.cause());
                }
            });
        }
    }

    @Override
    public int heldBytes() {
        return decoder.heldBytes() + (tls == null ? 0 : tls.heldBytes());
    }

    @Override
    public String peer() {
        return peer;
    }

    @Override
    public @Nullable X509Certificate certificate() {
        return tls == null ? null : tls.certificate();
    }

    @Override
    public boolean isPrivate() {
        return tls != null;
    }
}
