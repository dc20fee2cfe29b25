package io.tellask.examples.first;

import io.tellask.actor.Promise;

/** The contract: a plain interface that server and client both have. */
public interface Greeter {
    void remember(String name); // tell: sent, never answered

    Promise<String> greet(); // ask: answered later
}
