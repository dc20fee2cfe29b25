package io.tellask.bench.codec;

import java.util.Optional;

/** Opens the contenders of one module; found by {@link java.util.ServiceLoader}. */
public interface EngineProvider {
    /** Opens a contender; empty if this provider does not know it. */
    Optional<Engine> open(String contender);
}
