package io.tellask.cipher;

import java.util.Objects;
import org.bouncycastle.crypto.CipherParameters;
import org.bouncycastle.crypto.DataLengthException;
import org.bouncycastle.crypto.OutputLengthException;
import org.bouncycastle.crypto.params.KeyParameter;
import org.bouncycastle.crypto.params.ParametersWithIV;
import org.jspecify.annotations.Nullable;

/**
 * Our stream ciphers behind BouncyCastle's interface, in the place of its {@code Salsa20Engine}, {@code XSalsa20Engine}, {@code ChaChaEngine} or {@code
 * ChaCha7539Engine}. Needs BouncyCastle's provider library, which the application brings; nothing else here does. Not thread-safe.
 */
public final class BouncyCastleStreamCipher implements org.bouncycastle.crypto.StreamCipher, AutoCloseable {
    private final StreamAlgorithm algorithm;
    private final byte[] single = new byte[1];
    private @Nullable StreamCipher cipher;

    /** An adapter that has to be initialized with {@link ParametersWithIV} around a {@link KeyParameter}. */
    public BouncyCastleStreamCipher(StreamAlgorithm algorithm) {
        this.algorithm = Objects.requireNonNull(algorithm, "algorithm");
    }

    /**
     * Takes key and nonce; encryption and decryption are the same.
     *
     * @throws IllegalArgumentException if the parameters are of another kind
     * @throws KeyLengthException if the cipher takes no key of this length
     * @throws NonceLengthException if the cipher takes no nonce of this length
     */
    @Override
    public void init(boolean forEncryption, CipherParameters parameters) {
        Objects.requireNonNull(parameters, "parameters");
        if (!(parameters instanceof ParametersWithIV withNonce)
                || !(withNonce.getParameters() instanceof KeyParameter withKey)) {
            throw new IllegalArgumentException(
                    algorithm.title() + " parameters: are none; give a ParametersWithIV with a KeyParameter in it");
        }
        StreamCipher former = cipher;
        cipher = StreamCipher.of(algorithm, withKey.getKey(), withNonce.getIV());
        if (former != null) {
            former.close();
        }
    }

    @Override
    public String getAlgorithmName() {
        return algorithm.title();
    }

    @Override
    public byte returnByte(byte in) {
        single[0] = in;
        initialized().apply(single);
        return single[0];
    }

    /**
     * Encrypts or decrypts.
     *
     * @throws DataLengthException if the source is too short
     * @throws OutputLengthException if the target is too short
     */
    @Override
    public int processBytes(byte[] source, int sourceOffset, int length, byte[] target, int targetOffset) {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(target, "target");
        if (sourceOffset > source.length - length) {
            throw new DataLengthException("input buffer too short");
        }
        if (targetOffset > target.length - length) {
            throw new OutputLengthException("output buffer too short");
        }
        initialized().apply(source, sourceOffset, length, target, targetOffset);
        return length;
    }

    /** Goes back to the first byte of the stream. */
    @Override
    public void reset() {
        if (cipher != null) {
            cipher.seek(0);
        }
    }

    private StreamCipher initialized() {
        if (cipher == null) {
            throw new IllegalStateException(algorithm.title() + " has no key yet; call init first");
        }
        return cipher;
    }

    /** Overwrites the key. */
    @Override
    public void close() {
        if (cipher != null) {
            cipher.close();
        }
    }
}
