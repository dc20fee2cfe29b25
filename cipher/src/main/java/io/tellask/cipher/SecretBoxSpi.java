package io.tellask.cipher;

import java.io.ByteArrayOutputStream;
import javax.crypto.AEADBadTagException;
import javax.crypto.ShortBufferException;
import org.jspecify.annotations.Nullable;

/** A box for the JDK. Keeps the whole message until its end, since nothing of it may be given out before its tag was checked. Not thread-safe. */
final class SecretBoxSpi extends NonceCipherSpi {
    private final BoxAlgorithm algorithm;
    private final ByteArrayOutputStream additional = new ByteArrayOutputStream();
    private final ByteArrayOutputStream message = new ByteArrayOutputStream();
    private @Nullable SecretBox box;
    private byte[] nonce = new byte[0];
    private boolean encrypts;
    private boolean hasBegun;

    SecretBoxSpi(BoxAlgorithm algorithm) {
        super(algorithm.title(), algorithm.nonceBytes());
        this.algorithm = algorithm;
    }

    @Override
    void begin(boolean encrypts, byte[] key, byte[] nonce, long block) {
        SecretBox next = SecretBox.of(algorithm, key);
        end();
        box = next;
        this.nonce = nonce;
        this.encrypts = encrypts;
    }

    private void end() {
        if (box != null) {
            box.close();
        }
        box = null;
        hasBegun = false;
        message.reset();
        additional.reset();
    }

    @Override
    protected int engineGetOutputSize(int inputLength) {
        int total = message.size() + inputLength;
        return encrypts ? Math.addExact(total, SecretBox.TAG_BYTES) : Math.max(0, total - SecretBox.TAG_BYTES);
    }

    @Override
    protected void engineUpdateAAD(byte[] source, int offset, int length) {
        usable();
        if (!algorithm.takesAdditionalData() && length > 0) {
            throw new UnsupportedOperationException(
                    title() + ": authenticates no additional data; leave them out, or take another box");
        }
        if (hasBegun) {
            throw new IllegalStateException(
                    title() + ": the message has begun; give additional data before its first bytes");
        }
        additional.write(source, offset, length);
    }

    @Override
    protected byte[] engineUpdate(byte[] source, int offset, int length) {
        usable();
        hasBegun = true;
        message.write(source, offset, length);
        return new byte[0];
    }

    @Override
    protected int engineUpdate(byte[] source, int offset, int length, byte[] target, int targetOffset) {
        engineUpdate(source, offset, length);
        return 0;
    }

    @Override
    protected byte[] engineDoFinal(byte @Nullable [] source, int offset, int length) throws AEADBadTagException {
        SecretBox usable = usable();
        if (source != null) {
            message.write(source, offset, length);
        }
        try {
            return encrypts
                    ? usable.seal(nonce, message.toByteArray(), additional.toByteArray())
                    : usable.open(nonce, message.toByteArray(), additional.toByteArray());
        } catch (ForgedMessageException | TruncatedMessageException e) {
            AEADBadTagException forged = new AEADBadTagException(e.getMessage());
            forged.initCause(e);
            throw forged;
        } finally {
            end();
        }
    }

    @Override
    protected int engineDoFinal(byte @Nullable [] source, int offset, int length, byte[] target, int targetOffset)
            throws AEADBadTagException, ShortBufferException {
        int needed = engineGetOutputSize(source == null ? 0 : length);
        checkTarget(target, targetOffset, needed);
        return copy(engineDoFinal(source, offset, length), target, targetOffset);
    }

    private SecretBox usable() {
        if (box == null) {
            throw new IllegalStateException(title() + ": has ended; initialize it again, with another nonce");
        }
        return box;
    }
}
