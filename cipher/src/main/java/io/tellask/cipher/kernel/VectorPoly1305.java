package io.tellask.cipher.kernel;

import static jdk.incubator.vector.VectorOperators.ADD;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link Poly1305} on as many blocks at once as a vector has longs: lane {@code i} takes blocks i, i + n, i + 2n and so on and multiplies by the n-th power of the
 * point, at the end by the power that its place asks for. Numbers have five limbs of 26 bits. Only to be touched where {@link Kernels#hasVectorModule} says
 * yes. Not thread-safe.
 */
final class VectorPoly1305 {
    private static final VectorSpecies<Long> SPECIES = VectorShape.SPECIES.withLanes(long.class);
    private static final VectorSpecies<Byte> BYTES = VectorShape.SPECIES.withLanes(byte.class);
    private static final int LENGTH = SPECIES.length();
    private static final int VECTOR_BYTES = LENGTH * Long.BYTES;
    private static final int LIMBS = 5;
    private static final int FACTORS = 2 * LIMBS - 1; // the limbs, and five times all but the first
    private static final int BITS = 26;
    private static final long MASK = (1L << BITS) - 1;
    private static final long LOW_HALF = 0xffffffffL;
    private static final long TOP_BIT = 1L << 24;
    private static final LongVector EVEN = selection(lane -> 2 * lane);
    private static final LongVector ODD = selection(lane -> 2 * lane + 1);

    /** Bytes of the blocks that are taken at once. */
    static final int BATCH_BYTES = 2 * VECTOR_BYTES;

    /** Factors of all steps but the last, then those of the last one; each has a vector. */
    private final long[] factors = new long[2 * FACTORS * LENGTH];

    private final long[] lanes = new long[LIMBS * LENGTH];
    private final long[] limbs = new long[LIMBS];

    private static LongVector selection(IntUnaryOperator index) {
        long[] indexes = new long[LENGTH];
        for (int lane = 0; lane < LENGTH; lane++) {
            indexes[lane] = index.applyAsInt(lane);
        }
        return LongVector.fromArray(SPECIES, indexes, 0);
    }

    /** How many powers {@link #power} is to be given. */
    static int powers() {
        return LENGTH;
    }

    /** Takes a power of the point, 1 to {@link #powers}, in limbs of 44, 44 and 42 bits. */
    void power(int exponent, long[] power) {
        split(power);
        for (int factor = 0; factor < FACTORS; factor++) {
            long value = factor < LIMBS ? limbs[factor] : 5 * limbs[factor - LIMBS + 1];
            factors[(FACTORS + factor) * LENGTH + LENGTH - exponent] = value;
            if (exponent == LENGTH) {
                Arrays.fill(factors, factor * LENGTH, (factor + 1) * LENGTH, value);
            }
        }
    }

    private void split(long[] sum) {
        limbs[0] = sum[0] & MASK;
        limbs[1] = (sum[0] >>> 26) + (sum[1] << 18 & MASK);
        limbs[2] = sum[1] >>> 8 & MASK;
        limbs[3] = (sum[1] >>> 34) + (sum[2] << 10 & MASK);
        limbs[4] = sum[2] >>> 16;
    }

    /** Takes whole batches of whole blocks into the sum, which has limbs of 44, 44 and 42 bits. */
    void blocks(byte[] message, int end, long[] sum) {
        split(sum);
        Arrays.fill(lanes, 0);
        for (int limb = 0; limb < LIMBS; limb++) {
            lanes[limb * LENGTH] = limbs[limb];
        }
        add(message, end);
        combine(message, end - BATCH_BYTES);
        join(sum);
    }

    /**
     * Multiplies the lanes by their power and adds batches, all but the last. The compiler multiplies longs far cheaper if it sees that their upper
     * halves are zero, for which they are masked.
     */
    private void add(byte[] message, int end) {
        LongVector h0 = LongVector.fromArray(SPECIES, lanes, 0);
        LongVector h1 = LongVector.fromArray(SPECIES, lanes, LENGTH);
        LongVector h2 = LongVector.fromArray(SPECIES, lanes, 2 * LENGTH);
        LongVector h3 = LongVector.fromArray(SPECIES, lanes, 3 * LENGTH);
        LongVector h4 = LongVector.fromArray(SPECIES, lanes, 4 * LENGTH);
        LongVector r0 = LongVector.fromArray(SPECIES, factors, 0).and(LOW_HALF);
        LongVector r1 = LongVector.fromArray(SPECIES, factors, LENGTH).and(LOW_HALF);
        LongVector r2 = LongVector.fromArray(SPECIES, factors, 2 * LENGTH).and(LOW_HALF);
        LongVector r3 = LongVector.fromArray(SPECIES, factors, 3 * LENGTH).and(LOW_HALF);
        LongVector r4 = LongVector.fromArray(SPECIES, factors, 4 * LENGTH).and(LOW_HALF);
        LongVector s1 = LongVector.fromArray(SPECIES, factors, 5 * LENGTH).and(LOW_HALF);
        LongVector s2 = LongVector.fromArray(SPECIES, factors, 6 * LENGTH).and(LOW_HALF);
        LongVector s3 = LongVector.fromArray(SPECIES, factors, 7 * LENGTH).and(LOW_HALF);
        LongVector s4 = LongVector.fromArray(SPECIES, factors, 8 * LENGTH).and(LOW_HALF);
        for (int at = 0; at < end - BATCH_BYTES; at += BATCH_BYTES) {
            LongVector left = ByteVector.fromArray(BYTES, message, at).reinterpretAsLongs();
            LongVector right =
                    ByteVector.fromArray(BYTES, message, at + VECTOR_BYTES).reinterpretAsLongs();
            LongVector low = EVEN.selectFrom(left, right);
            LongVector high = ODD.selectFrom(left, right);
            h0 = h0.add(low.and(MASK)).and(LOW_HALF);
            h1 = h1.add(low.lanewise(LSHR, 26).and(MASK)).and(LOW_HALF);
            h2 = h2.add(low.lanewise(LSHR, 52).or(high.lanewise(LSHL, 12)).and(MASK))
                    .and(LOW_HALF);
            h3 = h3.add(high.lanewise(LSHR, 14).and(MASK)).and(LOW_HALF);
            h4 = h4.add(high.lanewise(LSHR, 40).or(TOP_BIT)).and(LOW_HALF);
            LongVector d0 =
                    h0.mul(r0).add(h1.mul(s4)).add(h2.mul(s3)).add(h3.mul(s2)).add(h4.mul(s1));
            LongVector d1 =
                    h0.mul(r1).add(h1.mul(r0)).add(h2.mul(s4)).add(h3.mul(s3)).add(h4.mul(s2));
            LongVector d2 =
                    h0.mul(r2).add(h1.mul(r1)).add(h2.mul(r0)).add(h3.mul(s4)).add(h4.mul(s3));
            LongVector d3 =
                    h0.mul(r3).add(h1.mul(r2)).add(h2.mul(r1)).add(h3.mul(r0)).add(h4.mul(s4));
            LongVector d4 =
                    h0.mul(r4).add(h1.mul(r3)).add(h2.mul(r2)).add(h3.mul(r1)).add(h4.mul(r0));
            d1 = d1.add(d0.lanewise(LSHR, BITS));
            d2 = d2.add(d1.lanewise(LSHR, BITS));
            d3 = d3.add(d2.lanewise(LSHR, BITS));
            d4 = d4.add(d3.lanewise(LSHR, BITS));
            LongVector beyond = d4.lanewise(LSHR, BITS);
            d0 = d0.and(MASK).add(beyond).add(beyond.lanewise(LSHL, 2));
            h0 = d0.and(MASK);
            h1 = d1.and(MASK).add(d0.lanewise(LSHR, BITS));
            h2 = d2.and(MASK);
            h3 = d3.and(MASK);
            h4 = d4.and(MASK);
        }
        h0.intoArray(lanes, 0);
        h1.intoArray(lanes, LENGTH);
        h2.intoArray(lanes, 2 * LENGTH);
        h3.intoArray(lanes, 3 * LENGTH);
        h4.intoArray(lanes, 4 * LENGTH);
    }

    /** Adds the last batch, and sums the lanes up, each times the power of its place. A method of its own: both in one are more than is inlined. */
    private void combine(byte[] message, int at) {
        LongVector h0 = LongVector.fromArray(SPECIES, lanes, 0);
        LongVector h1 = LongVector.fromArray(SPECIES, lanes, LENGTH);
        LongVector h2 = LongVector.fromArray(SPECIES, lanes, 2 * LENGTH);
        LongVector h3 = LongVector.fromArray(SPECIES, lanes, 3 * LENGTH);
        LongVector h4 = LongVector.fromArray(SPECIES, lanes, 4 * LENGTH);
        LongVector r0 = LongVector.fromArray(SPECIES, factors, FACTORS * LENGTH).and(LOW_HALF);
        LongVector r1 = LongVector.fromArray(SPECIES, factors, FACTORS * LENGTH + LENGTH)
                .and(LOW_HALF);
        LongVector r2 = LongVector.fromArray(SPECIES, factors, FACTORS * LENGTH + 2 * LENGTH)
                .and(LOW_HALF);
        LongVector r3 = LongVector.fromArray(SPECIES, factors, FACTORS * LENGTH + 3 * LENGTH)
                .and(LOW_HALF);
        LongVector r4 = LongVector.fromArray(SPECIES, factors, FACTORS * LENGTH + 4 * LENGTH)
                .and(LOW_HALF);
        LongVector s1 = LongVector.fromArray(SPECIES, factors, FACTORS * LENGTH + 5 * LENGTH)
                .and(LOW_HALF);
        LongVector s2 = LongVector.fromArray(SPECIES, factors, FACTORS * LENGTH + 6 * LENGTH)
                .and(LOW_HALF);
        LongVector s3 = LongVector.fromArray(SPECIES, factors, FACTORS * LENGTH + 7 * LENGTH)
                .and(LOW_HALF);
        LongVector s4 = LongVector.fromArray(SPECIES, factors, FACTORS * LENGTH + 8 * LENGTH)
                .and(LOW_HALF);
        LongVector left = ByteVector.fromArray(BYTES, message, at).reinterpretAsLongs();
        LongVector right =
                ByteVector.fromArray(BYTES, message, at + VECTOR_BYTES).reinterpretAsLongs();
        LongVector low = EVEN.selectFrom(left, right);
        LongVector high = ODD.selectFrom(left, right);
        h0 = h0.add(low.and(MASK)).and(LOW_HALF);
        h1 = h1.add(low.lanewise(LSHR, 26).and(MASK)).and(LOW_HALF);
        h2 = h2.add(low.lanewise(LSHR, 52).or(high.lanewise(LSHL, 12)).and(MASK))
                .and(LOW_HALF);
        h3 = h3.add(high.lanewise(LSHR, 14).and(MASK)).and(LOW_HALF);
        h4 = h4.add(high.lanewise(LSHR, 40).or(TOP_BIT)).and(LOW_HALF);
        LongVector d0 =
                h0.mul(r0).add(h1.mul(s4)).add(h2.mul(s3)).add(h3.mul(s2)).add(h4.mul(s1));
        LongVector d1 =
                h0.mul(r1).add(h1.mul(r0)).add(h2.mul(s4)).add(h3.mul(s3)).add(h4.mul(s2));
        LongVector d2 =
                h0.mul(r2).add(h1.mul(r1)).add(h2.mul(r0)).add(h3.mul(s4)).add(h4.mul(s3));
        LongVector d3 =
                h0.mul(r3).add(h1.mul(r2)).add(h2.mul(r1)).add(h3.mul(r0)).add(h4.mul(s4));
        LongVector d4 =
                h0.mul(r4).add(h1.mul(r3)).add(h2.mul(r2)).add(h3.mul(r1)).add(h4.mul(r0));
        limbs[0] = d0.and(MASK).reduceLanes(ADD);
        limbs[1] = d1.add(d0.lanewise(LSHR, BITS)).reduceLanes(ADD);
        limbs[2] = d2.reduceLanes(ADD);
        limbs[3] = d3.reduceLanes(ADD);
        limbs[4] = d4.reduceLanes(ADD);
    }

    private void join(long[] sum) {
        limbs[1] += limbs[0] >>> BITS;
        limbs[2] += limbs[1] >>> BITS;
        limbs[3] += limbs[2] >>> BITS;
        limbs[4] += limbs[3] >>> BITS;
        long low = (limbs[0] & MASK) + (limbs[4] >>> BITS) * 5;
        long second = (limbs[1] & MASK) + (low >>> BITS);
        low &= MASK;
        long third = (limbs[2] & MASK) + (second >>> BITS);
        second &= MASK;
        long fourth = (limbs[3] & MASK) + (third >>> BITS);
        third &= MASK;
        long fifth = (limbs[4] & MASK) + (fourth >>> BITS);
        fourth &= MASK;
        sum[0] = (low | second << 26) & (1L << 44) - 1;
        sum[1] = (second >>> 18 | third << 8 | fourth << 34) & (1L << 44) - 1;
        sum[2] = (fourth >>> 10) + (fifth << 16);
    }

    /** Overwrites what a key or a message left. */
    void wipe() {
        Arrays.fill(factors, 0);
        Arrays.fill(lanes, 0);
        Arrays.fill(limbs, 0);
    }
}
