package io.tellask.remote.session;

import io.tellask.actor.failure.Failures;
import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.remote.AuthThrottle;
import io.tellask.remote.AuthenticationException;
import io.tellask.remote.Authenticator;
import io.tellask.remote.ConnectAttempt;
import io.tellask.remote.Principal;
import io.tellask.remote.ProtocolException;
import io.tellask.remote.TransportException;
import io.tellask.remote.ValueEncoding;
import io.tellask.remote.frame.FrameType;
import io.tellask.remote.frame.Hello;
import io.tellask.remote.frame.ResumePoint;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * How the two sides of a session get to know each other: the hello of each, and who the one is that opened the connection.
 *
 * <p>States: awaited, undecided (while the authenticator is asked, or digests are computed), open. Methods that change it on the loop; {@link #peerLimits},
 * {@link #principal} and {@link #isOpen} from any thread.
 */
final class Introduction {
    private final Endpoint endpoint;
    private boolean byOpening;
    private @Nullable Hello undecided;
    private @Nullable Verdict verdict;
    private volatile Hello peerLimits;
    private volatile Principal principal = Principal.ANONYMOUS;
    private volatile boolean open;

    Introduction(Endpoint endpoint) {
        this.endpoint = endpoint;
        peerLimits = Hello.of(endpoint.limits());
    }

    /** What the authenticator answers to; it may keep this for as long as it likes. */
    private static final class Verdict implements BiConsumer<@Nullable Principal, @Nullable Throwable> {
        volatile @Nullable Introduction awaitedBy;

        Verdict(Introduction awaitedBy) {
            this.awaitedBy = awaitedBy;
        }

        @Override
        public void accept(@Nullable Principal found, @Nullable Throwable failure) {
            Introduction waiting = awaitedBy;
            if (waiting != null) {
                waiting.endpoint.runOnLoopLater(() -> waiting.decided(found, failure));
            }
        }
    }

    /** The limits that the peer announced; those of this side before. */
    Hello peerLimits() {
        return peerLimits;
    }

    Principal principal() {
        return principal;
    }

    /** The peer, whose session goes on, has shown its credential anew. */
    void renewed(Principal fresh) {
        principal = fresh;
    }

    boolean isOpen() {
        return open;
    }

    /** Whether this side opened the connection. */
    boolean isByOpening() {
        return byOpening;
    }

    /** What is missing, for the log. */
    String missing() {
        return undecided == null
                ? "hello: nothing heard within handshakeTime="
                        + endpoint.limits().handshakeTime() + "; the peer does not speak Tellask or is overloaded"
                : "authentication: not decided within handshakeTime="
                        + endpoint.limits().handshakeTime() + "; the authenticator is overloaded, try again later";
    }

    void begin(boolean opens) {
        byOpening = opens;
        if (opens) {
            send(
                    FrameType.HELLO,
                    Hello.of(endpoint.limits())
                            .showing(endpoint.settings().guard().credential())
                            .choosing(endpoint.settings().encoding()));
        }
    }

    /** The bytes of the frame. */
    private int send(int kind, Hello own) {
        ByteWriter out = new ByteWriter(64);
        own.write(out);
        endpoint.frames().message(kind, out);
        return FrameType.HEADER_BYTES + out.position();
    }

    void received(int kind, ByteReader body) {
        if (open || undecided != null) {
            throw new ProtocolException("hello: came twice; the peer is damaged or hostile");
        }
        int expected = byOpening ? FrameType.WELCOME : FrameType.HELLO;
        if (kind != expected) {
            throw new ProtocolException("hello: introduction of kind=" + kind + ", expected=" + expected
                    + "; a client says HELLO, the server answers WELCOME");
        }
        Hello hello = Hello.read(body);
        Authenticator authenticator = endpoint.settings().guard().authenticator();
        if (byOpening || authenticator == null) {
            letIn(hello);
        } else {
            undecided = hello;
            if (isThrottled()) {
                decided(
                        null,
                        new AuthenticationException("authentication: attempts="
                                + endpoint.limits().authAttempts()
                                + " from this address were refused, the next ones are not looked at; try again after authWindow="
                                + endpoint.limits().authWindow()));
            } else {
                ask(authenticator, hello);
            }
        }
    }

    private boolean isThrottled() {
        AuthThrottle throttle = endpoint.settings().guard().throttle();
        return throttle != null && throttle.isThrottled(endpoint.peer(), nowMillis());
    }

    private long nowMillis() {
        return TimeUnit.NANOSECONDS.toMillis(endpoint.loop().nanoTime());
    }

    private void ask(Authenticator authenticator, Hello hello) {
        Verdict asked = new Verdict(this);
        verdict = asked;
        ConnectAttempt attempt = new ConnectAttempt(
                endpoint.peer(),
                hello.credential(),
                endpoint.wire().certificate(),
                endpoint.wire().isPrivate());
        try {
            Objects.requireNonNull(authenticator.authenticate(attempt), "the authenticator's answer")
                    .whenComplete(asked);
        } catch (Throwable failure) { // the application's own
            decided(null, failure);
        }
    }

    private void decided(@Nullable Principal found, @Nullable Throwable failure) {
        Hello hello = undecided;
        if (hello == null || endpoint.isEnded()) {
            return;
        }
        end();
        if (failure == null && found != null && !CredentialTimer.isOver(found)) {
            principal = found;
            letIn(hello);
            return;
        }
        if (failure != null
                && Failures.unwrap(failure) instanceof TransportException unavailable
                && unavailable.problem() == TransportException.Problem.BUSY) {
            endpoint.inbound().end().refuseForNow(String.valueOf(unavailable.getMessage()));
            return;
        }
        AuthThrottle throttle = endpoint.settings().guard().throttle();
        if (throttle != null && !throttle.isThrottled(endpoint.peer(), nowMillis())) {
            throttle.failed(endpoint.peer(), nowMillis());
        }
        String reason = failure == null && found != null ? CredentialTimer.over(found) : reason(hello, failure);
        endpoint.inbound().end().refusePeer(new AuthenticationException(reason));
    }

    private String reason(Hello hello, @Nullable Throwable failure) {
        Throwable cause = failure == null ? null : Failures.unwrap(failure);
        if (cause == null) {
            boolean showsNothing = hello.credential() == null && endpoint.wire().certificate() == null;
            return showsNothing
                    ? "authentication: the peer showed neither a credential nor a certificate; let it show one, by"
                            + " Client.Builder.credentials (commands: --token-file)"
                    : "authentication: the peer is not known; check its credentials";
        }
        if (cause instanceof AuthenticationException told) {
            return String.valueOf(told.getMessage());
        }
        endpoint.loop().failed("an authenticator failed: peer=", endpoint.peer(), cause);
        return "authentication: it failed with " + cause.getClass().getName() + ", see the log there";
    }

    private void letIn(Hello hello) {
        if (!byOpening && hello.resume().goesOn()) {
            goOn(hello);
        } else if (!byOpening
                && hello.wantsDigests()
                && !Digests.areKnown(endpoint.settings().published().values())) {
            undecided = hello;
            Digests.computeAll(
                    endpoint.settings().published().values(),
                    () -> endpoint.runOnLoopLater(() -> openWhereWaiting(hello)));
        } else {
            open(hello);
        }
    }

    private void openWhereWaiting(Hello hello) {
        if (undecided == hello && !endpoint.isEnded()) {
            undecided = null;
            open(hello);
        }
    }

    private void open(Hello hello) {
        ValueEncoding chosen = byOpening ? endpoint.settings().encoding() : hello.encoding();
        if (byOpening && hello.encoding() != chosen) {
            endpoint.failNow("encoding: the server takes no " + chosen
                    + " values, its release may be older; connect with another encoding, or update it");
            return;
        }
        if (!Encodings.has(chosen)) {
            endpoint.failNow("encoding: " + Encodings.missing(chosen));
            return;
        }
        endpoint.values().choose(TextValues.of(chosen, endpoint));
        peerLimits = hello;
        open = true;
        endpoint.opened(hello);
        if (byOpening) {
            endpoint.continuity().offered(hello.resume());
        } else {
            ResumePoint offer = endpoint.continuity().offer(hello);
            int bytes = send(
                    FrameType.WELCOME,
                    Hello.of(endpoint.limits()).choosing(chosen).resuming(offer));
            if (offer.hasToken()) {
                endpoint.wire().begin(bytes);
            }
        }
        endpoint.toldOpened();
    }

    /** The client wants no new session, but to go on with one that lost its connection, or is about to find that out. */
    private void goOn(Hello hello) {
        ResumableSessions sessions = endpoint.settings().resumable();
        Endpoint session =
                sessions == null ? null : sessions.find(hello.resume().token(), principal.name());
        if (session == null) {
            endpoint.inbound()
                    .end()
                    .refuseLost(
                            "resume: the session is not known here, is over, or another principal's; open a new one");
            return;
        }
        endpoint.inbound().stop();
        endpoint.runOnLoopLater(() -> endpoint.continuity().handOver(session, hello));
    }

    /** Nobody waits for the authenticator any more. */
    void end() {
        undecided = null;
        Verdict asked = verdict;
        if (asked != null) {
            asked.awaitedBy = null;
        }
    }
}
