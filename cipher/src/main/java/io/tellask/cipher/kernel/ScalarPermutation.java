package io.tellask.cipher.kernel;

/** The permutations of Salsa20 and ChaCha on one block of 16 words, in the registers of the processor. Stateless and thread-safe. */
final class ScalarPermutation {
    private ScalarPermutation() {}

    /** Writes the permuted words of {@code in} to {@code out}, which may be the same array; nothing is added to them. */
    static void permute(BlockFunction function, int[] in, int[] out) {
        switch (function.family()) {
            case SALSA -> salsa(in, function.rounds(), out);
            case CHACHA -> chacha(in, function.rounds(), out);
        }
    }

    @SuppressWarnings("checkstyle:MethodLength") // sixteen words in registers
    private static void salsa(int[] in, int rounds, int[] out) {
        int x0 = in[0];
        int x1 = in[1];
        int x2 = in[2];
        int x3 = in[3];
        int x4 = in[4];
        int x5 = in[5];
        int x6 = in[6];
        int x7 = in[7];
        int x8 = in[8];
        int x9 = in[9];
        int x10 = in[10];
        int x11 = in[11];
        int x12 = in[12];
        int x13 = in[13];
        int x14 = in[14];
        int x15 = in[15];
        for (int round = 0; round < rounds; round += 2) {
            x4 ^= Integer.rotateLeft(x0 + x12, 7);
            x8 ^= Integer.rotateLeft(x4 + x0, 9);
            x12 ^= Integer.rotateLeft(x8 + x4, 13);
            x0 ^= Integer.rotateLeft(x12 + x8, 18);
            x9 ^= Integer.rotateLeft(x5 + x1, 7);
            x13 ^= Integer.rotateLeft(x9 + x5, 9);
            x1 ^= Integer.rotateLeft(x13 + x9, 13);
            x5 ^= Integer.rotateLeft(x1 + x13, 18);
            x14 ^= Integer.rotateLeft(x10 + x6, 7);
            x2 ^= Integer.rotateLeft(x14 + x10, 9);
            x6 ^= Integer.rotateLeft(x2 + x14, 13);
            x10 ^= Integer.rotateLeft(x6 + x2, 18);
            x3 ^= Integer.rotateLeft(x15 + x11, 7);
            x7 ^= Integer.rotateLeft(x3 + x15, 9);
            x11 ^= Integer.rotateLeft(x7 + x3, 13);
            x15 ^= Integer.rotateLeft(x11 + x7, 18);
            x1 ^= Integer.rotateLeft(x0 + x3, 7);
            x2 ^= Integer.rotateLeft(x1 + x0, 9);
            x3 ^= Integer.rotateLeft(x2 + x1, 13);
            x0 ^= Integer.rotateLeft(x3 + x2, 18);
            x6 ^= Integer.rotateLeft(x5 + x4, 7);
            x7 ^= Integer.rotateLeft(x6 + x5, 9);
            x4 ^= Integer.rotateLeft(x7 + x6, 13);
            x5 ^= Integer.rotateLeft(x4 + x7, 18);
            x11 ^= Integer.rotateLeft(x10 + x9, 7);
            x8 ^= Integer.rotateLeft(x11 + x10, 9);
            x9 ^= Integer.rotateLeft(x8 + x11, 13);
            x10 ^= Integer.rotateLeft(x9 + x8, 18);
            x12 ^= Integer.rotateLeft(x15 + x14, 7);
            x13 ^= Integer.rotateLeft(x12 + x15, 9);
            x14 ^= Integer.rotateLeft(x13 + x12, 13);
            x15 ^= Integer.rotateLeft(x14 + x13, 18);
        }
        out[0] = x0;
        out[1] = x1;
        out[2] = x2;
        out[3] = x3;
        out[4] = x4;
        out[5] = x5;
        out[6] = x6;
        out[7] = x7;
        out[8] = x8;
        out[9] = x9;
        out[10] = x10;
        out[11] = x11;
        out[12] = x12;
        out[13] = x13;
        out[14] = x14;
        out[15] = x15;
    }

    @SuppressWarnings("checkstyle:MethodLength") // sixteen words in registers
    private static void chacha(int[] in, int rounds, int[] out) {
        int x0 = in[0];
        int x1 = in[1];
        int x2 = in[2];
        int x3 = in[3];
        int x4 = in[4];
        int x5 = in[5];
        int x6 = in[6];
        int x7 = in[7];
        int x8 = in[8];
        int x9 = in[9];
        int x10 = in[10];
        int x11 = in[11];
        int x12 = in[12];
        int x13 = in[13];
        int x14 = in[14];
        int x15 = in[15];
        for (int round = 0; round < rounds; round += 2) {
            x0 += x4;
            x12 = Integer.rotateLeft(x12 ^ x0, 16);
            x8 += x12;
            x4 = Integer.rotateLeft(x4 ^ x8, 12);
            x0 += x4;
            x12 = Integer.rotateLeft(x12 ^ x0, 8);
            x8 += x12;
            x4 = Integer.rotateLeft(x4 ^ x8, 7);
            x1 += x5;
            x13 = Integer.rotateLeft(x13 ^ x1, 16);
            x9 += x13;
            x5 = Integer.rotateLeft(x5 ^ x9, 12);
            x1 += x5;
            x13 = Integer.rotateLeft(x13 ^ x1, 8);
            x9 += x13;
            x5 = Integer.rotateLeft(x5 ^ x9, 7);
            x2 += x6;
            x14 = Integer.rotateLeft(x14 ^ x2, 16);
            x10 += x14;
            x6 = Integer.rotateLeft(x6 ^ x10, 12);
            x2 += x6;
            x14 = Integer.rotateLeft(x14 ^ x2, 8);
            x10 += x14;
            x6 = Integer.rotateLeft(x6 ^ x10, 7);
            x3 += x7;
            x15 = Integer.rotateLeft(x15 ^ x3, 16);
            x11 += x15;
            x7 = Integer.rotateLeft(x7 ^ x11, 12);
            x3 += x7;
            x15 = Integer.rotateLeft(x15 ^ x3, 8);
            x11 += x15;
            x7 = Integer.rotateLeft(x7 ^ x11, 7);
            x0 += x5;
            x15 = Integer.rotateLeft(x15 ^ x0, 16);
            x10 += x15;
            x5 = Integer.rotateLeft(x5 ^ x10, 12);
            x0 += x5;
            x15 = Integer.rotateLeft(x15 ^ x0, 8);
            x10 += x15;
            x5 = Integer.rotateLeft(x5 ^ x10, 7);
            x1 += x6;
            x12 = Integer.rotateLeft(x12 ^ x1, 16);
            x11 += x12;
            x6 = Integer.rotateLeft(x6 ^ x11, 12);
            x1 += x6;
            x12 = Integer.rotateLeft(x12 ^ x1, 8);
            x11 += x12;
            x6 = Integer.rotateLeft(x6 ^ x11, 7);
            x2 += x7;
            x13 = Integer.rotateLeft(x13 ^ x2, 16);
            x8 += x13;
            x7 = Integer.rotateLeft(x7 ^ x8, 12);
            x2 += x7;
            x13 = Integer.rotateLeft(x13 ^ x2, 8);
            x8 += x13;
            x7 = Integer.rotateLeft(x7 ^ x8, 7);
            x3 += x4;
            x14 = Integer.rotateLeft(x14 ^ x3, 16);
            x9 += x14;
            x4 = Integer.rotateLeft(x4 ^ x9, 12);
            x3 += x4;
            x14 = Integer.rotateLeft(x14 ^ x3, 8);
            x9 += x14;
            x4 = Integer.rotateLeft(x4 ^ x9, 7);
        }
        out[0] = x0;
        out[1] = x1;
        out[2] = x2;
        out[3] = x3;
        out[4] = x4;
        out[5] = x5;
        out[6] = x6;
        out[7] = x7;
        out[8] = x8;
        out[9] = x9;
        out[10] = x10;
        out[11] = x11;
        out[12] = x12;
        out[13] = x13;
        out[14] = x14;
        out[15] = x15;
    }
}
