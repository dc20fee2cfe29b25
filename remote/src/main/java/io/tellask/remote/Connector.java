package io.tellask.remote;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Cancellable;
import io.tellask.actor.Dispatcher;
import io.tellask.actor.failure.Failures;
import io.tellask.text.SafeLog;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Opens a client's connections, each with a credential that is asked for anew. Thread-safe. */
final class Connector {
    private final ActorSystem system;
    private final List<Transport> transports;
    private final Limits limits;
    private final @Nullable Credentials credentials;

    /** The session's side of a connection, on the connection's loop. */
    interface Session {
        Receiver over(Wire wire, @Nullable Credential credential);
    }

    Connector(ActorSystem system, List<Transport> transports, Limits limits, @Nullable Credentials credentials) {
        this.system = system;
        this.transports = List.copyOf(transports);
        this.limits = limits;
        this.credentials = credentials;
    }

    Limits limits() {
        return limits;
    }

    /** A loop that a connection may live on. */
    Dispatcher anyLoop() {
        List<Dispatcher> loops = system.ioLoops().all();
        return loops.get(ThreadLocalRandom.current().nextInt(loops.size()));
    }

    /**
     * Opens a connection, and gives it to the session. {@code outcome} fails if that does not come about; one that is done already is waited for by nobody,
     * and its session sees to that.
     */
    void open(URI address, Dispatcher loop, Session session, CompletableFuture<?> outcome) {
        try {
            if (credentials == null) {
                connect(address, loop, null, session, outcome);
            } else {
                connectWithCredential(address, loop, credentials, session, outcome);
            }
        } catch (RejectedExecutionException loopEnded) {
            outcome.completeExceptionally(systemClosed(address, loopEnded));
        }
    }

    private static TransportException systemClosed(URI address, RejectedExecutionException loopEnded) {
        return new TransportException(
                TransportException.Problem.FAILED,
                "connect: address=" + address + " failed, the actor system is closed; connect with an open one",
                loopEnded);
    }

    private void connectWithCredential(
            URI address, Dispatcher loop, Credentials asked, Session session, CompletableFuture<?> outcome) {
        Cancellable timer = loop.schedule(
                () -> outcome.completeExceptionally(noCredential(
                        address, new TimeoutException("none came within connectTime=" + limits.connectTime()))),
                limits.connectTime().toNanos());
        Objects.requireNonNull(asked.next(), "what the credentials answered").whenComplete((credential, failure) -> {
            timer.cancel(); // from here on the connecting has a time of its own
            if (credential == null) {
                outcome.completeExceptionally(noCredential(address, failure));
            } else if (!outcome.isDone()) {
                connectOrFail(address, loop, credential, session, outcome);
            }
        });
    }

    private static AuthenticationException noCredential(URI address, @Nullable Throwable failure) {
        String text = "connect: address=" + address + ", there is no credential to show";
        if (failure == null) {
            return new AuthenticationException(text + "; let the credentials give one");
        }
        Throwable cause = Failures.unwrap(failure);
        return new AuthenticationException(text + ", " + SafeLog.describe(cause), cause);
    }

    private void connectOrFail(
            URI address, Dispatcher loop, Credential credential, Session session, CompletableFuture<?> outcome) {
        try {
            connect(address, loop, credential, session, outcome);
        } catch (RejectedExecutionException loopEnded) {
            outcome.completeExceptionally(systemClosed(address, loopEnded));
        } catch (Throwable failure) {
            outcome.completeExceptionally(failure);
        }
    }

    private void connect(
            URI address,
            Dispatcher loop,
            @Nullable Credential credential,
            Session session,
            CompletableFuture<?> outcome) {
        URI reached = ClientAddress.of(address).transport();
        Transport transport = Transports.forAddress(reached, transports);
        Cancellable timer = loop.schedule(
                () -> outcome.completeExceptionally(notReached(address)),
                limits.connectTime().toNanos());
        transport.connect(
                reached,
                loop,
                wire -> {
                    timer.cancel(); // from here on the session watches the time
                    return begin(address, wire, credential, session, outcome);
                },
                failure -> {
                    timer.cancel();
                    outcome.completeExceptionally(failure);
                });
    }

    private static Receiver begin(
            URI address, Wire wire, @Nullable Credential credential, Session session, CompletableFuture<?> outcome) {
        try {
            if (credential != null) {
                requirePrivate(wire, address);
            }
            return session.over(wire, credential);
        } catch (AuthenticationException unsafe) {
            outcome.completeExceptionally(unsafe);
            throw unsafe;
        } catch (Throwable failure) {
            outcome.completeExceptionally(new TransportException(
                    TransportException.Problem.FAILED,
                    "connect: address=" + address + " failed, " + SafeLog.describe(failure),
                    failure));
            throw failure;
        }
    }

    /** A credential in clear text is anybody's who listens. */
    private static void requirePrivate(Wire wire, URI address) {
        if (!wire.isPrivate() && !Transports.allowsPlaintext(address)) {
            throw new AuthenticationException("connect: address=" + address
                    + ", the credential was not sent, since others could read it on the way; connect by tls, or add"
                    + " ?plaintext=true within a network that you trust");
        }
    }

    private TransportException notReached(URI address) {
        return new TransportException(
                TransportException.Problem.TIMED_OUT,
                "connect: address=" + address + " did not open within connectTime=" + limits.connectTime()
                        + "; check the address, the network, and what is spoken there");
    }
}
