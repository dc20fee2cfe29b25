package io.tellask.cipher.kernel;

import static jdk.incubator.vector.VectorOperators.XOR;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorSpecies;

/** The same as {@link Xor}, a vector at a time. Stateless and thread-safe. */
final class VectorXor {
    private static final VectorSpecies<Byte> SPECIES = VectorShape.SPECIES.withLanes(byte.class);

    private VectorXor() {}

    @SuppressWarnings("checkstyle:ParameterNumber") // three ranges of one length
    static void apply(
            byte[] key, int keyOffset, byte[] source, int sourceOffset, byte[] target, int targetOffset, int length) {
        int done = 0;
        for (; done <= length - SPECIES.length(); done += SPECIES.length()) {
            ByteVector.fromArray(SPECIES, key, keyOffset + done)
                    .lanewise(XOR, ByteVector.fromArray(SPECIES, source, sourceOffset + done))
                    .intoArray(target, targetOffset + done);
        }
        if (done < length) {
            Xor.apply(key, keyOffset + done, source, sourceOffset + done, target, targetOffset + done, length - done);
        }
    }
}
