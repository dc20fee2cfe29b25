package io.tellask.remote.session;

import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.remote.AuthenticationException;
import io.tellask.remote.DisconnectedException;
import io.tellask.remote.ProtocolException;
import io.tellask.remote.TransportException;
import io.tellask.remote.frame.FrameType;
import io.tellask.text.SafeLog;
import io.tellask.text.SafeText;
import io.tellask.text.SpokenProtocol;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/** How the end of a session is said to the peer, and heard from it or from the connection. On the loop. */
final class Goodbye {
    private static final Logger LOG = System.getLogger("io.tellask.remote");

    private final Endpoint endpoint;
    private final Inbound inbound;

    Goodbye(Endpoint endpoint, Inbound inbound) {
        this.endpoint = endpoint;
        this.inbound = inbound;
    }

    /** The peer says it. */
    void heard(ByteReader body) {
        int code = body.readVarInt();
        String reason = body.readUtf8();
        inbound.stop();
        endpoint.wire().close();
        endpoint.end(
                switch (code) {
                    case FrameType.CLOSED_AS_ASKED -> null;
                    case FrameType.CLOSED_FOR_NOW -> closedForNow(SafeText.of(reason), body);
                    case FrameType.CLOSED_TO_STRANGER ->
                        new AuthenticationException(
                                "peer " + endpoint.peer() + " did not let this side in: " + SafeText.of(reason));
                    default ->
                        new ProtocolException(
                                "peer " + endpoint.peer() + " closed the connection: " + SafeText.of(reason));
                });
    }

    /** A server that goes says so to those who are with it, which is no failure, and one that is full to those who come. */
    private @Nullable RuntimeException closedForNow(String reason, ByteReader body) {
        endpoint.continuity().comeBackAfter(body.remaining() == 0 ? FrameType.COME_BACK_MILLIS : body.readVarInt());
        return endpoint.isIntroduced()
                ? null
                : new DisconnectedException(
                        "peer " + endpoint.peer() + " takes nobody now: " + reason,
                        new TransportException(
                                TransportException.Problem.BUSY,
                                "connect: peer=" + endpoint.peer() + " takes nobody now: " + reason));
    }

    /** Ends the beginning of a session, of which nothing is read any more, telling the peer that it may come back later. */
    void turnAway(String reason) {
        if (!endpoint.isEnded()) {
            tell(FrameType.CLOSED_FOR_NOW, new DisconnectedException(reason));
        }
    }

    /** Ends the beginning of a session that was to go on with another, which is over. */
    void refuseLost(String reason) {
        say(FrameType.CLOSED_AS_LOST, new DisconnectedException(reason));
    }

    /** Ends the beginning of a session because nobody can say now who the peer is; it may come back later. */
    void refuseForNow(String reason) {
        say(FrameType.CLOSED_FOR_NOW, new DisconnectedException(reason));
    }

    /** Ends the session because the peer broke the protocol, telling it why. */
    void fail(String reason) {
        say(FrameType.CLOSED_FOR_FAULT, new ProtocolException(reason));
    }

    /** Ends the session because the peer may not come in, telling it why. */
    void refusePeer(AuthenticationException reason) {
        say(FrameType.CLOSED_TO_STRANGER, reason);
    }

    private void say(int code, RuntimeException failure) {
        if (inbound.stop()) {
            tell(code, failure);
        }
    }

    private void tell(int code, RuntimeException failure) {
        String reason = String.valueOf(failure.getMessage());
        LOG.log(Level.DEBUG, () -> "closing connection with " + endpoint.peer() + ": " + SafeText.message(reason));
        endpoint.outbound().dropOver(AnswerRoom.HIGH_WATER_BYTES);
        if (endpoint.spoken() == SpokenProtocol.RESP && !endpoint.isOpener()) {
            OtherPeers.answerRedis(endpoint.wire());
        } else {
            sendClose(code, reason);
        }
        endpoint.outbound().flushAll();
        endpoint.wire().close();
        endpoint.end(failure);
    }

    /** Ends the session because its peer makes this process hold too much: told so if that can leave at once. */
    void forMemory(String reason) {
        if (endpoint.isEnded()) {
            return;
        }
        inbound.stop();
        inbound.clear();
        endpoint.outbound().sendLast(reason);
        endpoint.wire().abort();
        endpoint.end(new ProtocolException(reason));
    }

    void sendClose(int code, String reason) {
        ByteWriter out = new ByteWriter(256);
        FrameType.writeCloseBody(out, code, reason);
        endpoint.frames().message(FrameType.CLOSE, out);
    }

    /** The connection has ended without it; what the transport says itself comes along as the cause. */
    DisconnectedException disconnected(@Nullable Throwable cause) {
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
