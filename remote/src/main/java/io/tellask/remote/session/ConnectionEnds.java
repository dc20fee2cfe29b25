package io.tellask.remote.session;

import io.tellask.codec.ByteReader;
import io.tellask.remote.AuthenticationException;
import io.tellask.remote.DisconnectedException;
import io.tellask.remote.ProtocolException;
import io.tellask.remote.TransportException;
import io.tellask.remote.frame.FrameType;
import io.tellask.text.SafeLog;
import io.tellask.text.SafeText;
import org.jspecify.annotations.Nullable;

/** What the end of a connection means to its session. Stateless; on the loop. */
final class ConnectionEnds {
    private ConnectionEnds() {}

    /** What a peer says by CLOSE; null where that is no failure. */
    static @Nullable RuntimeException saidByPeer(Endpoint endpoint, ByteReader close) {
        int code = close.readVarInt();
        String reason = SafeText.of(close.readUtf8());
        return switch (code) {
            case FrameType.CLOSED_AS_ASKED -> null;
            case FrameType.CLOSED_FOR_NOW -> forNow(endpoint, reason, close);
            case FrameType.CLOSED_TO_STRANGER ->
                new AuthenticationException("peer " + endpoint.peer() + " let nobody in: " + reason);
            default -> new ProtocolException("peer " + endpoint.peer() + " closed the connection: " + reason);
        };
    }

    /** A server that goes says so to those who are with it, which is no failure, and one that is full to those who come. */
    private static @Nullable RuntimeException forNow(Endpoint endpoint, String reason, ByteReader close) {
        int millis = close.remaining() == 0 ? FrameType.COME_BACK_MILLIS : close.readVarInt();
        endpoint.comeBackAfter(millis);
        return endpoint.isIntroduced()
                ? null
                : new DisconnectedException(
                        "peer " + endpoint.peer() + " takes nobody now: " + reason,
                        new TransportException(
                                TransportException.Problem.BUSY,
                                "connect: peer=" + endpoint.peer() + " takes nobody now: " + reason));
    }

    /** It ended without a CLOSE: what the transport says itself comes along as the cause. */
    static DisconnectedException broken(Endpoint endpoint, @Nullable Throwable cause) {
        String connection = "connection with " + endpoint.peer();
        return switch (cause) {
            case DisconnectedException told -> told;
            case null ->
                new DisconnectedException(connection + " ended without a goodbye: its process has ended, or broke off");
            case TransportException said ->
                new DisconnectedException(connection + " failed: " + said.getMessage(), said);
            default -> new DisconnectedException(connection + " failed: " + SafeLog.describe(cause));
        };
    }
}
