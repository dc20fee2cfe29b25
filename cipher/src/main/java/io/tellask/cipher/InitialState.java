package io.tellask.cipher;

import io.tellask.cipher.kernel.BlockFunction;
import io.tellask.cipher.kernel.BlockFunction.Family;
import io.tellask.cipher.kernel.LittleEndian;
import io.tellask.cipher.kernel.ScalarKernel;
import java.util.Arrays;

/**
 * The words that a key stream begins with, of a key and a nonce whose lengths were checked.
 *
 * <pre>
 * Salsa20   C k k k   k C n n   b b C k   k k k C
 * ChaCha20  C C C C   k k k k   k k k k   b n n n      (b b n n with a nonce of 8 bytes)
 * </pre>
 *
 * C is a constant, k the key, n the nonce, b the counter. Stateless and thread-safe.
 */
final class InitialState {
    /** "expand 32-byte k". */
    private static final int[] LONG_KEY = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};

    /** "expand 16-byte k". */
    private static final int[] SHORT_KEY = {0x61707865, 0x3120646e, 0x79622d36, 0x6b206574};

    private static final int HASHED_NONCE_BYTES = 16;

    private InitialState() {}

    /** An array of 16 words; its counter is 0. */
    static int[] of(StreamAlgorithm algorithm, byte[] key, byte[] nonce) {
        int[] words = words(key);
        Family family = algorithm.function().family();
        int[] state;
        if (algorithm.isExtended()) {
            int[] derived = derived(algorithm.function(), words, nonce);
            state = keyed(family, derived, LONG_KEY);
            nonce(family, state, nonce, HASHED_NONCE_BYTES);
            Arrays.fill(derived, 0);
        } else {
            state = keyed(family, words, key.length == StreamAlgorithm.KEY_BYTES ? LONG_KEY : SHORT_KEY);
            nonce(family, state, nonce, 0);
        }
        Arrays.fill(words, 0);
        return state;
    }

    private static int[] words(byte[] key) {
        int[] words = new int[8];
        for (int word = 0; word < words.length; word++) {
            words[word] = LittleEndian.getInt(key, word * Integer.BYTES % key.length);
        }
        return words;
    }

    private static int[] keyed(Family family, int[] key, int[] constants) {
        int[] state = new int[BlockFunction.WORDS];
        switch (family) {
            case SALSA -> {
                for (int word = 0; word < 4; word++) {
                    state[word * 5] = constants[word];
                }
                System.arraycopy(key, 0, state, 1, 4);
                System.arraycopy(key, 4, state, 11, 4);
            }
            case CHACHA -> {
                System.arraycopy(constants, 0, state, 0, 4);
                System.arraycopy(key, 0, state, 4, 8);
            }
        }
        return state;
    }

    /** Writes the nonce's bytes from an offset to its end. */
    private static void nonce(Family family, int[] state, byte[] nonce, int from) {
        int words = (nonce.length - from) / Integer.BYTES;
        int at = family == Family.SALSA ? 6 : BlockFunction.WORDS - words;
        for (int word = 0; word < words; word++) {
            state[at + word] = LittleEndian.getInt(nonce, from + word * Integer.BYTES);
        }
    }

    /** HSalsa20 or HChaCha20: a key made of a key and 16 bytes of a nonce. */
    private static int[] derived(BlockFunction function, int[] key, byte[] nonce) {
        int[] state = keyed(function.family(), key, LONG_KEY);
        int at = function.family() == Family.SALSA ? 6 : 12;
        for (int word = 0; word < 4; word++) {
            state[at + word] = LittleEndian.getInt(nonce, word * Integer.BYTES);
        }
        int[] permuted = ScalarKernel.permuted(function, state);
        int[] derived = new int[8];
        for (int word = 0; word < 4; word++) {
            derived[word] = permuted[function.family() == Family.SALSA ? word * 5 : word];
            derived[word + 4] = permuted[at + word];
        }
        Arrays.fill(state, 0);
        Arrays.fill(permuted, 0);
        return derived;
    }
}
