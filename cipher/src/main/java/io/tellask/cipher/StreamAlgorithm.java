package io.tellask.cipher;

import io.tellask.cipher.kernel.BlockFunction;
import io.tellask.cipher.kernel.BlockFunction.Family;

/**
 * The stream ciphers. Keys have 32 bytes. Those with a nonce of 8 bytes take keys of 16 as well, as their first specifications do.
 *
 * <p>With nonces of 24 bytes, random ones never repeat in practice. Shorter ones must be counted, or drawn for few messages. 20 rounds are what is usual
 * and has a wide margin; 12 and 8 are for those who know why.
 */
public enum StreamAlgorithm {
    /** Salsa20/20, specified by Bernstein in 2005; a nonce of 8 bytes and 2^63 - 1 blocks. */
    SALSA20("Salsa20", Family.SALSA, 20, 8),
    /** Salsa20/12, as eSTREAM chose it. */
    SALSA12("Salsa20-12", Family.SALSA, 12, 8),
    /** Salsa20/8. */
    SALSA8("Salsa20-8", Family.SALSA, 8, 8),
    /** Salsa20 under a key that HSalsa20 makes of the key and 16 bytes of the nonce, which has 24; as in NaCl. */
    XSALSA20("XSalsa20", Family.SALSA, 20, 24),
    /** ChaCha20 of RFC 8439: a nonce of 12 bytes and 2^32 blocks, which are 256 GiB. */
    CHACHA20("ChaCha20", Family.CHACHA, 20, 12),
    /** The same with 12 rounds. */
    CHACHA12("ChaCha12", Family.CHACHA, 12, 12),
    /** The same with 8 rounds. */
    CHACHA8("ChaCha8", Family.CHACHA, 8, 12),
    /** ChaCha20 as Bernstein specified it in 2008: a nonce of 8 bytes and 2^63 - 1 blocks. */
    CHACHA20_64("ChaCha20-64", Family.CHACHA, 20, 8),
    /** The same with 12 rounds. */
    CHACHA12_64("ChaCha12-64", Family.CHACHA, 12, 8),
    /** The same with 8 rounds. */
    CHACHA8_64("ChaCha8-64", Family.CHACHA, 8, 8),
    /** ChaCha20 of RFC 8439 under a key that HChaCha20 makes of the key and 16 bytes of the nonce, which has 24. */
    XCHACHA20("XChaCha20", Family.CHACHA, 20, 24);

    /** Bytes of the usual key. */
    public static final int KEY_BYTES = 32;

    /** Bytes of the short key. */
    public static final int SHORT_KEY_BYTES = 16;

    /** Bytes of a block of the key stream. */
    public static final int BLOCK_BYTES = BlockFunction.BLOCK_BYTES;

    private final String title;
    private final BlockFunction function;
    private final int nonceBytes;

    StreamAlgorithm(String title, Family family, int rounds, int nonceBytes) {
        this.title = title;
        this.nonceBytes = nonceBytes;
        this.function = new BlockFunction(family, rounds, nonceBytes == 8 || family == Family.SALSA);
    }

    /** The name by which {@link TellaskProvider} has it. */
    public String title() {
        return title;
    }

    /** Bytes of a nonce: 8, 12 or 24. */
    public int nonceBytes() {
        return nonceBytes;
    }

    /** How many rounds mix a block: 8, 12 or 20. */
    public int rounds() {
        return function.rounds();
    }

    /** How many blocks the stream of one nonce has. */
    public long blocks() {
        return function.blocks();
    }

    /** Whether a key of {@value #SHORT_KEY_BYTES} bytes will do. */
    public boolean takesShortKeys() {
        return nonceBytes == 8;
    }

    /** Whether a longer nonce goes into the key first. */
    boolean isExtended() {
        return nonceBytes == 24;
    }

    BlockFunction function() {
        return function;
    }

    void checkKey(int keyBytes) {
        if (keyBytes != KEY_BYTES && !(takesShortKeys() && keyBytes == SHORT_KEY_BYTES)) {
            String needed = takesShortKeys() ? SHORT_KEY_BYTES + " or " + KEY_BYTES : String.valueOf(KEY_BYTES);
            throw new KeyLengthException(title + " key: keyBytes=" + keyBytes + ", needed=" + needed
                    + "; give random bytes of that length, not a password");
        }
    }

    void checkNonce(int given) {
        if (given != nonceBytes) {
            throw new NonceLengthException(title + " nonce: nonceBytes=" + given + ", needed=" + nonceBytes
                    + "; give that many bytes, or choose the algorithm that has such nonces");
        }
    }
}
