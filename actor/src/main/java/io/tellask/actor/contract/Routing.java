package io.tellask.actor.contract;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a router asks for each call: whom to call. Thread-safe; must neither block nor throw. */
public interface Routing {
    /** The routee of a call, whatever its arguments; null if there is none. */
    default @Nullable Routee next() {
        throw new IllegalStateException("router: its calls go to all routees");
    }

    /** The routee of a call whose first argument is an object; null if there is none. Throws what the user's key function throws. */
    default @Nullable Routee next(@Nullable Object argument) {
        return next();
    }

    /** The routee of a call whose first argument is a whole number; null if there is none. */
    default @Nullable Routee next(long argument) {
        return next();
    }

    /** All routees that are not gone; nobody changes the list. */
    List<Routee> all();

    /** What a call fails with that finds no routee. */
    RuntimeException refusal();

    /** Whether a tell to all may find nobody. */
    default boolean mayBeEmpty() {
        return false;
    }

    /** Takes note of a routee that refused a tell to all; false: whoever made the tell is told in the end. */
    default boolean bears(Throwable failure) {
        return false;
    }
}
