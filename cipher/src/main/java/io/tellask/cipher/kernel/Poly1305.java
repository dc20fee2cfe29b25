package io.tellask.cipher.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The one-time authenticator Poly1305 of RFC 8439: the message as a polynomial, evaluated at a secret point modulo 2^130 - 5. Not thread-safe.
 *
 * <p>Numbers are kept in three limbs of 44, 44 and 42 bits. Factors are moved up by 10 bits each before the upper half of their product is taken, so that
 * this is the product's part from bit 44 on; then no sum of products needs a carry between two longs. No step depends on a value.
 */
public final class Poly1305 {
    /** Bytes of a key, which must be used for one message only. */
    public static final int KEY_BYTES = 32;

    /** Bytes of a tag. */
    public static final int TAG_BYTES = 16;

    private static final int BLOCK = 16;
    private static final long MASK44 = (1L << 44) - 1;
    private static final long MASK42 = (1L << 42) - 1;
    private static final long FULL_BLOCK = 1L << 40;
    private static final int CHUNK = 2_048;
    private static final byte[] ZEROS = new byte[BLOCK];

    private final long[] point = new long[3];
    private final long[] sum = new long[3];
    private final long[] pad = new long[2];
    /** Bytes of the message that are not in the sum yet: copied, since a loop over segments of several kinds is ten times as slow. */
    private final byte[] chunk = new byte[CHUNK];

    private int kept;
    private @Nullable VectorPoly1305 vectors; // with the powers of the point; null while no long message has come
    private boolean hasPowers;

    /** Begins a message under the first {@value #KEY_BYTES} bytes of {@code key}. */
    public void start(byte[] key) {
        long low = LittleEndian.getLong(key, 0) & 0x0ffffffc0fffffffL;
        long high = LittleEndian.getLong(key, 8) & 0x0ffffffc0ffffffcL;
        point[0] = low & MASK44;
        point[1] = (low >>> 44 | high << 20) & MASK44;
        point[2] = high >>> 24;
        pad[0] = LittleEndian.getLong(key, 16);
        pad[1] = LittleEndian.getLong(key, 24);
        Arrays.fill(sum, 0);
        kept = 0;
        hasPowers = false;
    }

    /** Takes more of the message. */
    public void update(MemorySegment bytes) {
        long from = 0;
        while (from < bytes.byteSize()) {
            int part = (int) Math.min(bytes.byteSize() - from, CHUNK - kept);
            MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, from, chunk, kept, part);
            kept += part;
            from += part;
            if (kept == CHUNK) {
                chunk();
            }
        }
    }

    private void chunk() {
        if (Kernels.usesVectorsForTags()) {
            chunkByVectors();
        } else {
            blocks(chunk, CHUNK, FULL_BLOCK, sum);
        }
        kept = 0;
    }

    /** The same by the Vector API, whether it was chosen or not. */
    private void chunkByVectors() {
        VectorPoly1305 kernel = vectors;
        if (kernel == null) {
            kernel = vectors = new VectorPoly1305();
        }
        if (!hasPowers) {
            long[] power = point.clone();
            kernel.power(1, power);
            for (int exponent = 2; exponent <= VectorPoly1305.powers(); exponent++) {
                blocks(ZEROS, BLOCK, 0, power);
                kernel.power(exponent, power);
            }
            Arrays.fill(power, 0);
            hasPowers = true;
        }
        kernel.blocks(chunk, CHUNK, sum);
    }

    /** Takes what is in the chunk so many times, in one of the two ways: for the warm-up and tests. */
    void repeat(int times, boolean byVectors) {
        for (int i = 0; i < times; i++) {
            if (byVectors) {
                chunkByVectors();
            } else {
                blocks(chunk, CHUNK, FULL_BLOCK, sum);
            }
        }
    }

    /** Adds zeros up to a multiple of 16 bytes. */
    public void pad() {
        int padded = kept + BLOCK - 1 & -BLOCK;
        Arrays.fill(chunk, kept, padded, (byte) 0);
        kept = padded;
        if (kept == CHUNK) {
            chunk();
        }
    }

    /** Takes blocks, of which the last one begins before {@code end}, into a sum. */
    private void blocks(byte[] message, int end, long topBit, long[] total) {
        long r0 = point[0] << 10;
        long r1 = point[1] << 10;
        long r2 = point[2] << 10;
        long s1 = r1 * 20;
        long s2 = r2 * 20;
        long h0 = total[0];
        long h1 = total[1];
        long h2 = total[2];
        for (int at = 0; at < end; at += BLOCK) {
            long low = LittleEndian.getLong(message, at);
            long high = LittleEndian.getLong(message, at + Long.BYTES);
            h0 += low & MASK44;
            h1 += (low >>> 44 | high << 20) & MASK44;
            h2 += high >>> 24 | topBit;
            long d0 = low(h0, r0) + low(h1, s2) + low(h2, s1);
            long d1 = high(h0, r0) + high(h1, s2) + high(h2, s1) + low(h0, r1) + low(h1, r0) + low(h2, s2);
            long d2 = high(h0, r1) + high(h1, r0) + high(h2, s2) + low(h0, r2) + low(h1, r1) + low(h2, r0);
            long beyond = high(h0, r2) + high(h1, r1) + high(h2, r0);
            d0 += beyond * 20;
            d1 += d0 >>> 44;
            d2 += d1 >>> 44;
            h0 = (d0 & MASK44) + (d2 >>> 42) * 5;
            h1 = d1 & MASK44;
            h2 = d2 & MASK42;
        }
        total[0] = h0;
        total[1] = h1;
        total[2] = h2;
    }

    /** The lowest 44 bits of a product; {@code factor} was moved up by 10 bits. */
    private static long low(long limb, long factor) {
        return limb * (factor >>> 10) & MASK44;
    }

    /** The product from bit 44 on; {@code factor} was moved up by 10 bits. */
    private static long high(long limb, long factor) {
        return Math.multiplyHigh(limb << 10, factor);
    }

    /** Ends the message and writes its tag. */
    public void finish(byte[] tag) {
        int whole = kept & -BLOCK;
        int beyond = kept - whole;
        blocks(chunk, whole, FULL_BLOCK, sum);
        if (beyond > 0) {
            System.arraycopy(chunk, whole, chunk, 0, beyond);
            chunk[beyond] = 1;
            Arrays.fill(chunk, beyond + 1, BLOCK, (byte) 0);
            blocks(chunk, BLOCK, 0, sum);
        }
        long h1 = sum[1] + (sum[0] >>> 44);
        long h2 = sum[2] + (h1 >>> 44);
        long h0 = (sum[0] & MASK44) + (h2 >>> 42) * 5;
        h1 = (h1 & MASK44) + (h0 >>> 44);
        h0 &= MASK44;
        h2 = (h2 & MASK42) + (h1 >>> 44);
        h1 &= MASK44;
        // less the prime: what has no borrow is at least the prime, and is the remainder
        long g0 = h0 + 5;
        long g1 = h1 + (g0 >>> 44);
        long g2 = h2 + (g1 >>> 44) - (1L << 42);
        long keep = g2 >> 63;
        h0 = h0 & keep | g0 & MASK44 & ~keep;
        h1 = h1 & keep | g1 & MASK44 & ~keep;
        h2 = h2 & keep | g2 & ~keep;
        long low = h0 | h1 << 44;
        long high = h1 >>> 20 | h2 << 24;
        long sumLow = low + pad[0];
        long carry = (low & pad[0] | (low | pad[0]) & ~sumLow) >>> 63;
        LittleEndian.putLong(tag, 0, sumLow);
        LittleEndian.putLong(tag, Long.BYTES, high + pad[1] + carry);
        wipe();
    }

    /** Overwrites what a key or a message left. */
    public void wipe() {
        Arrays.fill(point, 0);
        Arrays.fill(sum, 0);
        Arrays.fill(pad, 0);
        Arrays.fill(chunk, (byte) 0);
        kept = 0;
        hasPowers = false;
        if (vectors != null) {
            vectors.wipe();
        }
    }
}
