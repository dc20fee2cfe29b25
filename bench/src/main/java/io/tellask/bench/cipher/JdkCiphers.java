package io.tellask.bench.cipher;

import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.interfaces.RSAPrivateKey;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.RSAPrivateKeySpec;
import java.util.function.Function;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.ChaCha20ParameterSpec;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * The JDK's ciphers. For tokens also what they were made of once: a nonce, as long as an RSA key or less, encrypted by
 * DES, or by RSA and decrypted again, with the parameters of the Chinese remainder theorem or without.
 */
public final class JdkCiphers implements CipherSubject {
    private static final int RSA_BITS = 2_048;
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
            case "token-des" -> {
                Cipher cipher = Cipher.getInstance("DES/ECB/PKCS5Padding");
                cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(new byte[] {1, 2, 3, 4, 5, 6, 7, 8}, "DES"));
                yield (source, target) -> cipher.doFinal(source, 0, source.length, target, 0);
            }
            default -> rsa(what);
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

    private static Call rsa(String what) throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(RSA_BITS);
        KeyPair pair = generator.generateKeyPair();
        RSAPrivateKey crt = (RSAPrivateKey) pair.getPrivate();
        RSAPrivateKeySpec plain = new RSAPrivateKeySpec(crt.getModulus(), crt.getPrivateExponent());
        Cipher cipher = Cipher.getInstance("RSA/ECB/NoPadding");
        switch (what) {
            case "token-rsa-public" -> cipher.init(Cipher.ENCRYPT_MODE, pair.getPublic());
            case "token-rsa-crt" -> cipher.init(Cipher.DECRYPT_MODE, crt);
            case "token-rsa" ->
                cipher.init(Cipher.DECRYPT_MODE, KeyFactory.getInstance("RSA").generatePrivate(plain));
            default -> throw new IllegalArgumentException("no such case: case=" + what);
        }
        return (source, target) -> cipher.doFinal(source, 0, source.length, target, 0);
    }
}
