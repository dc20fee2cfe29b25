package io.tellask.testkit;

/** A simulated run went wrong; the message carries the seed that repeats it. */
public final class SimulationException extends RuntimeException {
    SimulationException(String message) {
        super(message);
    }

    SimulationException(String message, Throwable cause) {
        super(message, cause);
    }
}
