package io.tellask.cipher.kernel;

import static jdk.incubator.vector.VectorOperators.XOR;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorSpecies;

/** The same as {@link Xor}, a vector at a time. Stateless and thread-safe. */
final class VectorXor {
    private static final VectorSpecies<Byte> SPECIES = VectorShape.SPECIES.withLanes(byte.class);

    private VectorXor() {}

    static void apply(byte[] key, int keyOffset, MemorySegment source, MemorySegment target, long offset, int length) {
        int done = 0;
        for (; done <= length - SPECIES.length(); done += SPECIES.length()) {
            ByteVector.fromArray(SPECIES, key, keyOffset + done)
                    .lanewise(
                            XOR, ByteVector.fromMemorySegment(SPECIES, source, offset + done, ByteOrder.nativeOrder()))
                    .intoMemorySegment(target, offset + done, ByteOrder.nativeOrder());
        }
        Xor.apply(key, keyOffset + done, source, target, offset + done, length - done);
    }
}
