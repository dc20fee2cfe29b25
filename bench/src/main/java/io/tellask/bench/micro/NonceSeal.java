package io.tellask.bench.micro;

import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.RSAPrivateKey;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.RSAPrivateKeySpec;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.KEM;
import javax.crypto.KeyGenerator;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;

/** One way to keep a nonce from being changed. Not thread-safe. */
interface NonceSeal {
    /** What the other side is given. */
    byte[] seal(byte[] nonce) throws GeneralSecurityException;

    /** The nonce of it, or what stands for it where only a tag is checked. */
    byte[] open(byte[] sealed) throws GeneralSecurityException;

    /** Fails unless a nonce survives both. */
    default void verify(byte[] nonce) throws GeneralSecurityException {
        if (!Arrays.equals(open(seal(nonce)), nonce)) {
            throw new GeneralSecurityException("the nonce has not come back");
        }
    }

    /** By the name of a contender. */
    static NonceSeal of(String contender) throws GeneralSecurityException {
        return switch (contender) {
            case "rsa-1024", "rsa-2048", "rsa-4096" -> rsa(bits(contender), true);
            case "rsa-1024-no-crt", "rsa-2048-no-crt", "rsa-4096-no-crt" -> rsa(bits(contender), false);
            case "des" -> new OfCipher("DES/CBC/PKCS5Padding", "DES", 0, 8);
            case "3des" -> new OfCipher("DESede/CBC/PKCS5Padding", "DESede", 0, 8);
            case "aes-gcm" -> new OfCipher("AES/GCM/NoPadding", "AES", 256, 12);
            case "chacha20-poly1305" -> new OfCipher("ChaCha20-Poly1305", "ChaCha20", 256, 12);
            case "hmac-sha256" -> new OfMac();
            case "ed25519" -> new OfSignature();
            case "ml-kem-768" -> new OfKem();
            default -> throw new IllegalArgumentException("unknown contender: contender=" + contender);
        };
    }

    private static int bits(String contender) {
        return Integer.parseInt(contender.split("-")[1]);
    }

    private static NonceSeal rsa(int bits, boolean hasCrt) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(bits);
        KeyPair pair = generator.generateKeyPair();
        RSAPrivateKey key = (RSAPrivateKey) pair.getPrivate();
        return new OfRsa(
                pair.getPublic(),
                hasCrt
                        ? key
                        : KeyFactory.getInstance("RSA")
                                .generatePrivate(new RSAPrivateKeySpec(key.getModulus(), key.getPrivateExponent())));
    }

    /** Encrypted with the public key. */
    final class OfRsa implements NonceSeal {
        private final Cipher encrypting = Cipher.getInstance("RSA/ECB/PKCS1Padding");
        private final Cipher decrypting = Cipher.getInstance("RSA/ECB/PKCS1Padding");

        OfRsa(Key publicKey, Key privateKey) throws GeneralSecurityException {
            encrypting.init(Cipher.ENCRYPT_MODE, publicKey);
            decrypting.init(Cipher.DECRYPT_MODE, privateKey);
        }

        @Override
        public byte[] seal(byte[] nonce) throws GeneralSecurityException {
            return encrypting.doFinal(nonce);
        }

        @Override
        public byte[] open(byte[] sealed) throws GeneralSecurityException {
            return decrypting.doFinal(sealed);
        }
    }

    /** Behind the initial vector, which is another one each time. */
    final class OfCipher implements NonceSeal {
        private final SecureRandom random = new SecureRandom();
        private final Cipher encrypting;
        private final Cipher decrypting;
        private final SecretKey key;
        private final boolean isGcm;
        private final byte[] initial;

        OfCipher(String transformation, String algorithm, int keyBits, int initialBytes)
                throws GeneralSecurityException {
            encrypting = Cipher.getInstance(transformation);
            decrypting = Cipher.getInstance(transformation);
            KeyGenerator generator = KeyGenerator.getInstance(algorithm);
            if (keyBits > 0) {
                generator.init(keyBits);
            }
            key = generator.generateKey();
            isGcm = transformation.contains("GCM");
            initial = new byte[initialBytes];
            random.nextBytes(initial);
        }

        /** Counted, as a server that seals many nonces does. */
        private void countUp() {
            for (int i = initial.length - 1; i >= 0 && ++initial[i] == 0; i--) {
                // carries
            }
        }

        private AlgorithmParameterSpec parameters(byte[] bytes) {
            return isGcm
                    ? new GCMParameterSpec(128, bytes, 0, initial.length)
                    : new IvParameterSpec(bytes, 0, initial.length);
        }

        @Override
        public byte[] seal(byte[] nonce) throws GeneralSecurityException {
            countUp();
            encrypting.init(Cipher.ENCRYPT_MODE, key, parameters(initial), random);
            int length = encrypting.getOutputSize(nonce.length);
            byte[] sealed = Arrays.copyOf(initial, initial.length + length);
            encrypting.doFinal(nonce, 0, nonce.length, sealed, initial.length);
            return sealed;
        }

        @Override
        public byte[] open(byte[] sealed) throws GeneralSecurityException {
            decrypting.init(Cipher.DECRYPT_MODE, key, parameters(sealed), random);
            return decrypting.doFinal(sealed, initial.length, sealed.length - initial.length);
        }
    }

    /** Readable, with a tag behind it. */
    final class OfMac implements NonceSeal {
        private final Mac mac = Mac.getInstance("HmacSHA256");

        OfMac() throws GeneralSecurityException {
            mac.init(KeyGenerator.getInstance("HmacSHA256").generateKey());
        }

        @Override
        public byte[] seal(byte[] nonce) throws GeneralSecurityException {
            byte[] sealed = Arrays.copyOf(nonce, nonce.length + mac.getMacLength());
            mac.update(nonce);
            mac.doFinal(sealed, nonce.length);
            return sealed;
        }

        @Override
        public byte[] open(byte[] sealed) throws GeneralSecurityException {
            byte[] nonce = Arrays.copyOf(sealed, sealed.length - mac.getMacLength());
            if (!MessageDigest.isEqual(mac.doFinal(nonce), Arrays.copyOfRange(sealed, nonce.length, sealed.length))) {
                throw new GeneralSecurityException("changed");
            }
            return nonce;
        }
    }

    /** Readable, with a signature behind it. */
    final class OfSignature implements NonceSeal {
        private static final int SIGNATURE_BYTES = 64;

        private final Signature signing = Signature.getInstance("Ed25519");
        private final Signature verifying = Signature.getInstance("Ed25519");

        OfSignature() throws GeneralSecurityException {
            KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
            signing.initSign(pair.getPrivate());
            verifying.initVerify(pair.getPublic());
        }

        @Override
        public byte[] seal(byte[] nonce) throws GeneralSecurityException {
            byte[] sealed = Arrays.copyOf(nonce, nonce.length + SIGNATURE_BYTES);
            signing.update(nonce);
            signing.sign(sealed, nonce.length, SIGNATURE_BYTES);
            return sealed;
        }

        @Override
        public byte[] open(byte[] sealed) throws GeneralSecurityException {
            byte[] nonce = Arrays.copyOf(sealed, sealed.length - SIGNATURE_BYTES);
            verifying.update(nonce);
            if (!verifying.verify(sealed, nonce.length, SIGNATURE_BYTES)) {
                throw new GeneralSecurityException("changed");
            }
            return nonce;
        }
    }

    /** A key that both sides have afterwards; the nonce is no part of it. */
    final class OfKem implements NonceSeal {
        private final KEM.Encapsulator encapsulator;
        private final KEM.Decapsulator decapsulator;

        OfKem() throws GeneralSecurityException {
            KeyPair pair = KeyPairGenerator.getInstance("ML-KEM-768").generateKeyPair();
            encapsulator = KEM.getInstance("ML-KEM").newEncapsulator(pair.getPublic());
            decapsulator = KEM.getInstance("ML-KEM").newDecapsulator(pair.getPrivate());
        }

        @Override
        public byte[] seal(byte[] nonce) {
            return encapsulator.encapsulate().encapsulation();
        }

        @Override
        public byte[] open(byte[] sealed) throws GeneralSecurityException {
            return decapsulator.decapsulate(sealed).getEncoded();
        }

        @Override
        public void verify(byte[] nonce) throws GeneralSecurityException {
            KEM.Encapsulated agreed = encapsulator.encapsulate();
            if (!Arrays.equals(open(agreed.encapsulation()), agreed.key().getEncoded())) {
                throw new GeneralSecurityException("the keys differ");
            }
        }
    }
}
