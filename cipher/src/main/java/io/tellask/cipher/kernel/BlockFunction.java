package io.tellask.cipher.kernel;

/**
 * Which key stream a state of 16 words gives.
 *
 * @param family how a round mixes the words, and where the counter lies
 * @param rounds how many rounds: 8, 12 or 20
 * @param wideCounter whether the counter has two words, else one
 */
public record BlockFunction(Family family, int rounds, boolean wideCounter) {
    /** Bytes of a block. */
    public static final int BLOCK_BYTES = 64;

    /** Words of the state. */
    public static final int WORDS = 16;

    /** What Bernstein called Salsa20, and its later variant. */
    public enum Family {
        /** The counter is words 8 and 9. */
        SALSA(8),
        /** The counter is word 12, or words 12 and 13. */
        CHACHA(12);

        private final int counterWord;

        Family(int counterWord) {
            this.counterWord = counterWord;
        }
    }

    /** How many blocks a nonce has. */
    public long blocks() {
        return wideCounter ? Long.MAX_VALUE : 1L << 32;
    }

    /** Which word of the state is the counter, or its low half. */
    int counterWord() {
        return family.counterWord;
    }

    /** Makes the state one of this block. */
    void count(int[] state, long block) {
        state[family.counterWord] = (int) block;
        if (wideCounter) {
            state[family.counterWord + 1] = (int) (block >>> 32);
        }
    }
}
