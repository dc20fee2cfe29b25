package io.tellask.bench.cipher;

import org.bouncycastle.crypto.StreamCipher;
import org.bouncycastle.crypto.engines.ChaCha7539Engine;
import org.bouncycastle.crypto.engines.Salsa20Engine;
import org.bouncycastle.crypto.modes.ChaCha20Poly1305;
import org.bouncycastle.crypto.params.AEADParameters;
import org.bouncycastle.crypto.params.KeyParameter;
import org.bouncycastle.crypto.params.ParametersWithIV;

/** BouncyCastle's engines, by its lightweight interface. */
public final class BouncyCastleCiphers implements CipherSubject {
    private static final int TAG_BITS = 128;

    private final KeyParameter key = new KeyParameter(new byte[32]);

    @Override
    public Call open(String what) {
        return switch (what) {
            case "salsa20" -> stream(new Salsa20Engine(), 8);
            case "chacha20" -> stream(new ChaCha7539Engine(), 12);
            case "box" -> box();
            default -> throw new IllegalArgumentException("no such case: case=" + what);
        };
    }

    private Call stream(StreamCipher cipher, int nonceBytes) {
        cipher.init(true, new ParametersWithIV(key, new byte[nonceBytes]));
        return (source, target) -> cipher.processBytes(source, 0, source.length, target, 0);
    }

    private Call box() {
        ChaCha20Poly1305 cipher = new ChaCha20Poly1305();
        Nonces nonces = new Nonces(12);
        return (source, target) -> {
            cipher.init(true, new AEADParameters(key, TAG_BITS, nonces.next()));
            int written = cipher.processBytes(source, 0, source.length, target, 0);
            cipher.doFinal(target, written);
        };
    }
}
