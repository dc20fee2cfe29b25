package io.tellask.netty;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.tellask.remote.Receiver;
import io.tellask.remote.Wire;
import java.io.IOException;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/**
 * The handshake of one connection, on either side: ends with an open {@link ChannelWire} or with the reason why not, and tells the wire
 * what TLS says later. Belongs to the connection's loop.
 *
 * <pre>
 *   socket - LingeringClose (where accepted) - TlsRecords - TlsHandshake - ChannelWire (once it is open)
 * </pre>
 */
final class TlsHandshake extends ChannelInboundHandlerAdapter implements ChannelWire.Layer, LoopChannel.Reads {
    /** What comes behind the handshake: the session, or another handshake. */
    interface Next {
        void begin(LoopChannel channel, TlsHandshake tls);
    }

    /** What peers call HTTP/2 that want to speak it. */
    static final String HTTP_2 = "h2";

    /** A fatal alert, unexpected_message: what peers that do not speak TLS are told, so that theirs knows what we speak. */
    private static final byte[] UNEXPECTED_MESSAGE = {21, 3, 3, 0, 2, 2, 10};

    private final NettyLoop loop;
    private final TlsRecords records;
    private final String peer;
    private final Next next;
    private final Consumer<Throwable> failed;
    private @Nullable ChannelWire wire;
    private @Nullable X509Certificate certificate;
    private boolean settled;

    TlsHandshake(NettyLoop loop, TlsRecords records, String peer, Next next, Consumer<Throwable> failed) {
        this.loop = loop;
        this.records = records;
        this.peer = peer;
        this.next = next;
        this.failed = failed;
    }

    @Override
    public int mostBytes(int turnBytes) {
        return Math.min(turnBytes, LoopChannel.HANDSHAKE_BYTES);
    }

    /** While a part of the handshake is computed, what comes waits in the socket. */
    @Override
    public boolean mayRead() {
        return settled || records.heldBytes() <= 2 * LoopChannel.HANDSHAKE_BYTES;
    }

    @Override
    public boolean drops() {
        return false;
    }

    /** Puts the handlers of TLS behind those that are there, on a connection that is open. */
    void begin(LoopChannel channel) {
        channel.reads(this);
        channel.pipeline().addLast(records, this);
        channel.read();
    }

    /** The stage of a connection that was accepted: {@code next} begins behind it. */
    static void accept(AcceptedConnection connection, TlsTransport transport, AcceptedConnection.Stage next) {
        accept(connection, transport.records(), next);
    }

    /** The same with those records. */
    static void accept(AcceptedConnection connection, TlsRecords records, AcceptedConnection.Stage next) {
        new TlsHandshake(
                        connection.loop(),
                        records,
                        connection.peer("tls"),
                        (channel, tls) -> next.begin(connection, tls),
                        connection::fail)
                .begin(connection.channel());
    }

    /** The stage as it is, or behind the handshake of TLS where that is wanted. */
    static AcceptedConnection.Stage before(boolean secure, TlsTransport transport, AcceptedConnection.Stage stage) {
        return secure ? (connection, none) -> accept(connection, transport, stage) : stage;
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        switch (event) {
            case SslHandshakeCompletionEvent completed when completed.isSuccess() -> succeed(context);
            case SslHandshakeCompletionEvent refused -> fail(context, refused.cause());
            case SslCloseCompletionEvent closed when closed.isSuccess() -> inputEnds(context, null);
            case ChannelInputShutdownEvent _ ->
                inputEnds(
                        context,
                        new IOException("ended without the closing message of TLS: its process has ended,"
                                + " or somebody on the way cut the connection"));
            default -> context.fireUserEventTriggered(event);
        }
    }

    private void inputEnds(ChannelHandlerContext context, @Nullable Throwable cause) {
        ChannelWire known = wire;
        if (known != null) {
            known.inputEnds(cause);
        } else {
            channel(context).closeAtOnce();
        }
    }

    private static LoopChannel channel(ChannelHandlerContext context) {
        return (LoopChannel) context.channel();
    }

    private void succeed(ChannelHandlerContext context) {
        if (settled) {
            return;
        }
        try {
            X509Certificate shown = shownCertificate();
            if (shown != null) {
                shown.checkValidity(); // the JDK takes one that is itself among the authorities, whatever its date
            }
            certificate = shown;
        } catch (CertificateException invalid) {
            fail(context, invalid);
            channel(context).closeAtOnce();
            return;
        }
        settled = true;
        next.begin(channel(context), this);
    }

    /** Opens the session of the connection; {@code known} gets the wire before. */
    void open(
            LoopChannel channel,
            ChannelWire.Layer layer,
            Function<Wire, Receiver> opened,
            Consumer<ChannelWire> known) {
        ChannelWire made = new ChannelWire(loop, channel, layer);
        wire = made;
        known.accept(made);
        made.open(opened);
    }

    /** Whether both sides have agreed to speak HTTP/2. */
    boolean isHttp2() {
        return HTTP_2.equals(records.engine().getApplicationProtocol());
    }

    private @Nullable X509Certificate shownCertificate() {
        try {
            Certificate[] chain = records.engine().getSession().getPeerCertificates();
            return chain[0] instanceof X509Certificate known ? known : null;
        } catch (SSLPeerUnverifiedException none) {
            return null;
        }
    }

    private void fail(ChannelHandlerContext context, Throwable cause) {
        if (!settled) {
            settled = true;
            if (cause instanceof NotSslRecordException && !records.engine().getUseClientMode()) {
                context.pipeline().firstContext().writeAndFlush(Unpooled.wrappedBuffer(UNEXPECTED_MESSAGE));
            }
            failed.accept(cause);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        fail(context, new IOException("the connection ended"));
        context.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        ChannelWire known = wire;
        if (known != null) {
            known.exceptionCaught(context, TlsFailures.afterHandshake(cause));
        } else {
            fail(context, cause); // the handler of records closes the connection
            channel(context).close();
        }
    }

    @Override
    public ChannelFuture endOutput(LoopChannel channel) {
        ChannelPromise ended = channel.newPromise();
        records.closeOutbound().addListener(said -> channel.shutdownOutput(ended));
        return ended;
    }

    @Override
    public int heldBytes() {
        return records.heldBytes();
    }

    @Override
    public String peer() {
        return peer;
    }

    @Override
    public @Nullable X509Certificate certificate() {
        return certificate;
    }

    @Override
    public boolean isPrivate() {
        return true;
    }
}
