package io.tellask.cipher;

import java.security.AlgorithmParameters;
import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidKeyException;
import java.security.InvalidParameterException;
import java.security.Key;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.InvalidParameterSpecException;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.CipherSpi;
import javax.crypto.NoSuchPaddingException;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.IvParameterSpec;
import org.jspecify.annotations.Nullable;

/** What ciphers with a nonce have in common for the JDK: no modes, no padding, parameters that are a nonce. Not thread-safe. */
abstract class NonceCipherSpi extends CipherSpi {
    private final String title;
    private final int nonceBytes;
    private byte @Nullable [] nonce;
    /** A digest of the key and the nonce that were encrypted with last: a key is not to be kept for that. */
    private byte[] lastUse = new byte[0];

    NonceCipherSpi(String title, int nonceBytes) {
        this.title = title;
        this.nonceBytes = nonceBytes;
    }

    /** Begins with a key and a nonce; the key is wiped afterwards. */
    abstract void begin(boolean encrypts, byte[] key, byte[] nonce, long block);

    final String title() {
        return title;
    }

    @Override
    protected final void engineSetMode(String mode) throws NoSuchAlgorithmException {
        if (!mode.equalsIgnoreCase("None")) {
            throw new NoSuchAlgorithmException(title + " mode: is not None; leave it out");
        }
    }

    @Override
    protected final void engineSetPadding(String padding) throws NoSuchPaddingException {
        if (!padding.equalsIgnoreCase("NoPadding")) {
            throw new NoSuchPaddingException(title + " padding: is not NoPadding; leave it out");
        }
    }

    @Override
    protected final int engineGetBlockSize() {
        return 0;
    }

    @Override
    protected final byte @Nullable [] engineGetIV() {
        return nonce == null ? null : nonce.clone();
    }

    @Override
    protected final int engineGetKeySize(Key key) throws InvalidKeyException {
        byte[] bytes = bytes(key);
        Arrays.fill(bytes, (byte) 0);
        return bytes.length * Byte.SIZE;
    }

    @Override
    protected final @Nullable AlgorithmParameters engineGetParameters() {
        return null;
    }

    @Override
    protected final void engineInit(int mode, Key key, @Nullable SecureRandom random) throws InvalidKeyException {
        if (mode == Cipher.DECRYPT_MODE || mode == Cipher.UNWRAP_MODE) {
            throw new InvalidKeyException(title + " nonce: is missing; decrypt with the nonce of the encryption");
        }
        byte[] drawn = new byte[nonceBytes];
        (random == null ? new SecureRandom() : random).nextBytes(drawn);
        start(mode, key, drawn, 0);
    }

    @Override
    protected final void engineInit(
            int mode, Key key, @Nullable AlgorithmParameterSpec parameters, @Nullable SecureRandom random)
            throws InvalidKeyException, InvalidAlgorithmParameterException {
        if (parameters == null) {
            engineInit(mode, key, random);
            return;
        }
        byte[] given = nonce(parameters);
        if (given.length != nonceBytes) {
            throw new InvalidAlgorithmParameterException(
                    title + " nonce: nonceBytes=" + given.length + ", needed=" + nonceBytes + "; give that many bytes");
        }
        start(mode, key, given, block(parameters));
    }

    /** The nonce of parameters; a subclass may know other kinds. */
    byte[] nonce(AlgorithmParameterSpec parameters) throws InvalidAlgorithmParameterException {
        if (parameters instanceof IvParameterSpec vector) {
            return vector.getIV();
        }
        throw new InvalidAlgorithmParameterException(title + " parameters: hold no nonce; give an IvParameterSpec");
    }

    /** The first block of parameters. */
    long block(AlgorithmParameterSpec parameters) {
        return 0;
    }

    @Override
    protected final void engineInit(
            int mode, Key key, @Nullable AlgorithmParameters parameters, @Nullable SecureRandom random)
            throws InvalidKeyException, InvalidAlgorithmParameterException {
        try {
            engineInit(
                    mode, key, parameters == null ? null : parameters.getParameterSpec(IvParameterSpec.class), random);
        } catch (InvalidParameterSpecException e) {
            throw new InvalidAlgorithmParameterException(
                    title + " parameters: hold no nonce; give an IvParameterSpec", e);
        }
    }

    private void start(int mode, Key key, byte[] given, long block) throws InvalidKeyException {
        if (mode != Cipher.ENCRYPT_MODE && mode != Cipher.DECRYPT_MODE) {
            throw new InvalidParameterException(title + " mode: cannot wrap keys; encrypt or decrypt");
        }
        byte[] bytes = bytes(key);
        try {
            byte[] use = mode == Cipher.ENCRYPT_MODE ? use(bytes, given) : lastUse;
            if (mode == Cipher.ENCRYPT_MODE && MessageDigest.isEqual(use, lastUse)) {
                throw new InvalidKeyException(
                        title
                                + " nonce: this cipher was initialized with it and this key already; take another nonce for each message");
            }
            begin(mode == Cipher.ENCRYPT_MODE, bytes, given, block);
            lastUse = use;
        } catch (KeyLengthException e) {
            throw new InvalidKeyException(e.getMessage(), e);
        } finally {
            Arrays.fill(bytes, (byte) 0);
        }
        nonce = given;
    }

    private static byte[] use(byte[] key, byte[] nonce) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(nonce);
            return digest.digest(key);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-256 is missing in this JDK", e);
        }
    }

    private byte[] bytes(Key key) throws InvalidKeyException {
        byte[] bytes = key == null ? null : key.getEncoded();
        if (bytes == null) {
            throw new InvalidKeyException(title + " key: has no bytes; give a SecretKeySpec");
        }
        return bytes;
    }

    /** Refuses a target that is too short, before anything has happened. */
    static void checkTarget(byte[] target, int offset, int needed) throws ShortBufferException {
        if (target.length - offset < needed) {
            throw new ShortBufferException("cipher target: targetBytes=" + (target.length - offset) + ", needed="
                    + needed + "; give a larger one");
        }
    }

    /** Copies a result into a range; too short a target is the JDK's exception. */
    static int copy(byte[] result, byte[] target, int offset) throws ShortBufferException {
        checkTarget(target, offset, result.length);
        System.arraycopy(result, 0, target, offset, result.length);
        return result.length;
    }
}
