package io.tellask.console;

import java.time.Instant;
import java.util.Objects;

/**
 * A pause of the garbage collector, in which no thread of the process ran.
 *
 * @param at when it began
 * @param collector such as {@code G1 Young Generation}
 * @param cause such as {@code G1 Evacuation Pause}
 * @param millis how long it took, in whole milliseconds
 */
public record Pause(Instant at, String collector, String cause, long millis) {
    public Pause {
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(collector, "collector");
        Objects.requireNonNull(cause, "cause");
    }
}
