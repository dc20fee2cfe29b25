package io.tellask.examples;

import io.tellask.actor.Promise;
import io.tellask.remote.Spore;
import java.util.concurrent.Flow;
import java.util.function.Function;

/** The contract of the example's key-value server. */
public interface Users {
    Promise<User> get(String uid);

    Promise<Void> put(User user);

    Promise<Long> size();

    /** The caller's code sees every user, and may stop. */
    <R> Flow.Publisher<R> scan(Spore<User, R> spore);

    /** The caller's code is handed the lookup itself, once, to find its own way through the data. */
    <R> Flow.Publisher<R> walk(Spore<Function<String, User>, R> spore);
}
