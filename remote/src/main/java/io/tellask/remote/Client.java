package io.tellask.remote;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.BlockingCallException;
import io.tellask.actor.Cancellable;
import io.tellask.actor.ContractException;
import io.tellask.actor.Dispatcher;
import io.tellask.actor.Promise;
import io.tellask.actor.contract.BlockingCalls;
import io.tellask.actor.failure.Failures;
import io.tellask.codec.Codec;
import io.tellask.remote.frame.FailureLog;
import io.tellask.remote.session.Encodings;
import io.tellask.remote.session.Endpoint;
import io.tellask.remote.session.RemoteContract;
import io.tellask.remote.session.SessionGuard;
import io.tellask.remote.session.SessionSettings;
import io.tellask.remote.session.UntypedReference;
import io.tellask.text.SafeLog;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A session with a server, opened from this side: looks up what is published there.
 *
 * <p>When the session ends, everything under way settles: see {@link OutcomeUnknownException}. A client does not connect again by itself.
 * Closed with its actor system at the latest. Thread-safe.
 */
public final class Client implements AutoCloseable {
    private final ActorSystem system;
    private final Endpoint endpoint;
    private final Codec codec;

    private Client(ActorSystem system, Endpoint endpoint, Codec codec) {
        this.system = system;
        this.endpoint = endpoint;
        this.codec = codec;
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
     * The reference published under a name; waits for the server's answer.
     *
     * @throws LookupException if the name is not published, or its contract differs
     * @throws BlockingCallException on a thread that runs actors: use {@link #lookupAsync} there
     */
    public <C> C lookup(String name, Class<C> contract) {
        requireBlocking("lookup");
        return Objects.requireNonNull(BlockingCalls.await(lookupAsync(name, contract), "lookup"));
    }

    /** As {@link #lookup}, without waiting. */
    @SuppressWarnings("unchecked")
    public <C> Promise<C> lookupAsync(String name, Class<C> contract) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(contract, "contract");
        RemoteContract<C> checked = RemoteContract.of(contract);
        checked.check(codec);
        return (Promise<C>) (Promise<?>) endpoint.lookup(name, checked);
    }

    /**
     * The reference published under a name, whose interface need not be here: for a session whose values are JSON or CBOR.
     *
     * @throws IllegalStateException if values are in the binary form
     */
    public Promise<DynamicReference> lookupDynamic(String name) {
        Objects.requireNonNull(name, "name");
        return endpoint.lookupUntyped(name).thenApply(found -> new DynamicReference((UntypedReference) found));
    }

    /** The address of the other side. */
    public String peer() {
        return endpoint.peer();
    }

    /** How many references to each other's actors the two sides hold; one that only grows is a leak. */
    public int references() {
        return endpoint.references();
    }

    /** Whether the session goes on. */
    public boolean isOpen() {
        return !endpoint.isEnded();
    }

    /** Settles when the session has ended; with a failure where nobody asked for it. */
    public Promise<Void> whenEnded() {
        Promise<Void> ended = new Promise<>();
        endpoint.onEnd(reason -> {
            if (reason == null) {
                ended.complete(null);
            } else {
                ended.completeExceptionally(reason);
            }
        });
        return ended;
    }

    /** Lets what was sent leave, and ends the session. */
    @Override
    public void close() {
        system.detach(this);
        CompletableFuture<Void> ended = new CompletableFuture<>();
        endpoint.onEnd(reason -> ended.complete(null));
        endpoint.close("client closes");
        if (!Endpoint.onActorThread()) {
            ended.completeOnTimeout(null, 5, TimeUnit.SECONDS).join();
        }
    }

    private static void requireBlocking(String what) {
        if (Endpoint.onActorThread()) {
            throw new BlockingCallException(what + ": thread="
                    + Thread.currentThread().getName() + " runs actors and must not wait; use the asynchronous form");
        }
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

        /** Connects to the first address that answers; if none does, the last one's failure comes through. */
        public Client connect(List<URI> addresses) {
            if (addresses.isEmpty()) {
                throw new IllegalArgumentException("connect: no address; give at least one");
            }
            TransportException last = null;
            for (URI address : addresses) {
                try {
                    return connect(address);
                } catch (TransportException failed) {
                    if (Thread.currentThread().isInterrupted()) {
                        throw failed;
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
            requireBlocking("connect");
            CompletableFuture<Client> connected = connectNow(address);
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
            CompletableFuture<Client> connected = connectNow(address);
            ConnectPromise promise = new ConnectPromise(connected);
            connected.whenComplete(promise::connected);
            return promise;
        }

        private CompletableFuture<Client> connectNow(URI address) {
            try {
                return begin(address);
            } catch (RejectedExecutionException loopEnded) {
                throw systemClosed(address, loopEnded);
            }
        }

        private static TransportException systemClosed(URI address, RejectedExecutionException loopEnded) {
            return new TransportException(
                    TransportException.Problem.FAILED,
                    "connect: address=" + address + " failed, the actor system is closed; connect with an open one",
                    loopEnded);
        }

        private CompletableFuture<Client> begin(URI address) {
            published.check(codec);
            ValueEncoding chosen = encodingOf(ClientAddress.of(address));
            if (!Encodings.has(chosen)) {
                throw new TransportException(
                        TransportException.Problem.BAD_ADDRESS,
                        "connect: address=" + address + ", " + Encodings.missing(chosen));
            }
            CompletableFuture<Client> connected = new CompletableFuture<>();
            if (credentials == null) {
                connectOnLoop(address, null, connected);
                return connected;
            }
            Cancellable timer = system.ioLoops()
                    .all()
                    .getFirst()
                    .schedule(
                            () -> connected.completeExceptionally(noCredential(
                                    address,
                                    new TimeoutException("none came within connectTime=" + limits.connectTime()))),
                            limits.connectTime().toNanos());
            Objects.requireNonNull(credentials.next(), "what the credentials answered")
                    .whenComplete((credential, failure) -> {
                        timer.cancel(); // from here on the connecting has a time of its own
                        if (credential == null) {
                            connected.completeExceptionally(noCredential(address, failure));
                        } else if (!connected.isDone()) {
                            connectNowOrFail(address, credential, connected);
                        }
                    });
            return connected;
        }

        private static AuthenticationException noCredential(URI address, @Nullable Throwable failure) {
            String text = "connect: address=" + address + ", there is no credential to show";
            if (failure == null) {
                return new AuthenticationException(text + "; let the credentials give one");
            }
            Throwable cause = Failures.unwrap(failure);
            return new AuthenticationException(text + ", " + SafeLog.describe(cause), cause);
        }

        private void connectNowOrFail(URI address, Credential credential, CompletableFuture<Client> connected) {
            try {
                connectOnLoop(address, credential, connected);
            } catch (RejectedExecutionException loopEnded) {
                connected.completeExceptionally(systemClosed(address, loopEnded));
            } catch (Throwable failure) {
                connected.completeExceptionally(failure);
            }
        }

        private ValueEncoding encodingOf(ClientAddress address) {
            return Objects.requireNonNullElse(address.encoding(), encoding);
        }

        private void connectOnLoop(URI address, @Nullable Credential credential, CompletableFuture<Client> connected) {
            ClientAddress parsed = ClientAddress.of(address);
            SessionSettings settings = new SessionSettings(
                    limits,
                    memory,
                    codec,
                    new FailureLog(),
                    new SessionGuard(null, null, credential, interceptor),
                    encodingOf(parsed),
                    null,
                    published.finder(),
                    endpoint -> opened(connected, endpoint),
                    (endpoint, reason) -> connected.completeExceptionally(endedEarly(address, endpoint, reason)));
            List<Dispatcher> loops = system.ioLoops().all();
            Dispatcher loop = loops.get(ThreadLocalRandom.current().nextInt(loops.size()));
            Transport transport = Transports.forAddress(parsed.transport(), transports);
            Cancellable timer = loop.schedule(
                    () -> connected.completeExceptionally(notReached(address)),
                    limits.connectTime().toNanos());
            transport.connect(
                    parsed.transport(),
                    loop,
                    wire -> {
                        timer.cancel(); // from here on the session watches the time
                        return begin(wire, settings, address, connected);
                    },
                    failure -> {
                        timer.cancel();
                        connected.completeExceptionally(failure);
                    });
        }

        private void opened(CompletableFuture<Client> connected, Endpoint endpoint) {
            if (connected.isDone() || !connected.complete(clientOf(endpoint))) {
                endpoint.close("client gave up waiting");
            }
        }

        private static Receiver begin(
                Wire wire, SessionSettings settings, URI address, CompletableFuture<Client> connected) {
            try {
                requirePrivate(wire, settings, address);
                Endpoint endpoint = new Endpoint(wire, settings);
                endpoint.begin(true);
                if (connected.isDone()) {
                    endpoint.close("client gave up waiting");
                }
                return endpoint.receiver();
            } catch (AuthenticationException unsafe) {
                connected.completeExceptionally(unsafe);
                throw unsafe;
            } catch (Throwable failure) {
                connected.completeExceptionally(new TransportException(
                        TransportException.Problem.FAILED,
                        "connect: address=" + address + " failed, " + SafeLog.describe(failure),
                        failure));
                throw failure;
            }
        }

        /** A credential in clear text is anybody's who listens. */
        private static void requirePrivate(Wire wire, SessionSettings settings, URI address) {
            if (settings.guard().credential() != null && !wire.isPrivate() && !Transports.allowsPlaintext(address)) {
                throw new AuthenticationException("connect: address=" + address
                        + ", the credential was not sent, since others could read it on the way; connect by tls, or add"
                        + " ?plaintext=true within a network that you trust");
            }
        }

        private TransportException notReached(URI address) {
            return new TransportException(
                    TransportException.Problem.TIMED_OUT,
                    "connect: address=" + address + " was not reached within connectTime=" + limits.connectTime()
                            + "; check the address and the network");
        }

        private Client clientOf(Endpoint endpoint) {
            Client client = new Client(system, endpoint, codec);
            system.attach(client);
            endpoint.onEnd(reason -> system.detach(client));
            return client;
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
            return reason == null
                    ? new TransportException(problem, text)
                    : new TransportException(problem, text, reason);
        }
    }
}
