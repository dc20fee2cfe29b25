package io.tellask.actor.contract;

import io.tellask.actor.BlockingCallException;
import io.tellask.actor.Promise;
import io.tellask.actor.runtime.CallMessage;
import java.util.Objects;
import java.util.concurrent.Flow;

/**
 * The base of generated references whose calls somebody else makes, of the reference of an actor that is found at the call. Two are equal if who makes
 * the calls is. Thread-safe, as that one is.
 *
 * <p>What generated code calls takes a message, so that no method of a contract can have the same name and parameters.
 */
public abstract class ForwardingReference {
    private final Forwarding forwarding;

    protected ForwardingReference(Forwarding forwarding) {
        this.forwarding = Objects.requireNonNull(forwarding, "forwarding");
    }

    protected final void tell(CallMessage call) {
        forwarding.tell(call);
    }

    protected final Promise<Object> ask(CallMessage call) {
        return forwarding.ask(call);
    }

    protected final Flow.Publisher<Object> stream(CallMessage call) {
        return forwarding.stream(call);
    }

    /** Of a method that blocks its caller, which nobody can wait for while the actor is looked for. */
    protected final Object await(CallMessage call) {
        throw new BlockingCallException("call: method=" + call.method() + " blocks, and " + forwarding
                + " may have to be found first; declare the method to return Promise");
    }

    @Override
    public final boolean equals(Object other) {
        return other instanceof ForwardingReference reference && reference.forwarding.equals(forwarding);
    }

    @Override
    public final int hashCode() {
        return forwarding.hashCode();
    }

    @Override
    public final String toString() {
        return forwarding.toString();
    }
}
