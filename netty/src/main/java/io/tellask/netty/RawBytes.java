package io.tellask.netty;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import java.security.cert.X509Certificate;
import org.jspecify.annotations.Nullable;

/** The bytes of a session as they are, on a channel: TCP where something else may be spoken, too. Belongs to the connection's loop. */
final class RawBytes extends ChannelInboundHandlerAdapter implements ChannelWire.Layer {
    private final String peer;
    private @Nullable ChannelWire wire;

    private RawBytes(String peer) {
        this.peer = peer;
    }

    /** The stage that is the session. */
    static void accept(AcceptedConnection connection, @Nullable TlsHandshake tls) {
        LoopChannel channel = connection.channel();
        if (tls != null) {
            tls.open(channel, tls, connection::open, wire -> {});
            return;
        }
        RawBytes layer = new RawBytes(connection.peer("tellask"));
        ChannelWire wire = new ChannelWire(connection.loop(), channel, layer);
        layer.wire = wire;
        channel.pipeline().addLast(layer);
        wire.open(connection::open);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        ChannelWire known = wire;
        if (event instanceof ChannelInputShutdownEvent && known != null) {
            known.inputEnds(null);
        } else {
            context.fireUserEventTriggered(event);
        }
    }

    @Override
    public ChannelFuture endOutput(LoopChannel channel) {
        return channel.shutdownOutput();
    }

    @Override
    public int heldBytes() {
        return 0;
    }

    @Override
    public String peer() {
        return peer;
    }

    @Override
    public @Nullable X509Certificate certificate() {
        return null;
    }

    @Override
    public boolean isPrivate() {
        return false;
    }
}
