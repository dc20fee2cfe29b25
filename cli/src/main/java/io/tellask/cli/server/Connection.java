package io.tellask.cli.server;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.cli.terminal.Quantities;
import io.tellask.cluster.ReplicaClient;
import io.tellask.codec.Codec;
import io.tellask.kv.KeyValueMap;
import io.tellask.kv.KeyValueStore;
import io.tellask.remote.Client;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A connection to a key-value server, for the length of one command. Thread-safe. */
public final class Connection implements AutoCloseable {
    /** How long a single answer may take: a group without a majority says so before. */
    public static final Duration ANSWER_TIME = ReplicaClient.PATIENCE.plusSeconds(5);

    /** A command is over soon, and its loops load classes meanwhile: nobody wants to read that they were slow. */
    private static final Duration UNWATCHED = Duration.ofDays(1);

    private final ActorSystem system;
    private final Client client;
    private final KeyValueStore store;

    private Connection(ActorSystem system, Client client, KeyValueStore store) {
        this.system = system;
        this.client = client;
        this.store = store;
    }

    public static Connection open(URI address) {
        return open(address, Codec.standard());
    }

    public static Connection open(URI address, Codec codec) {
        return open(address, codec, new AccessOption());
    }

    static Connection open(URI address, AccessOption access) {
        return open(address, Codec.standard(), access);
    }

    private static Connection open(URI address, Codec codec, AccessOption access) {
        ActorSystem system = briefSystem();
        try {
            Client client = access.applyTo(Client.builder(system).codec(codec)).connect(address);
            return new Connection(system, client, client.lookup(KeyValueStore.PUBLISHED_NAME, KeyValueStore.class));
        } catch (RuntimeException | Error failure) {
            system.close();
            throw failure;
        }
    }

    /** The actor system of a command that is over soon. */
    public static ActorSystem briefSystem() {
        return ActorSystem.builder().blockedLoopLimit(UNWATCHED).build();
    }

    public KeyValueStore store() {
        return store;
    }

    /** The map of a name, which must exist. */
    public KeyValueMap existingMap(String name) throws Exception {
        return answer(store.find(name));
    }

    /** The map of a name, made if there is none. */
    public KeyValueMap map(String name) throws Exception {
        return answer(store.open(name));
    }

    /** Waits for an answer; what it failed with is thrown as it is. */
    public static <T> T answer(Promise<T> promise) throws Exception {
        return answer(promise, ANSWER_TIME);
    }

    /** As {@link #answer(Promise)}, within a time. */
    public static <T> T answer(Promise<T> promise, Duration within) throws Exception {
        try {
            return promise.get(within.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException failure) {
            throw failure.getCause() instanceof Exception cause ? cause : failure;
        } catch (TimeoutException late) {
            throw late(within);
        }
    }

    static TimeoutException late(Duration within) {
        return new TimeoutException(
                "no answer: waited=" + Quantities.time(within.toMillis()) + "; is the server overloaded or stopped?");
    }

    @Override
    public void close() {
        client.close();
        system.close();
    }
}
