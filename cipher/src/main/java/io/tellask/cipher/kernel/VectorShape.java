package io.tellask.cipher.kernel;

import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorSpecies;

/** The vectors that this machine prefers, of 4, 8 or 16 words. Stateless and thread-safe. */
final class VectorShape {
    static final VectorSpecies<Integer> SPECIES = preferred();

    /** Words of a vector, and so blocks of a batch. */
    static final int LENGTH = SPECIES.length();

    /** The number of each lane. */
    static final IntVector LANES = IntVector.zero(SPECIES).addIndex(1);

    private VectorShape() {}

    private static VectorSpecies<Integer> preferred() {
        return switch (IntVector.SPECIES_PREFERRED.length()) {
            case 1, 2, 4 -> IntVector.SPECIES_128;
            case 8 -> IntVector.SPECIES_256;
            default -> IntVector.SPECIES_512;
        };
    }

    /** Whether the processor has vectors at all that are worth it. */
    static boolean isWorthIt() {
        return IntVector.SPECIES_PREFERRED.length() >= 4;
    }
}
