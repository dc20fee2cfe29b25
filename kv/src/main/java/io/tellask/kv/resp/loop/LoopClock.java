package io.tellask.kv.resp.loop;

import java.time.Instant;
import java.time.InstantSource;

/** The time that all commands of one batch see. Belongs to the loop, but for {@link #instant}, which is thread-safe. */
public final class LoopClock implements InstantSource {
    private final InstantSource source;
    private volatile long millis;

    public LoopClock(InstantSource source) {
        this.source = source;
        millis = source.millis();
    }

    /** The time now, which goes on while commands run. */
    public Instant precise() {
        return source.instant();
    }

    /** Lets time go on. */
    public void update() {
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
