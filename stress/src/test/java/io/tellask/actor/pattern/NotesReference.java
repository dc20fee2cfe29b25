package io.tellask.actor.pattern;

import io.tellask.actor.contract.Routee;
import io.tellask.actor.contract.StopWatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A reference without an actor behind it: gone when a test says so, and counting what it is told. Thread-safe. */
final class NotesReference implements Notes, Routee {
    private final String name;
    private final AtomicInteger told = new AtomicInteger();
    private volatile boolean gone;

    NotesReference(String name) {
        this.name = name;
    }

    void end() {
        gone = true;
    }

    int told() {
        return told.get();
    }

    @Override
    public void note(int number) {
        told.incrementAndGet();
    }

    @Override
    public long load(Asker asker) {
        return 0;
    }

    @Override
    public boolean isGone(Asker asker) {
        return gone;
    }

    @Override
    public void watch(StopWatch watch) {
        throw new UnsupportedOperationException("nobody watches");
    }

    @Override
    public String toString() {
        return name;
    }
}
