package io.tellask.remote.session;

import io.tellask.actor.Promise;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What a reconnecting client has looked up and still holds: looked up again in each new session. Thread-safe. */
public final class StableReferences {
    private final List<Held> held = new ArrayList<>(); // guarded by this

    private record Held(String name, RemoteContract<?> contract, WeakReference<StableReference> reference) {
        boolean isGone() {
            return reference.refersTo(null);
        }
    }

    /** Looks a name up, for a reference that outlives the session. */
    public Promise<Object> lookup(Endpoint endpoint, String name, RemoteContract<?> contract) {
        return endpoint.lookup(name, contract).thenApply(found -> keep(name, contract, (RemoteReference) found));
    }

    private Object keep(String name, RemoteContract<?> contract, RemoteReference found) {
        StableReference stable = contract.newStable(found);
        synchronized (this) {
            held.removeIf(Held::isGone);
            held.add(new Held(name, contract, new WeakReference<>(stable)));
        }
        return stable;
    }

    /** How many are held. */
    public synchronized int count() {
        held.removeIf(Held::isGone);
        return held.size();
    }

    /** Looks all up in a new session; settles when all are found, with the first failure if some are not. */
    public CompletableFuture<Void> lookupAgain(Endpoint endpoint) {
        List<Held> all;
        synchronized (this) {
            held.removeIf(Held::isGone);
            all = List.copyOf(held);
        }
        return CompletableFuture.allOf(
                all.stream().map(one -> lookupAgain(endpoint, one)).toArray(CompletableFuture[]::new));
    }

    private static CompletableFuture<?> lookupAgain(Endpoint endpoint, Held held) {
        try {
            return endpoint.lookup(held.name, held.contract).thenAccept(found -> {
                StableReference stable = held.reference.get();
                if (stable != null) {
                    stable.current((RemoteReference) found);
                }
            });
        } catch (IllegalStateException otherValues) { // of the session: no texts, which this one needs
            return CompletableFuture.failedFuture(otherValues);
        }
    }
}
