package io.tellask.cipher;

import java.security.InvalidAlgorithmParameterException;
import java.security.spec.AlgorithmParameterSpec;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.ChaCha20ParameterSpec;
import org.jspecify.annotations.Nullable;

/** A stream cipher for the JDK. Not thread-safe. */
final class StreamCipherSpi extends NonceCipherSpi {
    private final StreamAlgorithm algorithm;
    private @Nullable StreamCipher cipher;
    private boolean finished;

    StreamCipherSpi(StreamAlgorithm algorithm) {
        super(algorithm.title(), algorithm.nonceBytes());
        this.algorithm = algorithm;
    }

    @Override
    void begin(boolean encrypts, byte[] key, byte[] nonce, long block) {
        StreamCipher next = StreamCipher.of(algorithm, key, nonce);
        next.seek(block);
        if (cipher != null) {
            cipher.close();
        }
        cipher = next;
        finished = false;
    }

    @Override
    byte[] nonce(AlgorithmParameterSpec parameters) throws InvalidAlgorithmParameterException {
        return parameters instanceof ChaCha20ParameterSpec chacha && algorithm == StreamAlgorithm.CHACHA20
                ? chacha.getNonce()
                : super.nonce(parameters);
    }

    @Override
    long block(AlgorithmParameterSpec parameters) {
        return parameters instanceof ChaCha20ParameterSpec chacha ? Integer.toUnsignedLong(chacha.getCounter()) : 0;
    }

    @Override
    protected int engineGetOutputSize(int inputLength) {
        return inputLength;
    }

    @Override
    protected byte[] engineUpdate(byte[] source, int offset, int length) {
        byte[] target = new byte[length];
        usable().apply(source, offset, length, target, 0);
        return target;
    }

    @Override
    protected int engineUpdate(byte[] source, int offset, int length, byte[] target, int targetOffset)
            throws ShortBufferException {
        checkTarget(target, targetOffset, length);
        if (source == target && offset != targetOffset) {
            return copy(engineUpdate(source, offset, length), target, targetOffset);
        }
        usable().apply(source, offset, length, target, targetOffset);
        return length;
    }

    @Override
    protected byte[] engineDoFinal(byte @Nullable [] source, int offset, int length) {
        byte[] target = source == null ? new byte[0] : engineUpdate(source, offset, length);
        finished = true;
        return target;
    }

    @Override
    protected int engineDoFinal(byte @Nullable [] source, int offset, int length, byte[] target, int targetOffset)
            throws ShortBufferException {
        int written = source == null ? 0 : engineUpdate(source, offset, length, target, targetOffset);
        finished = true;
        return written;
    }

    private StreamCipher usable() {
        if (cipher == null || finished) {
            throw new IllegalStateException(title() + ": has ended; initialize it again, with another nonce");
        }
        return cipher;
    }
}
