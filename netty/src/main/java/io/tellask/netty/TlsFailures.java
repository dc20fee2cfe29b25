package io.tellask.netty;

import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import io.tellask.remote.TransportException;
import io.tellask.remote.TransportException.Problem;
import io.tellask.text.SafeLog;
import java.io.IOException;
import java.net.SocketException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Locale;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Why a handshake failed, in words that say what to do. Stateless. */
final class TlsFailures {
    private static final int MOST_CAUSES = 20;
    private static final String ALERT = "Received fatal alert: ";

    private TlsFailures() {}

    /** A problem and what is said of it, behind the place. */
    private record Reason(Problem problem, String text) {}

    private static final Reason ENDED = new Reason(
            Problem.FAILED,
            "ended in the handshake of TLS; check that the other side speaks TLS at that port, and its log");
    private static final Reason ENDED_IN_CLEAR = new Reason(
            Problem.FAILED,
            "ended in the handshake; check that the other side speaks this protocol at that port, and its log");

    /** The failure of a handshake; {@code where} begins the message, such as {@code connect: address=tls://host:1}. */
    static TransportException of(String where, Throwable failure) {
        return of(where, failure, true);
    }

    /** As {@link #of(String, Throwable)}, of a handshake that may be of what travels in clear text. */
    static TransportException of(String where, Throwable failure, boolean secure) {
        Reason reason = reason(failure, secure);
        return new TransportException(reason.problem, where + " " + reason.text, failure);
    }

    /** What ends an open connection: a refused certificate shows at the client when its handshake is over. */
    static Throwable afterHandshake(Throwable failure) {
        Throwable cause =
                failure instanceof DecoderException && failure.getCause() != null ? failure.getCause() : failure;
        Reason reason = reason(cause, true);
        return reason.problem == Problem.NOT_TRUSTED
                ? new TransportException(reason.problem, reason.text, cause)
                : cause;
    }

    private static Reason reason(Throwable failure, boolean secure) {
        Throwable at = failure;
        for (int i = 0; at != null && i < MOST_CAUSES; i++, at = at.getCause()) {
            Reason known = known(at);
            if (known != null) {
                return known;
            }
            if (isEnd(at)) {
                return secure ? ENDED : ENDED_IN_CLEAR;
            }
        }
        return new Reason(
                Problem.FAILED, "failed in the handshake" + (secure ? " of TLS, " : ", ") + SafeLog.describe(failure));
    }

    private static @Nullable Reason known(Throwable failure) {
        return switch (failure) {
            case NotSslRecordException _ ->
                new Reason(
                        Problem.OTHER_PROTOCOL,
                        "met a peer that does not speak TLS; check the port, and whether the other side uses tls:// too");
            case SslHandshakeTimeoutException slow ->
                new Reason(
                        Problem.TIMED_OUT,
                        "did not finish the handshake of TLS in time, " + slow.getMessage()
                                + "; check the network, or raise TlsTransport.Builder.handshakeTime");
            case CertificateException refused -> certificate(refused);
            case CertPathBuilderException _ ->
                notTrusted(
                        "showed a certificate of an unknown authority; hand that authority's certificate to"
                                + " TlsTransport.Builder.trust (commands: --tls-trust), or let the other side take one of a known authority");
            case SSLException ssl -> alert(String.valueOf(ssl.getMessage()));
            default -> null;
        };
    }

    private static Reason notTrusted(String text) {
        return new Reason(Problem.NOT_TRUSTED, text);
    }

    private static boolean isEnd(Throwable failure) {
        return failure instanceof ClosedChannelException
                || failure instanceof SocketException
                || failure instanceof IOException
                        && !(failure instanceof SSLException)
                        && String.valueOf(failure.getMessage()).contains("connection ended");
    }

    private static @Nullable Reason certificate(CertificateException refused) {
        String message = String.valueOf(refused.getMessage());
        if (refused instanceof CertificateExpiredException) {
            return notTrusted("showed an expired certificate, " + message
                    + "; renew it at the other side, and check the clock of this machine");
        }
        if (refused instanceof CertificateNotYetValidException) {
            return notTrusted(
                    "showed a certificate that is not valid yet, " + message + "; check the clocks of both machines");
        }
        if (message.startsWith("No name matching") || message.startsWith("No subject alternative")) {
            return notTrusted("showed a certificate for another host, " + message
                    + "; connect by a name that is in it, or issue one for this name");
        }
        return null;
    }

    private static @Nullable Reason alert(String message) {
        if (message.contains("Empty client certificate chain")) {
            return notTrusted("showed no certificate, and one is required here; let the client take one by"
                    + " TlsTransport.Builder.certificate");
        }
        int at = message.indexOf(ALERT);
        if (at < 0) {
            return null;
        }
        String alert = message.substring(at + ALERT.length()).toLowerCase(Locale.ROOT);
        return switch (alert) {
            case "certificate_required" ->
                notTrusted("requires a certificate of this side, of an authority that it trusts;"
                        + " give one by TlsTransport.Builder.certificate");
            case "bad_certificate",
                    "certificate_unknown",
                    "certificate_expired",
                    "certificate_revoked",
                    "unsupported_certificate",
                    "unknown_ca" ->
                notTrusted("refused the certificate of this side, alert=" + alert
                        + "; check its date and names, and whether the other side trusts its authority");
            case "protocol_version", "handshake_failure" ->
                new Reason(
                        Problem.FAILED,
                        "found no version and cipher that both sides have, alert=" + alert
                                + "; TLS 1.3 is spoken here and nothing older");
            case "unexpected_message" ->
                new Reason(
                        Problem.OTHER_PROTOCOL,
                        "was told alert=" + alert + "; check the port, and whether the other side uses tls:// too");
            default -> null;
        };
    }
}
