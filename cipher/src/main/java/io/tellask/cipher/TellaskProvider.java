package io.tellask.cipher;

import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The ciphers as services of the JDK's {@code javax.crypto.Cipher}, under the titles of {@link StreamAlgorithm} and {@link BoxAlgorithm}. A nonce is an
 * {@code IvParameterSpec}; {@code ChaCha20} takes a {@code ChaCha20ParameterSpec} as well, whose counter says where to begin. Thread-safe.
 *
 * <p>As the JDK's own, a cipher that has encrypted has to be initialized again, with another key or nonce than last.
 */
public final class TellaskProvider extends Provider {
    private static final long serialVersionUID = 1;

    /** A provider to be given to {@code Security.addProvider} or {@code Cipher.getInstance}. */
    public TellaskProvider() {
        super("Tellask", "1", "Salsa20, ChaCha20 and their boxes with Poly1305");
        for (StreamAlgorithm algorithm : StreamAlgorithm.values()) {
            putService(new CipherService(this, algorithm.title(), StreamCipherSpi.class) {
                @Override
                Object cipher() {
                    return new StreamCipherSpi(algorithm);
                }
            });
        }
        for (BoxAlgorithm algorithm : BoxAlgorithm.values()) {
            putService(new CipherService(this, algorithm.title(), SecretBoxSpi.class) {
                @Override
                Object cipher() {
                    return new SecretBoxSpi(algorithm);
                }
            });
        }
    }

    private abstract static class CipherService extends Service {
        CipherService(Provider provider, String algorithm, Class<?> type) {
            super(provider, "Cipher", algorithm, type.getName(), List.of(), null);
        }

        abstract Object cipher();

        @Override
        public Object newInstance(@Nullable Object parameter) throws NoSuchAlgorithmException {
            if (Objects.nonNull(parameter)) {
                throw new NoSuchAlgorithmException(
                        getAlgorithm() + " takes no parameter here; initialize the cipher with one");
            }
            return cipher();
        }

        @Override
        public boolean supportsParameter(@Nullable Object parameter) {
            return true;
        }
    }
}
