package io.tellask.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.ProtocolDetectionState;
import io.netty.handler.codec.haproxy.HAProxyCommand;
import io.netty.handler.codec.haproxy.HAProxyMessage;
import io.netty.handler.codec.haproxy.HAProxyMessageDecoder;
import io.netty.handler.codec.haproxy.HAProxyProtocolVersion;
import io.netty.handler.codec.haproxy.HAProxySSLTLV;
import io.netty.util.ReferenceCountUtil;
import io.tellask.remote.TransportException;
import io.tellask.remote.TransportException.Problem;
import io.tellask.text.SafeLog;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * What a proxy says of the connection that it hands on, before the connection's first byte: version 2 of the PROXY protocol. Those that
 * are proxies must say it, and nobody else may. Belongs to the connection's loop.
 *
 * <p>The protocol is <a href="https://www.haproxy.org/download/3.0/doc/proxy-protocol.txt">HAProxy's</a>; Netty reads it.
 */
final class ProxyHeader extends ByteToMessageDecoder {
    /** The most bytes of additions to a header: names, certificates' subjects. */
    static final int MOST_ADDITION_BYTES = 2 * 1024;

    private final AcceptedConnection connection;
    private final boolean fromProxy;
    private final AcceptedConnection.Stage next;
    private boolean refused;

    private ProxyHeader(AcceptedConnection connection, boolean fromProxy, AcceptedConnection.Stage next) {
        this.connection = connection;
        this.fromProxy = fromProxy;
        this.next = next;
    }

    /** The stage before the next, where there are proxies. */
    static AcceptedConnection.Stage before(TrustedProxies proxies, long patienceNanos, AcceptedConnection.Stage next) {
        if (proxies.isEmpty()) {
            return next;
        }
        return (connection, none) -> {
            LoopChannel channel = connection.channel();
            connection.startTimer(patienceNanos, "the first bytes");
            channel.pipeline().addLast(new ProxyHeader(connection, proxies.contains(channel.remoteAddress()), next));
            channel.config().setAutoRead(true);
        };
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        if (refused) {
            in.skipBytes(in.readableBytes());
            return;
        }
        var found = HAProxyMessageDecoder.detectProtocol(in);
        if (found.state() == ProtocolDetectionState.NEEDS_MORE_DATA) {
            return;
        }
        boolean isHeader = found.state() == ProtocolDetectionState.DETECTED;
        if (fromProxy != isHeader) {
            refuse(
                    fromProxy
                            ? "came from one of the proxies without a header of the PROXY protocol; let the proxy send it"
                                    + " (send-proxy-v2), or take its address out of proxies"
                            : "sent a header of the PROXY protocol and is none of the proxies; add its address to"
                                    + " proxies if it is one",
                    in);
        } else if (isHeader && found.detectedProtocol() != HAProxyProtocolVersion.V2) {
            refuse("sent version 1 of the PROXY protocol; let the proxy send version 2 (send-proxy-v2)", in);
        } else if (isHeader) {
            context.pipeline().addLast(new HAProxyMessageDecoder(MOST_ADDITION_BYTES), new Reader());
            context.pipeline().remove(this);
        } else {
            go();
            context.pipeline().remove(this);
        }
    }

    private void go() {
        connection.stopTimer();
        connection.channel().config().setAutoRead(false);
        next.begin(connection, null);
    }

    private void refuse(String text, ByteBuf in) {
        refused = true;
        in.skipBytes(in.readableBytes());
        connection.refuse(
                new TransportException(Problem.NOT_ALLOWED, "listen: peer=" + connection.peer("tellask") + " " + text));
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
        endAtShutdown(event);
        super.userEventTriggered(context, event);
    }

    private void endAtShutdown(Object event) {
        if (event instanceof ChannelInputShutdownEvent) {
            connection.fail("ended before its first bytes; check what is spoken at the other side");
            connection.channel().closeAtOnce();
        }
    }

    /** Takes the header that Netty has read. */
    private final class Reader extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (!(message instanceof HAProxyMessage header)) {
                context.fireChannelRead(message);
                return;
            }
            try {
                take(header);
            } finally {
                ReferenceCountUtil.release(message);
            }
            go();
            context.pipeline().remove(this);
        }

        private void take(HAProxyMessage header) {
            boolean isTcp = switch (header.proxiedProtocol()) {
                case TCP4, TCP6 -> true;
                default -> false;
            };
            if (header.command() == HAProxyCommand.LOCAL || !isTcp) {
                return; // the proxy speaks for itself, or of something that has no address
            }
            InetAddress client = InetAddress.ofLiteral(header.sourceAddress());
            connection.comesFrom(new InetSocketAddress(client, header.sourcePort()));
            boolean encrypted = header.tlvs().stream()
                    .anyMatch(addition -> addition instanceof HAProxySSLTLV tls && tls.isPP2ClientSSL());
            if (!encrypted && !client.isLoopbackAddress()) {
                connection.channel().goesFarther();
            }
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext context, Object event) {
            endAtShutdown(event);
            context.fireUserEventTriggered(event);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            connection.refuse(new TransportException(
                    Problem.OTHER_PROTOCOL,
                    "listen: peer=" + connection.peer("tellask") + " sent a damaged header of the PROXY protocol, "
                            + SafeLog.describe(cause),
                    cause));
        }
    }
}
