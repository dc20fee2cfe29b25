package io.tellask.bench.codec;

import java.util.Optional;
import java.util.ServiceLoader;

/** The contenders on this class path. */
final class Engines {
    private Engines() {}

    /**
     * Opens a contender that has met nothing yet.
     *
     * @throws IllegalArgumentException if no module on the class path knows it
     */
    static Engine open(String contender) {
        return ServiceLoader.load(EngineProvider.class).stream()
                .map(provider -> provider.get().open(contender))
                .flatMap(Optional::stream)
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("no such contender on this class path: contender=" + contender));
    }
}
