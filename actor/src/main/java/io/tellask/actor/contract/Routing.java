package io.tellask.actor.contract;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a router asks for each call: whom to call. Thread-safe; must neither block nor throw. */
public interface Routing {
    /** The routee of a call, whatever its arguments; null if there is none. */
    @Nullable
    Routee next();

    /** The routee of a call whose first argument is an object; null if there is none. Throws what the user's key function throws. */
    @Nullable
    Routee next(@Nullable Object argument);

    /** The routee of a call whose first argument is a whole number; null if there is none. */
    @Nullable
    Routee next(long argument);

    /** All routees that are not gone; nobody changes the list. */
    List<Routee> all();

    /** What a call fails with that finds no routee. */
    RuntimeException refusal();
}
