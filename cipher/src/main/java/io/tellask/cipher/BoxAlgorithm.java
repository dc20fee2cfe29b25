package io.tellask.cipher;

/** The boxes: a stream cipher with Poly1305. Keys have 32 bytes, tags 16. */
public enum BoxAlgorithm {
    /** The secretbox of NaCl: the tag, then the text; no additional data. */
    XSALSA20_POLY1305("XSalsa20-Poly1305", StreamAlgorithm.XSALSA20),
    /** The AEAD of RFC 8439: the text, then the tag. A nonce has 12 bytes: count them, or seal at most 2^32 messages by random ones. */
    CHACHA20_POLY1305("ChaCha20-Poly1305", StreamAlgorithm.CHACHA20),
    /** The same under a key that HChaCha20 makes, so that a nonce has 24 bytes and may be random. */
    XCHACHA20_POLY1305("XChaCha20-Poly1305", StreamAlgorithm.XCHACHA20);

    private final String title;
    private final StreamAlgorithm stream;

    BoxAlgorithm(String title, StreamAlgorithm stream) {
        this.title = title;
        this.stream = stream;
    }

    /** The name by which {@link TellaskProvider} has it. */
    public String title() {
        return title;
    }

    /** Bytes of a nonce: 12 or 24. */
    public int nonceBytes() {
        return stream.nonceBytes();
    }

    /** Whether data can be authenticated beside the message. */
    public boolean takesAdditionalData() {
        return this != XSALSA20_POLY1305;
    }

    StreamAlgorithm stream() {
        return stream;
    }
}
