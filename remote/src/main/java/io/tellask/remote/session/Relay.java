package io.tellask.remote.session;

import io.tellask.actor.runtime.ActorCell;
import io.tellask.actor.runtime.CallMessage;
import io.tellask.codec.ByteReader;
import io.tellask.codec.EncodeException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A reference of another session that is passed on to this session's peer: calls that come for it are made through it. It is exported as
 * an actor of the session's loop ({@link RelayedExport}), and kept while the peer holds it. Two are equal if they pass on the same
 * reference with the same deadline. Immutable but for the cell, which belongs to {@link Exports}.
 */
final class Relay extends Skeleton {
    private final Object reference; // a RemoteReference, or a StableReference
    private final RemoteContract<?> contract;
    private final int deadlineMillis;
    private @Nullable ActorCell<Relay> cell;
    private @Nullable Skeleton calls; // of the contract

    private Relay(Object reference, RemoteReference current, RemoteContract<?> contract) {
        this.reference = reference;
        this.contract = contract;
        deadlineMillis = current.target().deadlineMillis();
    }

    /** Whether a value is a reference that is passed on by a relay, in a session other than its own. */
    static boolean passesOn(Object value, Endpoint endpoint) {
        if (!(value instanceof RemoteReference) && !(value instanceof StableReference)) {
            return false;
        }
        RemoteReference remote = StableReference.behind(value);
        return remote != null
                && remote.target().endpoint() != endpoint
                && remote.target().actor() != null
                && !(remote instanceof RemoteStream);
    }

    /** Of a reference that another session brought, called by a contract of this process. */
    static Relay of(Object reference, RemoteContract<?> contract) {
        RemoteReference current = Objects.requireNonNull(StableReference.behind(reference));
        if (current instanceof UntypedReference) {
            throw new EncodeException("encode: " + reference
                    + " has no interface here, and cannot be passed on; look it up by its interface");
        }
        return new Relay(reference, current, contract);
    }

    /** Whether the calling thread makes a call that came for a relay. */
    static boolean isCurrent() {
        ActorCell<?> current = ActorCell.current();
        return current != null && current.actor() instanceof Relay;
    }

    /** The answer of a method that blocks its callers, and must not block the loop. */
    @SuppressWarnings("serial") // never leaves the thread
    static final class Asked extends RuntimeException {
        private final transient RemotePromise answer;

        Asked(RemotePromise answer) {
            super(null, null, false, false);
            this.answer = answer;
        }
    }

    RemoteContract<?> contract() {
        return contract;
    }

    Object reference() {
        return reference;
    }

    /** Makes the actor that takes the peer's calls. */
    Relay open(Endpoint endpoint) {
        cell = LoopHost.newCell(endpoint, "relay of " + contract.name(), this);
        calls = contract.skeleton(endpoint);
        return this;
    }

    ActorCell<Relay> cell() {
        return Objects.requireNonNull(cell);
    }

    /** What calls go to now. */
    RemoteTarget target() {
        RemoteTarget target =
                Objects.requireNonNull(StableReference.behind(reference)).target();
        return Objects.requireNonNullElse(target.actor(), target);
    }

    /** Makes a call; the promise of its answer also where the method blocks. */
    @Override
    public @Nullable Object call(int method, Object actor, ByteReader in, ArgumentReader arguments) throws Throwable {
        try {
            return Objects.requireNonNull(calls).call(method, reference, in, arguments);
        } catch (Asked blocking) {
            return blocking.answer;
        }
    }

    @Override
    public CallMessage message(int method, ByteReader in, ArgumentReader arguments) {
        throw new AssertionError("calls of a relay are kept as they came");
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Relay relay
                && relay.deadlineMillis == deadlineMillis
                && relay.reference.equals(reference);
    }

    @Override
    public int hashCode() {
        return reference.hashCode();
    }
}
