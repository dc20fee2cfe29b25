package io.tellask.remote;

import java.util.Objects;
import java.util.concurrent.CompletionStage;

/**
 * Finds actors by names that are not known when a server starts: each is looked for, or made, when a client looks its name up.
 *
 * <p>Called on an I/O loop, by several at a time: it must not wait. Lookups that wait for it count as asks without an answer, and are bounded with them.
 */
@FunctionalInterface
public interface NameResolver {
    /**
     * An actor that was found.
     *
     * @param <C> its contract
     * @param contract one of those that the resolver was published with
     * @param reference of an actor of this process
     */
    record Found<C>(Class<C> contract, C reference) {
        public Found {
            Objects.requireNonNull(contract, "contract");
            Objects.requireNonNull(reference, "reference");
        }
    }

    /** The actor of a name; a failure refuses the lookup with a {@link LookupException} that tells its message. */
    CompletionStage<? extends Found<?>> resolve(String name);
}
