package io.tellask.remote;

import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.actor.StopReason;
import io.tellask.actor.contract.LocalReference;
import io.tellask.actor.runtime.ActorCell;
import io.tellask.remote.frame.OwnFailure;
import io.tellask.remote.session.Endpoint;
import io.tellask.remote.session.IdleWatch;
import io.tellask.remote.session.RemoteContract;
import io.tellask.remote.session.Sessions;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A session as the actor that serves it sees it: who is at the other end, and when that is over.
 *
 * <p>Thread-safe. Listeners and actors spawned here run as the actor that registered them.
 */
public final class Session {
    private final Endpoint endpoint;
    private final Set<ActorCell<?>> spawned = ConcurrentHashMap.newKeySet();

    private Session(Endpoint endpoint) {
        this.endpoint = endpoint;
        endpoint.onReleased(this::released);
        endpoint.onEnd(reason -> spawned.forEach(cell -> cell.stop(StopReason.SESSION_ENDED)));
    }

    /** The session whose call the calling actor is executing; empty for a local call, and in functions attached to promises. */
    public static Optional<Session> current() {
        return Sessions.current().map(endpoint -> endpoint.attachment(Session.class, () -> new Session(endpoint)));
    }

    /**
     * What is left of the time that the caller gave the call which the calling actor is executing, also by way of other actors, or for
     * which the function was attached that runs now; zero if it is over. Asks made meanwhile get no more than that. Empty where the call
     * has no deadline of its own, and on other threads.
     */
    public static Optional<Duration> remainingTime() {
        return Sessions.remainingTime();
    }

    /**
     * Refuses the call that the calling actor is executing unless the predicate takes the principal who makes it; that one is told an
     * {@link AccessDeniedException}. Calls of the same process pass. The first line of a method that not everybody may call.
     *
     * @param permitted who may; must not wait
     * @param method what is called, for the refusal: {@code Operations.connections}
     */
    public static void require(Predicate<Principal> permitted, String method) {
        Objects.requireNonNull(permitted, "permitted");
        Objects.requireNonNull(method, "method");
        Principal principal = current().map(Session::principal).orElse(null);
        if (principal != null && !permitted.test(principal)) {
            throw new OwnFailure(new AccessDeniedException("call: principal=" + principal + " may not call " + method
                    + "; ask whoever runs the server to permit it"));
        }
    }

    /** The address of the other side, for logs. */
    public String peer() {
        return endpoint.peer();
    }

    /** Who the other side is, as the server's {@link Authenticator} found; {@link Principal#ANONYMOUS} where there is none. */
    public Principal principal() {
        return endpoint.principal();
    }

    /** The certificate that the other side proved to hold; empty where the transport asked for none. */
    public Optional<X509Certificate> certificate() {
        return Optional.ofNullable(endpoint.certificate());
    }

    /** How many references to each other's actors the two sides hold; one that only grows is a leak. */
    public int references() {
        return endpoint.references();
    }

    /**
     * Tells the listener from here on what becomes of the session: that its connection broke and that it goes on over another, or that it is lost. Runs as
     * the actor that registers it.
     */
    public void listen(SessionListener listener) {
        Objects.requireNonNull(listener, "listener");
        ActorCell<?> actor = ActorCell.current();
        endpoint.continuity().listen(actor == null ? listener : new InActor(actor, listener));
    }

    /** Tells a listener as its actor. */
    private record InActor(ActorCell<?> actor, SessionListener listener) implements SessionListener {
        @Override
        public void onDisconnected(RuntimeException cause) {
            actor.execute(() -> listener.onDisconnected(cause));
        }

        @Override
        public void onResumed() {
            actor.execute(listener::onResumed);
        }

        @Override
        public void onLost(RuntimeException cause, long unacknowledgedTells) {
            actor.execute(() -> listener.onLost(cause, unacknowledgedTells));
        }
    }

    /** Whether there is a connection now; without one the session waits for another, for {@code resumeTime} at most. */
    public boolean isConnected() {
        return !endpoint.isEnded() && !endpoint.continuity().isDetached();
    }

    /** Whether the session goes on. */
    public boolean isOpen() {
        return !endpoint.isEnded();
    }

    /**
     * Calls the listener once when the session ends, at once if it has; the reason is empty for a close that somebody asked for. Runs as
     * the actor that registers it.
     */
    public void onEnd(Consumer<Optional<RuntimeException>> listener) {
        Objects.requireNonNull(listener, "listener");
        ActorCell<?> actor = ActorCell.current();
        endpoint.onEnd(reason -> {
            Runnable call = () -> listener.accept(Optional.ofNullable(reason));
            if (actor != null) {
                actor.execute(call);
            } else {
                call.run();
            }
        });
    }

    /**
     * The reference that the peer published under a name. Fails with a {@link LookupException} if the name is not published, or its contract
     * differs.
     */
    @SuppressWarnings("unchecked")
    public <C> Promise<C> lookup(String name, Class<C> contract) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(contract, "contract");
        RemoteContract<C> checked = RemoteContract.of(contract);
        checked.check(endpoint.codec());
        return (Promise<C>) (Promise<?>) endpoint.lookup(name, checked);
    }

    /** Spawns an actor that stops when the peer holds no reference to it any more, or the session ends. Call it from an actor. */
    public <C> C spawn(Class<C> contract, Supplier<? extends C> factory) {
        return spawn(contract, factory, SpawnOptions.defaults());
    }

    /** As {@link #spawn(Class, Supplier)}, with options. */
    public <C> C spawn(Class<C> contract, Supplier<? extends C> factory, SpawnOptions options) {
        Objects.requireNonNull(contract, "contract");
        Objects.requireNonNull(factory, "factory");
        Objects.requireNonNull(options, "options");
        return spawn(contract, factory, options, () -> {});
    }

    /**
     * As {@link #spawn(Class, Supplier, SpawnOptions)}, of an actor that stops also when the peer has not called it for a while, with
     * {@link StopReason#IDLE}. Each call by the peer counts, streams that it opens among them; items, answers and what the actor does by itself do
     * not, nor do calls by others.
     *
     * @param idleTime how long, more than zero
     * @param stopped told once when the actor has stopped, and why; runs as the actor that calls this
     */
    public <C> C spawn(
            Class<C> contract,
            Supplier<? extends C> factory,
            SpawnOptions options,
            Duration idleTime,
            Consumer<StopReason> stopped) {
        Objects.requireNonNull(contract, "contract");
        Objects.requireNonNull(factory, "factory");
        Objects.requireNonNull(options, "options");
        Objects.requireNonNull(idleTime, "idleTime");
        Objects.requireNonNull(stopped, "stopped");
        if (!idleTime.isPositive()) {
            throw new IllegalArgumentException("session: idleTime=" + idleTime + " <= 0; use a positive time");
        }
        ActorCell<?> spawner = ActorCell.current();
        return spawn(contract, factory, options, () -> {
            ActorCell<?> made = Objects.requireNonNull(ActorCell.current(), "the actor that is made");
            IdleWatch.begin(endpoint, made, TimeUnit.NANOSECONDS.convert(idleTime));
            made.lifecycle()
                    .atEnd(
                            stopped,
                            () -> Objects.requireNonNull(spawner, "spawner")
                                    .execute(() -> stopped.accept(Objects.requireNonNull(
                                            made.lifecycle().reason(), "why it stops"))));
        });
    }

    /** {@code prepare} runs as the actor that is made, once it is. */
    private <C> C spawn(Class<C> contract, Supplier<? extends C> factory, SpawnOptions options, Runnable prepare) {
        ActorCell<?> actor = ActorCell.current();
        if (actor == null) {
            throw new IllegalStateException(
                    "session: spawn was called outside of an actor; call it while serving a remote call");
        }
        endpoint.requireMemory();
        C reference = actor.host()
                .spawn(
                        contract,
                        () -> {
                            C made = factory.get();
                            prepare.run();
                            return made;
                        },
                        options);
        ActorCell<?> cell = ((LocalReference) (Object) reference).cell();
        spawned.add(cell);
        if (endpoint.isEnded()) {
            cell.stop(StopReason.SESSION_ENDED);
        }
        return reference;
    }

    private void released(ActorCell<?> cell) {
        if (spawned.remove(cell)) {
            cell.stop(StopReason.SESSION_ENDED);
        }
    }
}
