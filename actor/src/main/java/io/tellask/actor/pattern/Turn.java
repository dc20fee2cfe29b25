package io.tellask.actor.pattern;

import io.tellask.actor.Promise;

/** Settles in a later message of its actor, which therefore does not wait for it. Thread-safe. */
final class Turn extends Promise<Void> {
    @Override
    protected boolean waitsForMaker() {
        return true;
    }
}
