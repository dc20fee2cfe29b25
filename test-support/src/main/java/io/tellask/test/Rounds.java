package io.tellask.test;

/**
 * How much a test does that repeats a kind of crash, fault or random choice: a few rounds by default, many in the slow tier ({@code -Pslow},
 * which sets {@code -Dtellask.slow=true}).
 */
public final class Rounds {
    private static final boolean SLOW = Boolean.getBoolean("tellask.slow");

    private Rounds() {}

    /** The first number by default, the second one in the slow tier. */
    public static int of(int few, int many) {
        return SLOW ? many : few;
    }
}
