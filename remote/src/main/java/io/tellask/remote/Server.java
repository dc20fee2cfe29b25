package io.tellask.remote;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.BlockingCallException;
import io.tellask.actor.Cancellable;
import io.tellask.actor.ContractException;
import io.tellask.actor.Phase;
import io.tellask.actor.SpawnOptions;
import io.tellask.codec.Codec;
import io.tellask.codec.EncodeException;
import io.tellask.remote.ConnectionList.Arrival;
import io.tellask.remote.frame.FailureLog;
import io.tellask.remote.session.Endpoint;
import io.tellask.remote.session.ResumableSessions;
import io.tellask.remote.session.SessionEvents;
import io.tellask.remote.session.SessionGuard;
import io.tellask.remote.session.SessionSettings;
import io.tellask.remote.session.SharedTexts;
import io.tellask.remote.session.Traffic;
import io.tellask.text.SafeLog;
import io.tellask.text.SpokenProtocol;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Publishes actors of a system under names, at one or more addresses.
 *
 * <p>Only what is published, and references handed out through it, can be called. Closed with its actor system at the latest. Thread-safe.
 */
public final class Server implements AutoCloseable {
    private static final Duration DEFAULT_DRAIN = Duration.ofSeconds(1);
    private static final Duration CLOSE_GRACE = Duration.ofSeconds(3); // for what is not draining

    private final ActorSystem system;
    private final Publications published;
    private final Limits limits;
    private final SessionSettings settings;
    private final PeerMemory memory;
    private final AtomicLong junkConnections = new AtomicLong();
    private final AtomicLong refusedPeers = new AtomicLong();
    private volatile SessionTotals endedTotals = SessionTotals.NONE; // written under this
    private final AtomicLong sessionsOpened = new AtomicLong();
    private final AtomicLong sessionsEnded = new AtomicLong();
    private final AtomicLong sessionsLost = new AtomicLong();
    private final AtomicLong sessionsResumed = new AtomicLong();
    private final AtomicLong refusedConnections = new AtomicLong();
    private final Map<String, Long> otherProtocols = new ConcurrentHashMap<>();
    private final LogLimiter junkLog = new LogLimiter();
    private final ResumableSessions resumable = new ResumableSessions();
    private final Map<Endpoint, Arrival> sessions;
    private final ConnectionList connectionList;
    private final @Nullable Traffic traffic; // null: nobody may watch
    private final List<Transport.Listener> listeners = new ArrayList<>();
    private final CountDownLatch terminated = new CountDownLatch(1);
    private final Duration usualDrain;
    private final AtomicBoolean draining = new AtomicBoolean();
    private volatile List<Cancellable> tiesToSystem = List.of();
    private volatile boolean closing;

    private Server(
            Builder builder, Publications published, Map<Endpoint, Arrival> sessions, @Nullable Traffic traffic) {
        connectionList = new ConnectionList(sessions);
        this.traffic = traffic;
        this.published = published;
        this.sessions = sessions;
        system = builder.system;
        limits = builder.limits;
        settings = new SessionSettings(
                limits,
                builder.memory,
                builder.codec,
                new FailureLog(),
                new SessionGuard(
                        builder.authenticator,
                        new AuthThrottle(limits.authAttempts(), limits.authWindow()),
                        null,
                        builder.interceptor),
                ValueEncoding.BINARY, // its clients choose
                traffic,
                published.soFar(),
                published.resolvers(),
                resumable,
                new Events(),
                new SharedTexts());
        memory = builder.memory;
        usualDrain = builder.drainFor;
    }

    public static Builder builder(ActorSystem system) {
        return new Builder(system);
    }

    /** The first address, with the real port. */
    public URI address() {
        return listeners.getFirst().address();
    }

    /** All addresses, in the order of {@link Builder#listen}. */
    public List<URI> addresses() {
        return listeners.stream().map(Transport.Listener::address).toList();
    }

    /** How many connections are open now. */
    public int connections() {
        return Math.max(0, sessions.size() - resumable.waiting());
    }

    /**
     * What a server has to do with now, and since its start.
     *
     * @param connections sessions that have a connection, and beginnings of sessions
     * @param waitingSessions sessions that have lost their connection and wait for another
     * @param references to actors of this side that peers hold, and to actors of theirs that are held here
     * @param sessionsOpened peers that have introduced themselves and were let in
     * @param sessionsEnded of them those whose session ended because one of the sides asked for it
     * @param sessionsResumed how often a session went on over another connection
     * @param sessionsLost of them those whose session ended otherwise: the connection broke, the peer fell silent, broke a rule or a limit
     * @param refusedConnections connections that were turned away, because there were too many, memory was short or the server was closing
     * @param junkConnections connections that ended without a valid hello: scanners, other protocols, damaged peers
     * @param refusedPeers connections that the authenticator let not in
     * @param otherProtocols those of them that seemed to speak something else, by its name: HTTP, HTTP/2, TLS, RESP
     * @param memory the budget that its peers share with all others of the process, unless it has one of its own
     * @param calls calls and look-ups of peers, of sessions that have ended, too
     * @param receivedBytes bytes that came
     * @param sentBytes bytes that left
     */
    public record Statistics(
            int connections,
            int waitingSessions,
            long references,
            long sessionsOpened,
            long sessionsEnded,
            long sessionsResumed,
            long sessionsLost,
            long refusedConnections,
            long junkConnections,
            long refusedPeers,
            Map<String, Long> otherProtocols,
            PeerMemory.Statistics memory,
            long calls,
            long receivedBytes,
            long sentBytes) {}

    public Statistics statistics() {
        SessionTotals totals = endedTotals.with(sessions.keySet());
        return new Statistics(
                connections(),
                resumable.waiting(),
                sessions.keySet().stream().mapToLong(Endpoint::references).sum(),
                sessionsOpened.get(),
                sessionsEnded.get(),
                sessionsResumed.get(),
                sessionsLost.get(),
                refusedConnections.get(),
                junkConnections.get(),
                refusedPeers.get(),
                Map.copyOf(otherProtocols),
                memory.statistics(),
                totals.calls(),
                totals.receivedBytes(),
                totals.sentBytes());
    }

    /**
     * Its connections, as {@link Operations#connections} tells them, for code of this process. Looks at each of them: on a thread that may
     * take its time.
     *
     * @param where the condition; empty for all
     * @param order which come first
     * @param most how many, from 1 to {@link Operations#MOST_CONNECTIONS}
     * @throws IllegalArgumentException if the condition or the number is wrong
     */
    public Operations.Connections openConnections(String where, Comparator<Operations.Connection> order, int most) {
        return connectionList.find(
                Objects.requireNonNull(where, "where"), Objects.requireNonNull(order, "order"), most);
    }

    /**
     * Tells a watcher of each call that comes from here on and ends, until the answer is cancelled. A call costs 200 ns more meanwhile.
     *
     * @throws IllegalStateException if as many watch as may, or the server publishes nothing that watches: {@link Builder#publishOperations} and
     *     {@link Builder#publishOwn} do
     */
    public Cancellable watchCalls(CallWatcher watcher) {
        Objects.requireNonNull(watcher, "watcher");
        Traffic watched = traffic;
        if (watched == null) {
            throw new IllegalStateException(
                    "server: calls cannot be watched; publish operations, or an actor by publishOwn");
        }
        return watched.watch(watcher);
    }

    /** Whether it takes no new connections any more. */
    public boolean isClosing() {
        return closing;
    }

    /** Whether it should get new clients now: it accepts connections, and there is memory and room for them. */
    public Health.Report health() {
        List<String> problems = new ArrayList<>(3);
        if (closing) {
            problems.add("server: it is closing");
        }
        if (connections() >= limits.connections()) {
            problems.add("server: connections=" + connections() + " >= connections=" + limits.connections());
        }
        if (memory.isShort()) {
            problems.add("peer memory: heldBytes=" + memory.heldBytes() + " > three quarters of limitBytes="
                    + memory.limitBytes());
        }
        return new Health.Report(List.copyOf(problems));
    }

    private final class Events implements SessionEvents {
        @Override
        public void opened(Endpoint endpoint) {
            sessionsOpened.incrementAndGet();
            if (sessions.size() > limits.connections()) {
                resumable.dropLongestWaiting(
                        "sessions > connections=" + limits.connections() + ", and it has waited longest");
            } else if (memory.isCrowded()) {
                resumable.dropLongestWaiting("connections take nearly half of peerMemory=" + memory.limitBytes()
                        + ", and it has waited longest");
            }
        }

        @Override
        public void disconnected(Endpoint endpoint, DisconnectedException cause) {}

        @Override
        public void resumed(Endpoint endpoint) {
            sessionsResumed.incrementAndGet();
        }

        @Override
        public void ended(Endpoint endpoint, @Nullable RuntimeException reason) {
            Server.this.ended(endpoint, reason);
        }
    }

    private void ended(Endpoint endpoint, @Nullable RuntimeException reason) {
        Arrival arrival = sessions.remove(endpoint);
        if (arrival == null) {
            return;
        }
        Endpoint goingOn = endpoint.continuity().handedTo();
        if (goingOn != null) {
            sessions.replace(goingOn, arrival);
            return;
        }
        count(endpoint);
        if (endpoint.isIntroduced()) {
            (reason == null ? sessionsEnded : sessionsLost).incrementAndGet();
            return;
        }
        if (closing) {
            return;
        }
        boolean refused = reason instanceof AuthenticationException;
        (refused ? refusedPeers : junkConnections).incrementAndGet();
        SpokenProtocol other = endpoint.spoken();
        if (other != null) {
            otherProtocols.merge(other.toString(), 1L, Long::sum);
        }
        junkLog.log(
                System.getLogger("io.tellask.remote"),
                System.Logger.Level.WARNING,
                () -> "server: connection of " + endpoint.peer()
                        + (refused ? " was not let in" : " ended without a hello")
                        + (reason == null ? "" : ", " + SafeLog.describe(reason)));
    }

    private void listen(URI address, List<Transport> transports) {
        AtomicReference<@Nullable URI> real = new AtomicReference<>();
        Arrival arrival = new Arrival(address, real::get);
        Transport.Listener listener = Transports.forAddress(address, transports)
                .listen(address, system.ioLoops(), wire -> accept(wire, arrival));
        real.set(listener.address());
        listeners.add(listener);
    }

    /** Keeps what a session has counted that has ended. */
    private synchronized void count(Endpoint endpoint) {
        endedTotals = endedTotals.with(List.of(endpoint));
    }

    private Receiver accept(Wire wire, Arrival arrival) {
        Endpoint endpoint = new Endpoint(wire, settings);
        String refusal = admit(endpoint, arrival);
        boolean hasRoom = endpoint.begin(false);
        if (!refusal.isEmpty()) {
            refusedConnections.incrementAndGet();
            endpoint.refuse(refusal);
        } else if (!hasRoom) {
            refusedConnections.incrementAndGet();
            sessions.remove(endpoint);
        }
        return endpoint.receiver();
    }

    /** Counts the session in; or why it must go again. */
    private synchronized String admit(Endpoint endpoint, Arrival arrival) {
        if (closing) {
            return "server: it is closing; connect to another";
        }
        if (connections() >= limits.connections()) {
            return "server: connections=" + connections() + " >= connections=" + limits.connections()
                    + "; try again later, or raise Limits.connections";
        }
        sessions.put(endpoint, arrival);
        return "";
    }

    /** Has the system close this server with itself, and tell of it in its dumps. */
    private void tieToSystem() {
        String title = "server of " + address();
        tiesToSystem = List.of(
                system.addToDump(connectionList::section),
                system.atClose(Phase.CONNECTIONS, title, CLOSE_GRACE, this::stopAccepting),
                system.atClose(Phase.CALLERS, title, usualDrain.plus(CLOSE_GRACE), this::close));
    }

    /** Accepts no more connections; those that there are go on, until the server closes. */
    public void stopAccepting() {
        synchronized (this) {
            if (closing) {
                return;
            }
            closing = true;
        }
        listeners.forEach(Transport.Listener::close);
    }

    /** Closes after waiting for asks that are under way as long as {@link Builder#drainFor} says. */
    @Override
    public void close() {
        close(usualDrain);
    }

    /**
     * Accepts no more connections, waits until asks under way are answered, at most the given time, then closes every session. Actors go
     * on. Called on a thread that runs actors, it returns at once and goes on by itself.
     */
    public void close(Duration drainFor) {
        long drainNanos = Math.max(0, TimeUnit.NANOSECONDS.convert(Objects.requireNonNull(drainFor, "drainFor")));
        stopAccepting();
        if (!draining.compareAndSet(false, true)) {
            return;
        }
        tiesToSystem.forEach(Cancellable::cancel);
        Draining.closeAll(List.copyOf(sessions.keySet()), drainNanos, this::terminate);
    }

    /** All sessions have ended: nobody can call what this server published by itself. */
    private void terminate() {
        published.stopOwn(system);
        terminated.countDown();
    }

    /**
     * Waits until this server has closed, by whichever thread, and all its sessions have ended. Its actors go on: the last call of a server's
     * {@code main} is {@link ActorSystem#awaitTermination()}.
     *
     * @throws InterruptedException if the thread is interrupted while it waits; the server goes on
     * @throws BlockingCallException on a thread that runs actors
     */
    public void awaitTermination() throws InterruptedException {
        Draining.requirePlainThread();
        terminated.await();
    }

    /**
     * As {@link #awaitTermination()}, for a limited time.
     *
     * @return whether the server has closed
     */
    public boolean awaitTermination(Duration patience) throws InterruptedException {
        Objects.requireNonNull(patience, "patience");
        Draining.requirePlainThread();
        return terminated.await(TimeUnit.NANOSECONDS.convert(patience), TimeUnit.NANOSECONDS);
    }

    /** Settings of a server. Not thread-safe. */
    public static final class Builder {
        private final ActorSystem system;
        private final Publications published = new Publications();
        private final List<URI> addresses = new ArrayList<>();
        private final List<Transport> transports = new ArrayList<>();
        private Limits limits = Limits.defaults();
        private Duration drainFor = DEFAULT_DRAIN;
        private Codec codec = Codec.standard();
        private PeerMemory memory = PeerMemory.ofProcess();
        private @Nullable Authenticator authenticator;
        private boolean withDirectory;
        private boolean withHealth;
        private @Nullable Predicate<Principal> operators;
        private @Nullable Interceptor interceptor;
        private final List<BiConsumer<Publications, Supplier<Server>>> ownActors = new ArrayList<>();

        private Builder(ActorSystem system) {
            this.system = Objects.requireNonNull(system, "system");
        }

        /**
         * Publishes an actor of this process under a name; {@link #start} checks that its parameters and results can be encoded.
         *
         * <p>References to actors travel as arguments, results and items of streams, by themselves and within records, collections and maps.
         * {@link #start} refuses parameters that can never travel: futures, streams and publishers, and functions of the JDK unless a class
         * that implements them is granted.
         *
         * @throws ContractException if the interface cannot be called remotely
         * @throws IllegalArgumentException if the object is no reference of that contract, or the name is taken or longer than 256 characters
         */
        public <C> Builder publish(String name, Class<C> contract, C reference) {
            published.add(name, contract, reference);
            return this;
        }

        /**
         * Publishes what a resolver finds by names that begin with a prefix, and that are not published otherwise.
         *
         * @param contracts those of the actors that it finds; {@link #start} checks them
         * @throws IllegalArgumentException if the prefix is empty or longer than 256 characters, or begins as that of another resolver
         */
        public Builder publishResolved(String prefix, Collection<? extends Class<?>> contracts, NameResolver resolver) {
            published.addResolver(prefix, contracts, resolver);
            return this;
        }

        /**
         * Publishes the {@link Directory} as well, from which {@code tellask describe} tells anybody who may open a session which names, contracts and methods
         * there are. An interceptor that goes by contracts must let {@link Directory} be called.
         */
        public Builder publishDirectory() {
            withDirectory = true;
            return this;
        }

        /**
         * Publishes {@link Health} as well, by which {@code tellask health} and load balancers ask whether the server should get new clients. An
         * interceptor that goes by contracts must let it be called.
         */
        public Builder publishHealth() {
            withHealth = true;
            return this;
        }

        /**
         * Publishes {@link Operations} as well, by which {@code tellask connections} shows who is connected, and {@link ActorOperations}, by which
         * {@code tellask actors} shows what actors do. Every call asks whether the principal of its session is permitted: {@code principal ->
         * principal.hasRole("operator")}. An interceptor that goes by contracts must let both be called. Not published unless this is called.
         */
        public Builder publishOperations(Predicate<Principal> permitted) {
            operators = Objects.requireNonNull(permitted, "permitted");
            return this;
        }

        /**
         * Publishes an actor that knows the server: one that shows what it does, say. It is spawned when the server starts, and stopped when the
         * server has closed. Its calls, and with it those of the server, may be {@linkplain Server#watchCalls watched}.
         *
         * @param actor makes the actor; the server that it is given may be asked for once a session is open
         * @param options where it runs
         * @throws IllegalArgumentException if the name is taken or longer than 256 characters; by {@link #start}
         */
        public <C> Builder publishOwn(
                String name, Class<C> contract, Function<Supplier<Server>, ? extends C> actor, SpawnOptions options) {
            Publications.requireAll(name, contract, actor, options);
            ownActors.add((all, server) -> all.spawn(system, name, contract, () -> actor.apply(server), options));
            return this;
        }

        /**
         * Adds an address such as {@code tellask://127.0.0.1:0}; port 0 takes a free one.
         *
         * @throws TransportException if the text is no address
         */
        public Builder listen(String address) {
            Objects.requireNonNull(address, "address");
            return listen(Transports.address("listen", address));
        }

        public Builder listen(URI address) {
            Objects.requireNonNull(address, "address");
            addresses.add(address);
            return this;
        }

        /** What may be decoded besides the closed types of the contracts: spores, and subclasses of open types. */
        public Builder codec(Codec newCodec) {
            codec = Objects.requireNonNull(newCodec, "newCodec");
            return this;
        }

        public Builder limits(Limits newLimits) {
            limits = Objects.requireNonNull(newLimits, "newLimits");
            return this;
        }

        /** How long {@link Server#close()}, also by the system, waits for asks under way: a second unless set, refused over a day or if negative. */
        public Builder drainFor(Duration time) {
            Draining.require(Objects.requireNonNull(time, "time"));
            drainFor = time;
            return this;
        }

        /** The budget of memory that its peers share; that of the process unless given. */
        public Builder memory(PeerMemory newMemory) {
            memory = Objects.requireNonNull(newMemory, "newMemory");
            return this;
        }

        /** Asks who each peer is before its session opens; without one everybody may come in. */
        public Builder authenticator(Authenticator newAuthenticator) {
            authenticator = Objects.requireNonNull(newAuthenticator, "newAuthenticator");
            return this;
        }

        /** Sees each call before it is executed, and when it has ended; several are put together by {@link Interceptor#all}. */
        public Builder interceptor(Interceptor newInterceptor) {
            interceptor = Objects.requireNonNull(newInterceptor, "newInterceptor");
            return this;
        }

        /** Adds a transport that is not found by itself. */
        public Builder transport(Transport transport) {
            transports.add(Objects.requireNonNull(transport, "transport"));
            return this;
        }

        /**
         * Begins to listen.
         *
         * @throws EncodeException if a parameter or result of a published contract can never be encoded
         * @throws TransportException if an address cannot be listened to; nothing is left open
         */
        public Server start() {
            if (addresses.isEmpty()) {
                throw new IllegalArgumentException("server: no address; call listen first");
            }
            Publications all = new Publications(published);
            try {
                return started(all);
            } catch (RuntimeException | Error failure) {
                all.stopOwn(system);
                throw failure;
            }
        }

        private Server started(Publications all) {
            AtomicReference<Server> started = new AtomicReference<>();
            Supplier<Server> server =
                    () -> Objects.requireNonNull(started.get(), "no session is open before the server is there");
            if (withHealth) {
                all.addHealth(system, () -> server.get().health());
            }
            Map<Endpoint, Arrival> sessions = new ConcurrentHashMap<>();
            Traffic traffic = operators == null && ownActors.isEmpty() ? null : new Traffic();
            if (operators != null && traffic != null) {
                all.addOperations(system, operators, new ConnectionList(sessions), traffic);
            }
            ownActors.forEach(each -> each.accept(all, server));
            if (withDirectory) {
                all.addDirectory(system);
            }
            all.check(codec);
            Server made = new Server(this, all, sessions, traffic);
            started.set(made);
            try {
                addresses.forEach(address -> made.listen(address, transports));
            } catch (RuntimeException failure) {
                made.listeners.forEach(Transport.Listener::close);
                throw failure;
            }
            made.tieToSystem();
            addresses.forEach(address -> Transports.warnOfPlaintext(address, authenticator != null));
            return made;
        }
    }
}
