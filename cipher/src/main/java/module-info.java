/**
 * Stream ciphers and boxes: Salsa20, ChaCha20, Poly1305, and tokens sealed by a cipher of the JDK. The Vector API makes them faster where the application
 * adds {@code jdk.incubator.vector}; BouncyCastle is needed by the class only that serves its interface.
 */
@SuppressWarnings("module") // the Vector API has no other name yet
module io.tellask.cipher {
    requires static jdk.incubator.vector;
    requires static org.bouncycastle.provider;
    requires static org.jspecify;

    exports io.tellask.cipher;

    provides java.security.Provider with
            io.tellask.cipher.TellaskProvider;
}
