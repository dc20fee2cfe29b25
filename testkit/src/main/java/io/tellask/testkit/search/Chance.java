package io.tellask.testkit.search;

import java.util.random.RandomGenerator;

/** Chooses by chance, each possibility as often as any other. Belongs to one thread. */
public final class Chance implements Decisions {
    private final RandomGenerator random;

    /** Draws from what is random. */
    public Chance(RandomGenerator random) {
        this.random = random;
    }

    @Override
    public int next(int[] enabled, int preferred) {
        return enabled[random.nextInt(enabled.length)];
    }

    @Override
    public int choose(int options) {
        return random.nextInt(options);
    }
}
