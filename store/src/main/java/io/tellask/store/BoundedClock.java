package io.tellask.store;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;

/** A clock given by the application, whose instants beyond what milliseconds can count are the last or first that they can. Thread-safe as that clock is. */
record BoundedClock(InstantSource source) implements InstantSource {
    BoundedClock {
        Objects.requireNonNull(source, "time");
    }

    @Override
    public Instant instant() {
        return source.instant();
    }

    @Override
    public long millis() {
        try {
            return source.millis();
        } catch (ArithmeticException beyond) {
            return source.instant().getEpochSecond() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }
}
