package com.acme;

import io.tellask.actor.Promise;
import java.io.Serializable;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What {@link Edges} is made of. */
public interface EdgeParts {
    /** Super-interface whose parameters stand in nested types. */
    interface Left<A, B> extends Far<B> {
        void pairs(Map<A, List<? extends B>[]> pairs);

        void replaced(A value);

        Promise<A> twice(A value);

        void later(List<@Nullable A> values);
    }

    /** Further up. */
    interface Far<X> {
        void far(X[] many, X... more);

        Promise<X> covered(X value);
    }

    /** Has methods that others have, too. */
    interface Right<C> {
        Promise<C> twice(C value);

        void toBeDefault(C value);

        CompletableFuture<String> plain();
    }

    /** Returns a type that is more specific. */
    interface Narrow {
        Promise<String> plain();

        Collection<String> wide();
    }

    /** With a class that holds on to it. */
    class Outer<O> implements Serializable {
        private static final long serialVersionUID = 1L;

        O value;
    }

    /** Generic, too. */
    record Within<W>(W value) {}
}
