package io.tellask.cipher.kernel;

import static io.tellask.cipher.kernel.VectorShape.LENGTH;
import static io.tellask.cipher.kernel.VectorShape.SPECIES;
import static jdk.incubator.vector.VectorOperators.XOR;

import java.util.function.IntUnaryOperator;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Turns words of the same place, side by side for all blocks, into blocks. Stateless and thread-safe.
 *
 * <pre>
 * words:     vector w holds word w of blocks 0 1 2 3 | 4 5 6 7 | ...
 * quarters:  vector (q, g) holds words 4g to 4g+3 of block q | of block 4+q | ...      (squares of 4 by 4 words turned)
 * blocks:    vector b holds words 0 to 15 of block b                                    (squares of 128 bits turned)
 * </pre>
 *
 * <p>Each step reads four vectors and writes four, through memory: methods so small are compiled early and stay in registers. A selection takes its words
 * from two vectors; an index beyond the first one's lanes means the second.
 */
final class VectorTransposition {
    private static final VectorSpecies<Byte> BYTES = SPECIES.withLanes(byte.class);
    private static final IntVector LOW_WORDS = pairs(lane -> (lane & 3) >> 1);
    private static final IntVector HIGH_WORDS = pairs(lane -> 2 + ((lane & 3) >> 1));
    private static final IntVector LOW_PAIRS = selection(lane -> (lane & ~3) + (lane & 1) + second(lane >> 1));
    private static final IntVector HIGH_PAIRS = selection(lane -> (lane & ~3) + 2 + (lane & 1) + second(lane >> 1));
    private static final IntVector LOW_QUARTERS = selection(lane -> (lane >> 3) * 4 + (lane & 3) + second(lane >> 2));
    private static final IntVector HIGH_QUARTERS =
            selection(lane -> LENGTH / 2 + (lane >> 3) * 4 + (lane & 3) + second(lane >> 2));
    private static final IntVector LOW_HALVES = selection(lane -> (lane & 7) + second(lane >> 3));
    private static final IntVector HIGH_HALVES = selection(lane -> LENGTH / 2 + (lane & 7) + second(lane >> 3));

    private VectorTransposition() {}

    private static IntVector pairs(IntUnaryOperator inSquare) {
        return selection(lane -> (lane & ~3) + inSquare.applyAsInt(lane) + second(lane));
    }

    private static int second(int bit) {
        return (bit & 1) * LENGTH;
    }

    private static IntVector selection(IntUnaryOperator index) {
        int[] indexes = new int[LENGTH];
        for (int lane = 0; lane < LENGTH; lane++) {
            indexes[lane] = index.applyAsInt(lane) % (2 * LENGTH);
        }
        return IntVector.fromArray(SPECIES, indexes, 0);
    }

    /**
     * Adds the blocks of a batch to bytes of {@code source}; {@code quarters} is as long as {@code words} and keeps what lies between. Source and
     * target may be the same bytes.
     */
    @SuppressWarnings("checkstyle:ParameterNumber") // two ranges of one length
    static void add(int[] words, int[] quarters, byte[] source, int from, byte[] target, int to) {
        for (int group = 0; group < 4; group++) {
            quarters(words, group, quarters);
        }
        for (int quarter = 0; quarter < 4; quarter++) {
            switch (LENGTH) {
                case 16 -> ofSixteen(quarters, quarter, source, from, target, to);
                case 8 -> ofEight(quarters, quarter, source, from, target, to);
                default -> ofFour(quarters, quarter, source, from, target, to);
            }
        }
    }

    private static void quarters(int[] words, int group, int[] quarters) {
        int from = 4 * group * LENGTH;
        IntVector first = IntVector.fromArray(SPECIES, words, from);
        IntVector second = IntVector.fromArray(SPECIES, words, from + LENGTH);
        IntVector third = IntVector.fromArray(SPECIES, words, from + 2 * LENGTH);
        IntVector fourth = IntVector.fromArray(SPECIES, words, from + 3 * LENGTH);
        IntVector lowLeft = LOW_WORDS.selectFrom(first, second);
        IntVector lowRight = LOW_WORDS.selectFrom(third, fourth);
        IntVector highLeft = HIGH_WORDS.selectFrom(first, second);
        IntVector highRight = HIGH_WORDS.selectFrom(third, fourth);
        LOW_PAIRS.selectFrom(lowLeft, lowRight).intoArray(quarters, group * LENGTH);
        HIGH_PAIRS.selectFrom(lowLeft, lowRight).intoArray(quarters, (4 + group) * LENGTH);
        LOW_PAIRS.selectFrom(highLeft, highRight).intoArray(quarters, (8 + group) * LENGTH);
        HIGH_PAIRS.selectFrom(highLeft, highRight).intoArray(quarters, (12 + group) * LENGTH);
    }

    private static void ofSixteen(
            int[] quarters, int quarter, byte[] source, int sourceOffset, byte[] target, int targetOffset) {
        int from = 4 * quarter * LENGTH;
        IntVector first = IntVector.fromArray(SPECIES, quarters, from);
        IntVector second = IntVector.fromArray(SPECIES, quarters, from + LENGTH);
        IntVector third = IntVector.fromArray(SPECIES, quarters, from + 2 * LENGTH);
        IntVector fourth = IntVector.fromArray(SPECIES, quarters, from + 3 * LENGTH);
        IntVector lowLeft = LOW_QUARTERS.selectFrom(first, second);
        IntVector lowRight = LOW_QUARTERS.selectFrom(third, fourth);
        IntVector highLeft = HIGH_QUARTERS.selectFrom(first, second);
        IntVector highRight = HIGH_QUARTERS.selectFrom(third, fourth);
        int at = sourceOffset + quarter * 64;
        int to = targetOffset + quarter * 64;
        add(LOW_HALVES.selectFrom(lowLeft, lowRight), source, at, target, to);
        add(HIGH_HALVES.selectFrom(lowLeft, lowRight), source, at + 4 * 64, target, to + 4 * 64);
        add(LOW_HALVES.selectFrom(highLeft, highRight), source, at + 8 * 64, target, to + 8 * 64);
        add(HIGH_HALVES.selectFrom(highLeft, highRight), source, at + 12 * 64, target, to + 12 * 64);
    }

    private static void ofEight(
            int[] quarters, int quarter, byte[] source, int sourceOffset, byte[] target, int targetOffset) {
        int from = 4 * quarter * LENGTH;
        IntVector first = IntVector.fromArray(SPECIES, quarters, from);
        IntVector second = IntVector.fromArray(SPECIES, quarters, from + LENGTH);
        IntVector third = IntVector.fromArray(SPECIES, quarters, from + 2 * LENGTH);
        IntVector fourth = IntVector.fromArray(SPECIES, quarters, from + 3 * LENGTH);
        int at = sourceOffset + quarter * 64;
        int to = targetOffset + quarter * 64;
        add(LOW_QUARTERS.selectFrom(first, second), source, at, target, to);
        add(LOW_QUARTERS.selectFrom(third, fourth), source, at + 32, target, to + 32);
        add(HIGH_QUARTERS.selectFrom(first, second), source, at + 4 * 64, target, to + 4 * 64);
        add(HIGH_QUARTERS.selectFrom(third, fourth), source, at + 4 * 64 + 32, target, to + 4 * 64 + 32);
    }

    private static void ofFour(
            int[] quarters, int quarter, byte[] source, int sourceOffset, byte[] target, int targetOffset) {
        for (int group = 0; group < 4; group++) {
            IntVector vector = IntVector.fromArray(SPECIES, quarters, (4 * quarter + group) * LENGTH);
            int at = quarter * 64 + group * 16;
            add(vector, source, sourceOffset + at, target, targetOffset + at);
        }
    }

    private static void add(IntVector words, byte[] source, int from, byte[] target, int to) {
        words.reinterpretAsBytes()
                .lanewise(XOR, ByteVector.fromArray(BYTES, source, from))
                .intoArray(target, to);
    }
}
