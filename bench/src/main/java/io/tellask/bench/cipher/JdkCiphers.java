package io.tellask.bench.cipher;

import java.security.spec.AlgorithmParameterSpec;
import java.util.function.Function;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.ChaCha20ParameterSpec;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** The JDK's ciphers; for tokens what {@link TellaskCiphers}' sealer is made of, alone. Suite {@code crypto} has more of them. */
public final class JdkCiphers implements CipherSubject {
    private static final int TAG_BITS = 128;

    @Override
    public Call open(String what) throws Exception {
        return switch (what) {
            case "chacha20" -> {
                Cipher cipher = Cipher.getInstance("ChaCha20");
                cipher.init(
                        Cipher.ENCRYPT_MODE,
                        new SecretKeySpec(new byte[32], "ChaCha20"),
                        new ChaCha20ParameterSpec(new byte[12], 0));
                yield (source, target) -> cipher.update(source, 0, source.length, target, 0);
            }
            case "box", "token-chacha20-poly1305" -> sealing("ChaCha20-Poly1305", "ChaCha20", IvParameterSpec::new);
            case "token-aes-gcm" -> sealing("AES/GCM/NoPadding", "AES", nonce -> new GCMParameterSpec(TAG_BITS, nonce));
            case "token-hmac-sha256" -> {
                Mac mac = Mac.getInstance("HmacSHA256");
                mac.init(new SecretKeySpec(new byte[32], "HmacSHA256"));
                yield (source, target) -> {
                    mac.update(source);
                    mac.doFinal(target, 0);
                };
            }
            default -> throw new IllegalArgumentException("no such case: case=" + what);
        };
    }

    private static Call sealing(String title, String keyTitle, Function<byte[], AlgorithmParameterSpec> parameters)
            throws Exception {
        Cipher cipher = Cipher.getInstance(title);
        SecretKeySpec key = new SecretKeySpec(new byte[32], keyTitle);
        Nonces nonces = new Nonces(12);
        return (source, target) -> {
            cipher.init(Cipher.ENCRYPT_MODE, key, parameters.apply(nonces.next()));
            cipher.doFinal(source, 0, source.length, target, 0);
        };
    }
}
