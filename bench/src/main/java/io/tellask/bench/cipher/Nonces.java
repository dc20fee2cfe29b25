package io.tellask.bench.cipher;

/** Nonces that are counted. Not thread-safe. */
final class Nonces {
    private final byte[] nonce;
    private long count;

    Nonces(int bytes) {
        nonce = new byte[bytes];
    }

    /** The next one, in an array of its own. */
    byte[] next() {
        long number = ++count;
        for (int at = 0; at < Long.BYTES; at++) {
            nonce[at] = (byte) (number >>> 8 * at);
        }
        return nonce.clone();
    }
}
