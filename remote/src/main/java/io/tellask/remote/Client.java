package io.tellask.remote;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.BlockingCallException;
import io.tellask.actor.ContractException;
import io.tellask.actor.Promise;
import io.tellask.actor.contract.BlockingCalls;
import io.tellask.actor.failure.Failures;
import io.tellask.actor.runtime.Progress;
import io.tellask.codec.Codec;
import io.tellask.remote.frame.FailureLog;
import io.tellask.remote.session.Endpoint;
import io.tellask.remote.session.RemoteContract;
import io.tellask.remote.session.SessionGuard;
import io.tellask.remote.session.SessionSettings;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A session with a server, opened from this side: looks up what is published there.
 *
 * <p>When the session ends, everything under way settles: see {@link OutcomeUnknownException}. When its connection breaks, the session goes
 * on over another, for which the client sees; when the session is lost, a {@linkplain Builder#reconnecting reconnecting} client opens the next one.
 * Closed with its actor system at the latest. Thread-safe.
 */
public final class Client implements AutoCloseable {
    private final ActorSystem system;
    private final SessionKeeper keeper;
    private final Codec codec;

    private Client(ActorSystem system, SessionKeeper keeper, Codec codec) {
        this.system = system;
        this.keeper = keeper;
        this.codec = codec;
    }

    /** There is a session: from here on it ends with the actor system at the latest. Always true. */
    private boolean attach() {
        system.attach(this);
        keeper.ended().thenRun(() -> system.detach(this));
        return true;
    }

    /**
     * Connects with default settings to an address such as {@code tellask://127.0.0.1:7411}, waiting for the server's welcome.
     *
     * @throws TransportException if the text is no address, or nobody answers there
     */
    public static Client connect(ActorSystem system, String address) {
        Objects.requireNonNull(address, "address");
        return builder(system).connect(address);
    }

    /**
     * Connects with default settings, waiting for the server's welcome.
     *
     * @throws TransportException if nobody answers there
     */
    public static Client connect(ActorSystem system, URI address) {
        Objects.requireNonNull(address, "address");
        return builder(system).connect(address);
    }

    /** Connects to the first address that answers. */
    public static Client connect(ActorSystem system, List<URI> addresses) {
        return builder(system).connect(addresses);
    }

    public static Builder builder(ActorSystem system) {
        return new Builder(system);
    }

    /**
     * The reference published under a name; waits for the server's answer. A {@linkplain Builder#reconnecting reconnecting} client that has
     * no session looks it up in the next one, for up to {@link Limits#callTime}; 1,024 lookups wait at most.
     *
     * @throws LookupException if the name is not published, or its contract differs
     * @throws BlockingCallException on a thread that runs actors: use {@link #lookupAsync} there
     */
    public <C> C lookup(String name, Class<C> contract) {
        requireBlocking("lookup", system);
        return Objects.requireNonNull(BlockingCalls.await(lookupAsync(name, contract), "lookup"));
    }

    /** As {@link #lookup}, without waiting. */
    @SuppressWarnings("unchecked")
    public <C> Promise<C> lookupAsync(String name, Class<C> contract) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(contract, "contract");
        RemoteContract<C> checked = RemoteContract.of(contract);
        checked.check(codec);
        return (Promise<C>) keeper.lookup(name, checked);
    }

    /**
     * The reference published under a name, whose interface need not be here: for a session whose values are JSON or CBOR. That of a
     * {@linkplain Builder#reconnecting reconnecting} client stands for what is published under the name in the session that there is.
     *
     * @throws IllegalStateException if values are in the binary form
     */
    public Promise<DynamicReference> lookupDynamic(String name) {
        Objects.requireNonNull(name, "name");
        return keeper.lookup(name, RemoteContract.UNTYPED).thenApply(DynamicReference::new);
    }

    /** The address of the other side. */
    public String peer() {
        return keeper.endpoint().peer();
    }

    /** How many references to each other's actors the two sides hold; one that only grows is a leak. */
    public int references() {
        return keeper.endpoint().references();
    }

    /** Whether the session goes on, or for a {@linkplain Builder#reconnecting reconnecting} client, whether it was not closed. */
    public boolean isOpen() {
        return keeper.isOpen();
    }

    /** Whether there is a connection now; without one a session waits for another, for {@code resumeTime} at most. */
    public boolean isConnected() {
        return !keeper.endpoint().isEnded() && !keeper.endpoint().continuity().isDetached();
    }

    /**
     * Settles when the session has ended; with a failure where nobody asked for it. For a {@linkplain Builder#reconnecting reconnecting} client that is when
     * it was closed.
     */
    public Promise<Void> whenEnded() {
        Promise<Void> ended = new Promise<>();
        keeper.ended().thenAccept(reason -> {
            if (reason.isEmpty()) {
                ended.complete(null);
            } else {
                ended.completeExceptionally(reason.get());
            }
        });
        return ended;
    }

    /** Tells the listener from here on what becomes of the connection, on the client's I/O loop. */
    public void listen(SessionListener listener) {
        keeper.listen(Objects.requireNonNull(listener, "listener"));
    }

    /** Lets what was sent leave, and ends the session; on the thread that steps its simulation it raises {@link BlockingCallException}, and goes on. */
    @Override
    public void close() {
        Progress.require("close", system.ioLoops().all().getFirst());
        system.detach(this);
        keeper.close();
        if (!Endpoint.onActorThread()) {
            keeper.ended()
                    .copy()
                    .completeOnTimeout(Optional.empty(), 5, TimeUnit.SECONDS)
                    .join();
        }
    }

    private static void requireBlocking(String what, ActorSystem system) {
        if (Endpoint.onActorThread()) {
            throw new BlockingCallException(what + ": thread="
                    + Thread.currentThread().getName() + " runs actors and must not wait; use the asynchronous form");
        }
        Progress.require(what, system.ioLoops().all().getFirst());
    }

    /** What {@link Builder#connectAsync(URI)} returns: closes a client that nobody gets. Thread-safe. */
    private static final class ConnectPromise extends Promise<Client> {
        private final CompletableFuture<Client> connected;

        ConnectPromise(CompletableFuture<Client> connected) {
            this.connected = connected;
        }

        void connected(Client client, @Nullable Throwable failure) {
            if (failure != null) {
                completeExceptionally(Failures.unwrap(failure));
            } else if (!complete(client)) {
                client.close();
            }
        }

        @Override
        protected void onAbandoned() {
            connected.cancel(false); // a connection that still comes about is closed
        }
    }

    /** Settings of a client. Not thread-safe. */
    public static final class Builder {
        private final ActorSystem system;
        private final List<Transport> transports = new ArrayList<>();
        private Limits limits = Limits.defaults();
        private Codec codec = Codec.standard();
        private PeerMemory memory = PeerMemory.ofProcess();
        private final Publications published = new Publications();
        private @Nullable Credentials credentials;
        private @Nullable Interceptor interceptor;
        private boolean reconnecting;
        private ValueEncoding encoding = ValueEncoding.BINARY;

        private Builder(ActorSystem system) {
            this.system = Objects.requireNonNull(system, "system");
        }

        /** What may be decoded besides the closed types of the contracts. */
        public Builder codec(Codec newCodec) {
            codec = Objects.requireNonNull(newCodec, "newCodec");
            return this;
        }

        public Builder limits(Limits newLimits) {
            limits = Objects.requireNonNull(newLimits, "newLimits");
            return this;
        }

        /**
         * Publishes an actor of this process under a name, for the server: {@link Session#lookup} finds it there.
         *
         * @throws ContractException if the interface cannot be called remotely
         * @throws IllegalArgumentException if the object is no reference of that contract, or the name is taken or longer than 256 characters
         */
        public <C> Builder publish(String name, Class<C> contract, C reference) {
            published.add(name, contract, reference);
            return this;
        }

        /** The budget of memory that its peers share; that of the process unless given. */
        public Builder memory(PeerMemory newMemory) {
            memory = Objects.requireNonNull(newMemory, "newMemory");
            return this;
        }

        /** Shows the server who this is; asked anew for each connection. */
        public Builder credentials(Credentials newCredentials) {
            credentials = Objects.requireNonNull(newCredentials, "newCredentials");
            return this;
        }

        /** Sees each call of the server's before it is executed, and when it has ended. */
        public Builder interceptor(Interceptor newInterceptor) {
            interceptor = Objects.requireNonNull(newInterceptor, "newInterceptor");
            return this;
        }

        /**
         * Opens a new session when one is lost, at the first of its addresses that answers, until the client is closed. References that were looked up
         * stand for what is published under their names in the new session; all others end with the lost one. Calls fail while there is none.
         */
        public Builder reconnecting() {
            reconnecting = true;
            return this;
        }

        /** How arguments, results and items travel, where the address does not say it; {@link ValueEncoding#BINARY} unless given. */
        public Builder encoding(ValueEncoding newEncoding) {
            encoding = Objects.requireNonNull(newEncoding, "newEncoding");
            return this;
        }

        /** Adds a transport that is not found by itself. */
        public Builder transport(Transport transport) {
            transports.add(Objects.requireNonNull(transport, "transport"));
            return this;
        }

        /**
         * Connects to the first address that answers; if none does, the last one's failure comes through, with those before it suppressed. A connection that breaks is replaced by one to
         * any of them.
         */
        public Client connect(List<URI> addresses) {
            if (addresses.isEmpty()) {
                throw new IllegalArgumentException("connect: no address; give at least one");
            }
            TransportException last = null;
            for (int i = 0; i < addresses.size(); i++) {
                try {
                    List<URI> beginningHere = new ArrayList<>(addresses);
                    Collections.rotate(beginningHere, -i);
                    return await(addresses.get(i), beginningHere);
                } catch (TransportException failed) {
                    if (Thread.currentThread().isInterrupted()) {
                        throw failed;
                    }
                    if (last != null) {
                        failed.addSuppressed(last);
                    }
                    last = failed;
                }
            }
            throw last;
        }

        /**
         * Connects to an address such as {@code tellask://127.0.0.1:7411}, waiting for the server's welcome.
         *
         * @throws TransportException if the text is no address, or nobody answers there
         * @throws BlockingCallException on a thread that runs actors: use {@link #connectAsync(String)} there
         */
        public Client connect(String address) {
            Objects.requireNonNull(address, "address");
            return connect(Transports.address("connect", address));
        }

        /**
         * Connects, waiting for the server's welcome.
         *
         * @throws TransportException if nobody answers there
         * @throws BlockingCallException on a thread that runs actors: use {@link #connectAsync(URI)} there
         */
        public Client connect(URI address) {
            Objects.requireNonNull(address, "address");
            return await(address, List.of(address));
        }

        private Client await(URI address, List<URI> addresses) {
            requireBlocking("connect", system);
            CompletableFuture<Client> connected = connectNow(addresses);
            try {
                return connected.get();
            } catch (ExecutionException failure) {
                throw Failures.rethrow(Failures.unwrap(failure));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                TransportException interrupted = new TransportException(
                        TransportException.Problem.FAILED,
                        "connect: address=" + address + ", the thread was interrupted while it waited",
                        e);
                connected.completeExceptionally(interrupted); // a connection that still comes about is closed
                throw interrupted;
            }
        }

        /** As {@link #connect(String)}, without waiting; a text that is no address is thrown at once. */
        public Promise<Client> connectAsync(String address) {
            Objects.requireNonNull(address, "address");
            return connectAsync(Transports.address("connect", address));
        }

        /**
         * As {@link #connect(URI)}, without waiting. A connection that comes about after the promise was cancelled, ran out of time or was
         * settled otherwise is closed.
         */
        public Promise<Client> connectAsync(URI address) {
            Objects.requireNonNull(address, "address");
            CompletableFuture<Client> connected = connectNow(List.of(address));
            ConnectPromise promise = new ConnectPromise(connected);
            connected.whenComplete(promise::connected);
            return promise;
        }

        private CompletableFuture<Client> connectNow(List<URI> addresses) {
            published.check(codec);
            CompletableFuture<Client> connected = new CompletableFuture<>();
            SessionKeeper keeper = new SessionKeeper(
                    new Connector(system, transports, limits, credentials),
                    settings(),
                    addresses,
                    encoding,
                    reconnecting,
                    limits.callTime());
            Client client = new Client(system, keeper, codec);
            keeper.open(() -> connected.complete(client) && client.attach(), connected);
            return connected;
        }

        /** What each session is given; changes of this builder do not reach a client that exists. */
        private SessionKeeper.Settings settings() {
            Limits ownLimits = limits;
            PeerMemory ownMemory = memory;
            Codec ownCodec = codec;
            Interceptor ownInterceptor = interceptor;
            Map<String, SessionSettings.Publication> ownPublications = published.soFar();
            return (credential, chosen, events) -> new SessionSettings(
                    ownLimits,
                    ownMemory,
                    ownCodec,
                    new FailureLog(),
                    new SessionGuard(null, null, credential, ownInterceptor),
                    chosen,
                    null,
                    ownPublications,
                    null,
                    events);
        }
    }
}
