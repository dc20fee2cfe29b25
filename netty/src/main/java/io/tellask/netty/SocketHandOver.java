package io.tellask.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Takes the socket of a connection out of its channel once it is known to be a session in clear text, and makes a {@link TcpWire} of it, which costs less
 * per message; the first bytes that the channel has read go along. Belongs to the connection's loop.
 */
final class SocketHandOver extends ChannelInboundHandlerAdapter {
    private final AcceptedConnection connection;
    private final ByteArrayOutputStream first = new ByteArrayOutputStream();

    private SocketHandOver(AcceptedConnection connection) {
        this.connection = connection;
    }

    /** The stage that is the session: on the channel where that encrypts, or where a proxy handed the connection on. */
    static void accept(AcceptedConnection connection, @Nullable TlsHandshake tls) {
        LoopChannel channel = connection.channel();
        if (tls != null || channel.isHandedOn()) {
            RawBytes.accept(connection, tls);
            return;
        }
        SocketHandOver taking = new SocketHandOver(connection);
        channel.pipeline().addLast(taking);
        connection.loop().execute(() -> channel.deregister().addListener(outcome -> taking.take(outcome.cause())));
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) throws IOException {
        ByteBuf bytes = (ByteBuf) message;
        try {
            bytes.readBytes(first, bytes.readableBytes());
        } finally {
            bytes.release();
        }
    }

    private void take(@Nullable Throwable failure) {
        LoopChannel channel = connection.channel();
        if (failure != null || !channel.isOpen()) {
            channel.closeAtOnce();
            return;
        }
        TcpWire wire = new TcpWire(connection.loop(), channel.socketOfJdk(), connection.peer("tellask"));
        wire.register(
                () -> {
                    wire.open(connection::open);
                    wire.deliver(ByteBuffer.wrap(first.toByteArray()));
                },
                problem -> {
                    wire.abandon();
                    connection.closed();
                });
    }
}
