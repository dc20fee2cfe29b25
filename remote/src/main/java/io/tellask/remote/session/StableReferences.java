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

        boolean standsFor(RemoteReference one) {
            StableReference stable = reference.get();
            return stable != null && stable.current() == one;
        }
    }

    /** Looks a name up, for a reference that outlives the session. */
    public Promise<Object> lookup(Endpoint endpoint, String name, RemoteContract<?> contract) {
        return endpoint.lookup(name, contract).thenApply(found -> keep(name, contract, (RemoteReference) found));
    }

    private Object keep(String name, RemoteContract<?> contract, RemoteReference found) {
        StableReference stable = contract.newStable(found);
        stable.heldBy(this);
        synchronized (this) {
            held.removeIf(Held::isGone);
            held.add(new Held(name, contract, new WeakReference<>(stable)));
        }
        return stable;
    }

    /** Forgets one: what it stood for is released, unless others stand for it as well. */
    void release(StableReference released) {
        RemoteReference last;
        boolean isShared;
        synchronized (this) {
            held.removeIf(one -> one.isGone() || one.reference.refersTo(released));
            last = released.current();
            isShared = held.stream().anyMatch(one -> one.standsFor(last));
            released.current(last.releasedCopy());
        }
        if (!isShared) {
            RemoteReference.release(last);
        }
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

    private CompletableFuture<?> lookupAgain(Endpoint endpoint, Held one) {
        try {
            return endpoint.lookup(one.name, one.contract).thenAccept(found -> follow(one, (RemoteReference) found));
        } catch (IllegalStateException otherValues) { // of the session: no texts, which this one needs
            return CompletableFuture.failedFuture(otherValues);
        }
    }

    private synchronized void follow(Held one, RemoteReference found) {
        StableReference stable = one.reference.get();
        if (stable != null && held.contains(one)) { // else it was released meanwhile
            stable.current(found);
        }
    }
}
