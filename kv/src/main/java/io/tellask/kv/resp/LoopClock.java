package io.tellask.kv.resp;

import java.time.Instant;
import java.time.InstantSource;

/** The time that all commands of one batch see. Belongs to the loop, but for {@link #instant}, which is thread-safe. */
final class LoopClock implements InstantSource {
    private final InstantSource source;
    private volatile long millis;

    LoopClock(InstantSource source) {
        this.source = source;
        millis = source.millis();
    }

    /** The time now, which goes on while commands run. */
    Instant precise() {
        return source.instant();
    }

    /** Lets time go on. */
    void update() {
        millis = source.millis();
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis);
    }

    @Override
    public long millis() {
        return millis;
    }
}
