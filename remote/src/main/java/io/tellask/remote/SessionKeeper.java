package io.tellask.remote;

import io.tellask.actor.Dispatcher;
import io.tellask.actor.Promise;
import io.tellask.actor.failure.Failures;
import io.tellask.remote.session.Endpoint;
import io.tellask.remote.session.RemoteContract;
import io.tellask.remote.session.ResumeHandshake;
import io.tellask.remote.session.SessionEvents;
import io.tellask.remote.session.SessionSettings;
import io.tellask.remote.session.StableReferences;
import io.tellask.text.SafeLog;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a client's session: opens it, finds another connection for it when it has lost one, and opens the next session when one is lost and the
 * client wants that.
 *
 * <p>Thread-safety: {@link #open}, {@link #listen}, {@link #close}, {@link #endpoint} and {@link #ended} from any thread; the rest on the loop, which all
 * connections of a client share.
 */
final class SessionKeeper {
    private final Connector connector;
    private final Settings settings;
    private final List<URI> addresses;
    private final ValueEncoding encoding; // where an address does not say it
    private final boolean reconnecting;
    private final Dispatcher loop;
    private final RetryDelay delay;
    private final @Nullable StableReferences stable; // of a client that connects again
    private final WaitingLookups lookups;
    private final List<SessionListener> listeners = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Optional<RuntimeException>> ended = new CompletableFuture<>();
    private volatile @Nullable Endpoint endpoint;
    private volatile boolean closed;
    private int lastAddress; // of those, which the connection was opened to

    /** What a session of this client is given. */
    interface Settings {
        SessionSettings of(@Nullable Credential credential, ValueEncoding encoding, SessionEvents events);
    }

    SessionKeeper(
            Connector connector,
            Settings settings,
            List<URI> addresses,
            ValueEncoding encoding,
            boolean reconnecting,
            Duration callTime) {
        this.connector = connector;
        this.settings = settings;
        this.addresses = List.copyOf(addresses);
        this.encoding = encoding;
        this.reconnecting = reconnecting;
        loop = connector.anyLoop();
        delay = new RetryDelay(loop);
        stable = reconnecting ? new StableReferences() : null;
        lookups = new WaitingLookups(loop, callTime);
        ended.whenComplete((_, _) -> later(lookups::failAll, 0));
    }

    /**
     * Opens the first session, at the first address. {@code taken} is told when there is one, and says whether somebody still wants it; {@code outcome} fails
     * if there is none.
     *
     * @throws TransportException if the address says what is not known, or values as this process has none
     */
    void open(BooleanSupplier taken, CompletableFuture<?> outcome) {
        open(0, taken, outcome);
    }

    private void open(int index, BooleanSupplier taken, CompletableFuture<?> outcome) {
        URI address = addresses.get(index);
        ValueEncoding chosen = ClientAddress.encoding(address, encoding);
        connector.open(
                address,
                loop,
                (wire, credential) -> {
                    Opened events = new Opened(index, taken, outcome);
                    Endpoint opening = new Endpoint(wire, settings.of(credential, chosen, events));
                    opening.begin(true);
                    if (outcome.isDone()) {
                        opening.close("client gave up waiting");
                    }
                    return opening.receiver();
                },
                outcome);
    }

    /** The session that there is, or was last. */
    Endpoint endpoint() {
        Endpoint known = endpoint;
        if (known == null) {
            throw new IllegalStateException("client: it has no session yet");
        }
        return known;
    }

    /** Finds what is published under a name; where a client that connects again has no session, in the next one. */
    Promise<?> lookup(String name, RemoteContract<?> contract) {
        StableReferences known = stable;
        if (known == null) {
            return endpoint().lookup(name, contract);
        }
        if (!endpoint().isEnded() || closed) {
            return known.lookup(endpoint(), name, contract);
        }
        Promise<Object> outcome = new Promise<>();
        try {
            loop.execute(() -> lookupLater(name, session -> known.lookup(session, name, contract), outcome));
        } catch (RejectedExecutionException loopEnded) {
            outcome.completeExceptionally(WaitingLookups.closed());
        }
        return outcome;
    }

    private void lookupLater(String name, Function<Endpoint, Promise<?>> lookup, Promise<Object> outcome) {
        if (closed || !endpoint().isEnded()) {
            WaitingLookups.make(() -> lookup.apply(endpoint()), outcome);
        } else {
            lookups.add(name, lookup, outcome);
        }
    }

    /** Whether there is a session, or will be one. */
    boolean isOpen() {
        return !ended.isDone() && (reconnecting && !closed || !endpoint().isEnded());
    }

    /** Settles when there will be no session any more; empty where somebody asked for that. */
    CompletableFuture<Optional<RuntimeException>> ended() {
        return ended;
    }

    void listen(SessionListener listener) {
        listeners.add(listener);
    }

    /** Lets what was sent leave, and ends the session. */
    void close() {
        closed = true;
        Endpoint known = endpoint;
        if (known == null || known.isEnded()) {
            ended.complete(Optional.empty());
        } else {
            known.close("client closes");
        }
    }

    private void tell(Consumer<SessionListener> event) {
        for (SessionListener listener : listeners) {
            try {
                event.accept(listener);
            } catch (Throwable failure) { // the application's own
                loop.failed("a listener to a client failed: client of=", addresses.getFirst(), failure);
            }
        }
    }

    /** Runs a task on the loop after a delay, unless that has ended, and all sessions with it. */
    private void later(Runnable task, long delayNanos) {
        try {
            loop.schedule(task, delayNanos);
        } catch (RejectedExecutionException loopEnded) {
            ended.complete(Optional.empty());
        }
    }

    /** What one session tells. */
    private final class Opened implements SessionEvents {
        private final int index;
        private final BooleanSupplier taken;
        private final CompletableFuture<?> outcome;

        Opened(int index, BooleanSupplier taken, CompletableFuture<?> outcome) {
            this.index = index;
            this.taken = taken;
            this.outcome = outcome;
        }

        @Override
        public void opened(Endpoint opened) {
            Endpoint before = endpoint;
            endpoint = opened;
            lastAddress = index;
            delay.connected();
            if (closed || !taken.getAsBoolean()) {
                endpoint = before;
                opened.close("client gave up waiting");
            }
        }

        @Override
        public void disconnected(Endpoint lost, DisconnectedException cause) {
            tell(listener -> listener.onDisconnected(cause));
            new Resuming(lost, cause).scheduleRound(0);
        }

        @Override
        public void resumed(Endpoint resumed) {
            delay.connected();
            tell(SessionListener::onResumed);
        }

        @Override
        public String remedy() {
            return reconnecting && !closed
                    ? "the client connects again by itself; references that were looked up work again then,"
                            + " ask for others anew"
                    : "connect again";
        }

        @Override
        public void ended(Endpoint over, @Nullable RuntimeException reason) {
            if (!outcome.isDone()) {
                outcome.completeExceptionally(endedEarly(addresses.get(index), over, reason));
            }
            if (over == endpoint) {
                sessionEnded(over, reason);
            }
        }
    }

    private static RuntimeException endedEarly(URI address, Endpoint endpoint, @Nullable RuntimeException reason) {
        if (reason instanceof AuthenticationException refused) {
            return refused;
        }
        String text = "connect: address=" + address + " ended the session at once"
                + (reason == null ? "" : ", " + reason.getMessage());
        TransportException.Problem problem = switch (reason == null ? null : reason.getCause()) {
            case TransportException said -> said.problem();
            case null, default ->
                endpoint.spoken() == null
                        ? TransportException.Problem.FAILED
                        : TransportException.Problem.OTHER_PROTOCOL;
        };
        return reason == null ? new TransportException(problem, text) : new TransportException(problem, text, reason);
    }

    private void sessionEnded(Endpoint over, @Nullable RuntimeException reason) {
        if (!closed) {
            RuntimeException why =
                    reason != null ? reason : new DisconnectedException("peer " + over.peer() + " closed the session");
            long tells = over.continuity().unacknowledgedTells();
            tell(listener -> listener.onLost(why, tells));
        }
        if (reconnecting && !closed) {
            new Reconnecting().scheduleRound(over.continuity().comeBackMillis());
        } else {
            ended.complete(Optional.ofNullable(reason));
        }
    }

    /** Tries all addresses in turn, the last one first, and again after a while. */
    private abstract class Rounds {
        private int tried;
        private int afterMillis;
        private boolean hopeless;
        private RuntimeException last = new DisconnectedException("connect: not tried yet");

        /** Begins a round, after what time the server wants, or what the rounds before call for. */
        final void scheduleRound(int serverMillis) {
            later(this::begin, delay.nextNanos(serverMillis));
        }

        private void begin() {
            tried = 0;
            afterMillis = 0;
            hopeless = true;
            tryNext();
        }

        private void tryNext() {
            if (!isWanted()) {
                over();
            } else if (tried < addresses.size()) {
                int index = (lastAddress + tried++) % addresses.size();
                try {
                    attempt(index);
                } catch (Throwable failure) {
                    failed(failure, false, 0);
                }
            } else if (hopeless && !retriesWhatIsHopeless()) {
                giveUp(last);
            } else {
                scheduleRound(afterMillis);
            }
        }

        /** One address did not do: from any thread. */
        final void failed(Throwable failure, boolean isHopelessThere, int serverMillis) {
            later(
                    () -> {
                        Throwable cause = Failures.unwrap(failure);
                        last = cause instanceof RuntimeException known
                                ? known
                                : new DisconnectedException("connect: " + SafeLog.describe(cause), cause);
                        hopeless &= isHopelessThere
                                || cause instanceof TransportException said
                                        && said.problem() == TransportException.Problem.REFUSED;
                        afterMillis = Math.max(afterMillis, serverMillis);
                        tryNext();
                    },
                    0);
        }

        abstract boolean isWanted();

        abstract void over();

        abstract boolean retriesWhatIsHopeless();

        abstract void giveUp(RuntimeException why);

        /** Tries one address; {@link #failed} follows if it does not do. */
        abstract void attempt(int index);
    }

    /** Looks for another connection for a session that waits for one. */
    private final class Resuming extends Rounds {
        private final Endpoint session;
        private final DisconnectedException cause;

        Resuming(Endpoint session, DisconnectedException cause) {
            this.session = session;
            this.cause = cause;
        }

        @Override
        boolean isWanted() {
            return session.continuity().isDetached();
        }

        @Override
        void over() {}

        @Override
        boolean retriesWhatIsHopeless() {
            return false;
        }

        @Override
        void giveUp(RuntimeException why) {
            session.continuity()
                    .giveUpWaiting(
                            why instanceof AuthenticationException
                                    ? why
                                    : new DisconnectedException(cause.getMessage() + "; " + why.getMessage(), cause));
        }

        @Override
        void attempt(int index) {
            CompletableFuture<ResumeHandshake.Outcome> outcome = new CompletableFuture<>();
            connector.open(
                    addresses.get(index),
                    loop,
                    (wire, credential) -> session.continuity().goOnOver(wire, credential, outcome::complete),
                    outcome);
            outcome.whenComplete((what, failure) -> {
                switch (what) {
                    case null -> failed(failure, false, 0);
                    case ResumeHandshake.Outcome.Resumed() -> lastAddress = index;
                    case ResumeHandshake.Outcome.Lost(var why) -> failed(why, true, 0);
                    case ResumeHandshake.Outcome.Failed(var why, var millis) -> failed(why, false, millis);
                }
            });
        }
    }

    /** Opens the next session in the place of a lost one. */
    private final class Reconnecting extends Rounds {
        @Override
        boolean isWanted() {
            return !closed;
        }

        @Override
        void over() {
            ended.complete(Optional.empty());
        }

        @Override
        boolean retriesWhatIsHopeless() {
            return true;
        }

        @Override
        void giveUp(RuntimeException why) {
            throw new IllegalStateException("client: it was to be connected again", why);
        }

        @Override
        void attempt(int index) {
            CompletableFuture<Endpoint> outcome = new CompletableFuture<>();
            open(index, () -> outcome.complete(endpoint()), outcome);
            outcome.whenComplete((opened, failure) -> {
                if (failure == null) {
                    lookupAgain(opened);
                } else {
                    failed(failure, false, 0);
                }
            });
        }

        /** A name that is not published there any more fails its calls until the next session; the others go on. */
        private void lookupAgain(Endpoint session) {
            StableReferences known = Objects.requireNonNull(stable);
            lookups.makeAll(session);
            known.lookupAgain(session).whenComplete((all, failure) -> {
                if (failure != null) {
                    loop.failed("a name could not be looked up again: peer=", session.peer(), Failures.unwrap(failure));
                }
                if (!session.isEnded()) {
                    tell(SessionListener::onReconnected);
                }
            });
        }
    }
}
