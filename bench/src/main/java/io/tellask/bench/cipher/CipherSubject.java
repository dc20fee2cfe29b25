package io.tellask.bench.cipher;

/** A library with ciphers: one small class for each contender. */
public interface CipherSubject {
    /** One call: all bytes of an array into another, of which the first ones are written. Keys are zeros. */
    @FunctionalInterface
    interface Call {
        /** Goes on with a stream, or seals one message more, under the next nonce. */
        void run(byte[] source, byte[] target) throws Exception;
    }

    /** Opens what a label names without its size: {@code salsa20}, {@code chacha20}, {@code box}, or what a token may be made of. */
    Call open(String what) throws Exception;
}
