package io.tellask.testkit.search;

import java.util.BitSet;

/**
 * What a step touched that steps of others may touch as well, by number: two steps of different processes whose footprints have nothing in common can change
 * places, and nobody sees a difference. Belongs to one thread.
 */
public final class Footprint {
    private final BitSet touched = new BitSet();
    private boolean everything;

    /** A footprint of nothing. */
    public Footprint() {}

    /** What conflicts with every step, such as time that passes. */
    public static Footprint ofEverything() {
        Footprint footprint = new Footprint();
        footprint.everything = true;
        return footprint;
    }

    /** Adds something. */
    public void touch(int thing) {
        touched.set(thing);
    }

    /** Adds what another one has. */
    public void add(Footprint other) {
        touched.or(other.touched);
        everything |= other.everything;
    }

    /** Whether the order of both matters. */
    public boolean conflictsWith(Footprint other) {
        return everything || other.everything || touched.intersects(other.touched);
    }
}
