package io.tellask.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.tellask.remote.TransportException;
import io.tellask.remote.TransportException.Problem;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tells by its first bytes what a connection speaks, in clear text or within TLS, and begins that. Belongs to the connection's loop.
 *
 * <pre>
 *   any any any 01 T L S K      the introduction of a session
 *   16 03                       the first record of TLS, where that is not what it is in already
 *   GET, POST, ... and a space  HTTP: a request for a WebSocket, or long polling
 * </pre>
 */
final class ProtocolDetector extends ByteToMessageDecoder {
    /** What begins where a protocol is found; null for one that is not taken. */
    record Choices(
            long patienceNanos,
            AcceptedConnection.@Nullable Stage session,
            AcceptedConnection.@Nullable Stage tls,
            AcceptedConnection.@Nullable Stage http) {}

    /** What the first bytes may be, or are. */
    private enum Found {
        NEEDS_MORE,
        SESSION,
        TLS,
        HTTP,
        NOTHING
    }

    private static final byte[] HELLO = {1, 'T', 'L', 'S', 'K'}; // behind three bytes of length
    private static final int HELLO_OFFSET = 3;
    private static final byte[] TLS_RECORD = {22, 3};
    private static final List<byte[]> METHODS = Stream.of(
                    "GET ", "POST ", "DELETE ", "OPTIONS ", "HEAD ", "PUT ", "PATCH ", "TRACE ", "CONNECT ")
            .map(name -> name.getBytes(StandardCharsets.US_ASCII))
            .toList();

    private final AcceptedConnection connection;
    private final @Nullable TlsHandshake tls;
    private final Choices choices;
    private boolean refused;

    private ProtocolDetector(AcceptedConnection connection, @Nullable TlsHandshake tls, Choices choices) {
        this.connection = connection;
        this.tls = tls;
        this.choices = choices;
    }

    /** The stage that looks at the first bytes. */
    static void accept(AcceptedConnection connection, @Nullable TlsHandshake tls, Choices choices) {
        connection.startTimer(choices.patienceNanos(), "its first bytes");
        connection.channel().pipeline().addLast(new ProtocolDetector(connection, tls, choices));
        connection.channel().config().setAutoRead(true);
    }

    private static Found found(ByteBuf in) {
        int count = in.readableBytes();
        boolean maySession = begins(in, HELLO_OFFSET, HELLO);
        if (maySession && count >= HELLO_OFFSET + HELLO.length) {
            return Found.SESSION;
        }
        boolean mayTls = begins(in, 0, TLS_RECORD);
        if (mayTls && !maySession) {
            return Found.TLS;
        }
        for (byte[] method : METHODS) {
            if (begins(in, 0, method)) {
                return count >= method.length ? Found.HTTP : Found.NEEDS_MORE;
            }
        }
        return maySession ? Found.NEEDS_MORE : Found.NOTHING;
    }

    /** Whether the bytes that are there are those, from the offset on, as far as they go. */
    private static boolean begins(ByteBuf in, int offset, byte[] expected) {
        int count = Math.min(in.readableBytes() - offset, expected.length);
        for (int i = 0; i < count; i++) {
            if (in.getByte(in.readerIndex() + offset + i) != expected[i]) {
                return false;
            }
        }
        return true;
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        if (refused) {
            in.skipBytes(in.readableBytes());
            return;
        }
        switch (found(in)) {
            case NEEDS_MORE -> {}
            case SESSION -> go(context, in, "the protocol of Tellask", choices.session());
            case TLS -> go(context, in, "TLS", choices.tls());
            case HTTP -> go(context, in, "HTTP", choices.http());
            case NOTHING ->
                refuse(in, "speaks nothing that is known here; check the port, and what the other side connects by");
        }
    }

    private void go(ChannelHandlerContext context, ByteBuf in, String what, AcceptedConnection.@Nullable Stage next) {
        if (next == null) {
            refuse(
                    in,
                    "speaks " + what + (tls == null ? " in clear text" : " within TLS")
                            + ", which is not taken here; check what the other side connects by, or allow it");
            return;
        }
        connection.stopTimer();
        connection.channel().config().setAutoRead(false);
        next.begin(connection, tls);
        context.pipeline().remove(this);
    }

    private void refuse(ByteBuf in, String text) {
        refused = true;
        in.skipBytes(in.readableBytes());
        connection.refuse(new TransportException(
                Problem.OTHER_PROTOCOL, "listen: peer=" + connection.peer(tls == null ? "any" : "tls") + " " + text));
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
        if (event instanceof ChannelInputShutdownEvent) {
            connection.fail("ended before its first bytes; check what is spoken at the other side");
            connection.channel().closeAtOnce();
        }
        super.userEventTriggered(context, event);
    }
}
