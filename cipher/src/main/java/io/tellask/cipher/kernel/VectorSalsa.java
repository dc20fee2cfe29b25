package io.tellask.cipher.kernel;

import static io.tellask.cipher.kernel.VectorShape.LANES;
import static io.tellask.cipher.kernel.VectorShape.LENGTH;
import static io.tellask.cipher.kernel.VectorShape.SPECIES;
import static jdk.incubator.vector.VectorOperators.ROL;
import static jdk.incubator.vector.VectorOperators.XOR;

import jdk.incubator.vector.IntVector;

/**
 * The block function of Salsa20 on as many blocks as a vector has lanes: vector {@code i} holds word {@code i} of each block. Stateless and
 * thread-safe.
 */
final class VectorSalsa {
    private VectorSalsa() {}

    /**
     * Writes the words of the blocks that follow each other from the one that {@code state} counts, word by word: all blocks' first words, then all
     * their second ones. Their counter's low word must not wrap.
     *
     * @param sameState the same words in another array: read from one array, the compiler would keep sixteen vectors more through the loop, and put
     *     others onto the stack in each round
     */
    @SuppressWarnings(
            "checkstyle:MethodLength") // sixteen vectors in registers; a method of its own for each step would put them
    // into memory
    static void generate(int[] state, int[] sameState, int rounds, int[] words) {
        IntVector x0 = IntVector.broadcast(SPECIES, state[0]);
        IntVector x1 = IntVector.broadcast(SPECIES, state[1]);
        IntVector x2 = IntVector.broadcast(SPECIES, state[2]);
        IntVector x3 = IntVector.broadcast(SPECIES, state[3]);
        IntVector x4 = IntVector.broadcast(SPECIES, state[4]);
        IntVector x5 = IntVector.broadcast(SPECIES, state[5]);
        IntVector x6 = IntVector.broadcast(SPECIES, state[6]);
        IntVector x7 = IntVector.broadcast(SPECIES, state[7]);
        IntVector x8 = IntVector.broadcast(SPECIES, state[8]).add(LANES);
        IntVector x9 = IntVector.broadcast(SPECIES, state[9]);
        IntVector x10 = IntVector.broadcast(SPECIES, state[10]);
        IntVector x11 = IntVector.broadcast(SPECIES, state[11]);
        IntVector x12 = IntVector.broadcast(SPECIES, state[12]);
        IntVector x13 = IntVector.broadcast(SPECIES, state[13]);
        IntVector x14 = IntVector.broadcast(SPECIES, state[14]);
        IntVector x15 = IntVector.broadcast(SPECIES, state[15]);
        // a round of rows is one of columns with the words mirrored. Two rounds in one body would be fewer moves, but
        // the compiler makes
        // one instruction of two changes by XOR, and keeps what both need in more registers than there are
        for (int round = 0; round < rounds; round++) {
            x4 = x4.lanewise(XOR, x0.add(x12).lanewise(ROL, 7));
            x8 = x8.lanewise(XOR, x4.add(x0).lanewise(ROL, 9));
            x12 = x12.lanewise(XOR, x8.add(x4).lanewise(ROL, 13));
            x0 = x0.lanewise(XOR, x12.add(x8).lanewise(ROL, 18));
            x9 = x9.lanewise(XOR, x5.add(x1).lanewise(ROL, 7));
            x13 = x13.lanewise(XOR, x9.add(x5).lanewise(ROL, 9));
            x1 = x1.lanewise(XOR, x13.add(x9).lanewise(ROL, 13));
            x5 = x5.lanewise(XOR, x1.add(x13).lanewise(ROL, 18));
            x14 = x14.lanewise(XOR, x10.add(x6).lanewise(ROL, 7));
            x2 = x2.lanewise(XOR, x14.add(x10).lanewise(ROL, 9));
            x6 = x6.lanewise(XOR, x2.add(x14).lanewise(ROL, 13));
            x10 = x10.lanewise(XOR, x6.add(x2).lanewise(ROL, 18));
            x3 = x3.lanewise(XOR, x15.add(x11).lanewise(ROL, 7));
            x7 = x7.lanewise(XOR, x3.add(x15).lanewise(ROL, 9));
            x11 = x11.lanewise(XOR, x7.add(x3).lanewise(ROL, 13));
            x15 = x15.lanewise(XOR, x11.add(x7).lanewise(ROL, 18));
            IntVector y1 = x1;
            x1 = x4;
            x4 = y1;
            IntVector y2 = x2;
            x2 = x8;
            x8 = y2;
            IntVector y3 = x3;
            x3 = x12;
            x12 = y3;
            IntVector y6 = x6;
            x6 = x9;
            x9 = y6;
            IntVector y7 = x7;
            x7 = x13;
            x13 = y7;
            IntVector y11 = x11;
            x11 = x14;
            x14 = y11;
        }
        x0.add(IntVector.broadcast(SPECIES, sameState[0])).intoArray(words, 0 * LENGTH);
        x1.add(IntVector.broadcast(SPECIES, sameState[1])).intoArray(words, 1 * LENGTH);
        x2.add(IntVector.broadcast(SPECIES, sameState[2])).intoArray(words, 2 * LENGTH);
        x3.add(IntVector.broadcast(SPECIES, sameState[3])).intoArray(words, 3 * LENGTH);
        x4.add(IntVector.broadcast(SPECIES, sameState[4])).intoArray(words, 4 * LENGTH);
        x5.add(IntVector.broadcast(SPECIES, sameState[5])).intoArray(words, 5 * LENGTH);
        x6.add(IntVector.broadcast(SPECIES, sameState[6])).intoArray(words, 6 * LENGTH);
        x7.add(IntVector.broadcast(SPECIES, sameState[7])).intoArray(words, 7 * LENGTH);
        x8.add(IntVector.broadcast(SPECIES, sameState[8])).add(LANES).intoArray(words, 8 * LENGTH);
        x9.add(IntVector.broadcast(SPECIES, sameState[9])).intoArray(words, 9 * LENGTH);
        x10.add(IntVector.broadcast(SPECIES, sameState[10])).intoArray(words, 10 * LENGTH);
        x11.add(IntVector.broadcast(SPECIES, sameState[11])).intoArray(words, 11 * LENGTH);
        x12.add(IntVector.broadcast(SPECIES, sameState[12])).intoArray(words, 12 * LENGTH);
        x13.add(IntVector.broadcast(SPECIES, sameState[13])).intoArray(words, 13 * LENGTH);
        x14.add(IntVector.broadcast(SPECIES, sameState[14])).intoArray(words, 14 * LENGTH);
        x15.add(IntVector.broadcast(SPECIES, sameState[15])).intoArray(words, 15 * LENGTH);
    }
}
