package io.tellask.cipher;

import static io.tellask.cipher.Samples.bytes;
import static io.tellask.cipher.Samples.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.test.Seed;
import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.util.Random;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.ChaCha20ParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The ciphers by the JDK's interface. */
class TellaskProviderTest {
    private final Provider provider = new TellaskProvider();
    private final Random random = new Random(Seed.given());
    private final byte[] key = key(random);

    private Cipher cipher(String title, int mode, byte[] nonce) throws Exception {
        Cipher cipher = Cipher.getInstance(title, provider);
        cipher.init(mode, new SecretKeySpec(key, title), new IvParameterSpec(nonce));
        return cipher;
    }

    @ParameterizedTest
    @EnumSource
    void hasEachStreamCipher(StreamAlgorithm algorithm) throws Exception {
        byte[] nonce = bytes(random, algorithm.nonceBytes());
        byte[] text = bytes(random, 3_000);
        byte[] expected = text.clone();
        StreamCipher.of(algorithm, key, nonce).apply(expected);

        Cipher cipher = cipher(algorithm.title(), Cipher.ENCRYPT_MODE, nonce);
        byte[] made = new byte[3_000];
        assertThat(cipher.update(text, 0, 1_000, made)).isEqualTo(1_000);
        System.arraycopy(cipher.update(text, 1_000, 1_000), 0, made, 1_000, 1_000);
        assertThat(cipher.doFinal(text, 2_000, 1_000, made, 2_000)).isEqualTo(1_000);

        assertThat(made).isEqualTo(expected);
        assertThat(cipher.getIV()).isEqualTo(nonce);
        assertThatThrownBy(() -> cipher.update(text))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("initialize it again");
        assertThat(cipher(algorithm.title(), Cipher.DECRYPT_MODE, nonce).doFinal(made))
                .isEqualTo(text);
    }

    @ParameterizedTest
    @EnumSource
    void hasEachBox(BoxAlgorithm algorithm) throws Exception {
        byte[] nonce = bytes(random, algorithm.nonceBytes());
        byte[] text = bytes(random, 3_000);
        byte[] additional = algorithm.takesAdditionalData() ? bytes(random, 20) : new byte[0];

        Cipher sealing = cipher(algorithm.title(), Cipher.ENCRYPT_MODE, nonce);
        sealing.updateAAD(additional);
        sealing.update(text, 0, 1_000);
        byte[] sealed = sealing.doFinal(text, 1_000, 2_000);

        assertThat(sealed).isEqualTo(SecretBox.of(algorithm, key).seal(nonce, text, additional));
        Cipher opening = cipher(algorithm.title(), Cipher.DECRYPT_MODE, nonce);
        opening.updateAAD(additional);
        assertThat(opening.doFinal(sealed)).isEqualTo(text);

        sealed[7] ^= 1;
        Cipher forged = cipher(algorithm.title(), Cipher.DECRYPT_MODE, nonce);
        assertThatThrownBy(() -> forged.doFinal(sealed))
                .isInstanceOf(AEADBadTagException.class)
                .hasCauseInstanceOf(ForgedMessageException.class);
        assertThatThrownBy(() ->
                        cipher(algorithm.title(), Cipher.DECRYPT_MODE, nonce).doFinal(new byte[15]))
                .isInstanceOf(AEADBadTagException.class)
                .hasCauseInstanceOf(TruncatedMessageException.class);
    }

    @Test
    void tooShortATargetCanBeTriedAgain() throws Exception {
        byte[] nonce = bytes(random, 12);
        Cipher sealing = cipher("ChaCha20-Poly1305", Cipher.ENCRYPT_MODE, nonce);

        assertThatThrownBy(() -> sealing.doFinal(new byte[10], 0, 10, new byte[25]))
                .isInstanceOf(ShortBufferException.class);
        assertThat(sealing.doFinal(new byte[10], 0, 10, new byte[26])).isEqualTo(26);
    }

    @Test
    void takesTheParametersOfTheJdksOwn() throws Exception {
        ChaCha20ParameterSpec parameters = new ChaCha20ParameterSpec(bytes(random, 12), 9);
        byte[] text = bytes(random, 500);
        byte[][] made = new byte[2][];
        Cipher[] ciphers = {Cipher.getInstance("ChaCha20", provider), Cipher.getInstance("ChaCha20", "SunJCE")};
        for (int i = 0; i < ciphers.length; i++) {
            ciphers[i].init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "ChaCha20"), parameters);
            made[i] = ciphers[i].doFinal(text);
        }

        assertThat(made[0]).isEqualTo(made[1]);
    }

    @Test
    void drawsANonceForEncryptionOnly() throws Exception {
        Cipher cipher = Cipher.getInstance("XChaCha20-Poly1305", provider);
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "XChaCha20"));
        byte[] sealed = cipher.doFinal(new byte[5]);

        assertThat(cipher("XChaCha20-Poly1305", Cipher.DECRYPT_MODE, cipher.getIV())
                        .doFinal(sealed))
                .isEqualTo(new byte[5]);
        assertThatThrownBy(() -> cipher.init(Cipher.DECRYPT_MODE, new SecretKeySpec(key, "XChaCha20")))
                .isInstanceOf(InvalidKeyException.class)
                .hasMessageContaining("nonce: is missing");
    }

    @Test
    void refusesOtherKeysNoncesAndModesAsTheJdkDoes() {
        assertThatThrownBy(() -> cipher("XSalsa20", Cipher.ENCRYPT_MODE, new byte[8]))
                .isInstanceOf(InvalidAlgorithmParameterException.class)
                .hasMessageContaining("nonceBytes=8, needed=24");
        assertThatThrownBy(() -> Cipher.getInstance("Salsa20", provider)
                        .init(
                                Cipher.ENCRYPT_MODE,
                                new SecretKeySpec(new byte[5], "Salsa20"),
                                new IvParameterSpec(new byte[8])))
                .isInstanceOf(InvalidKeyException.class)
                .hasMessageContaining("keyBytes=5");
        assertThatThrownBy(() -> Cipher.getInstance("Salsa20/CBC/NoPadding", provider))
                .isInstanceOf(NoSuchAlgorithmException.class);
    }

    @Test
    void targetThatIsTooShortLeavesTheStreamWhereItWas() throws Exception {
        byte[] text = bytes(random, 100);
        Cipher cipher = cipher("Salsa20", Cipher.ENCRYPT_MODE, new byte[8]);
        byte[] expected = cipher("Salsa20", Cipher.ENCRYPT_MODE, new byte[8]).doFinal(text);

        assertThatThrownBy(() -> cipher.update(text, 0, 100, new byte[99]))
                .isInstanceOf(ShortBufferException.class)
                .hasMessageContaining("targetBytes=99, needed=100");
        assertThatThrownBy(() -> cipher.doFinal(text, 0, 100, new byte[99])).isInstanceOf(ShortBufferException.class);
        assertThat(cipher.doFinal(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Salsa20", "ChaCha20-Poly1305"})
    void encryptingTwiceWithOneNonceIsRefusedAsByTheJdk(String title) throws Exception {
        SecretKeySpec secret = new SecretKeySpec(key, title);
        byte[] nonce = new byte[title.equals("Salsa20") ? 8 : 12];
        Cipher cipher = cipher(title, Cipher.ENCRYPT_MODE, nonce);
        cipher.doFinal(new byte[10]);

        assertThatThrownBy(() -> cipher.init(Cipher.ENCRYPT_MODE, secret, new IvParameterSpec(nonce)))
                .isInstanceOf(InvalidKeyException.class)
                .hasMessageContaining("take another nonce");
        cipher.init(Cipher.DECRYPT_MODE, secret, new IvParameterSpec(nonce));
        assertThatThrownBy(() -> cipher.init(Cipher.ENCRYPT_MODE, secret, new IvParameterSpec(nonce)))
                .isInstanceOf(InvalidKeyException.class);
        nonce[0] = 1;
        cipher.init(Cipher.ENCRYPT_MODE, secret, new IvParameterSpec(nonce));
        assertThat(cipher.getIV()).isEqualTo(nonce);
    }

    @Test
    void additionalDataComeFirstAndOnlyWhereTheBoxTakesThem() throws Exception {
        Cipher late = cipher("ChaCha20-Poly1305", Cipher.ENCRYPT_MODE, new byte[12]);
        late.update(new byte[10]);
        assertThatThrownBy(() -> late.updateAAD(new byte[1]))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("before its first bytes");

        Cipher none = cipher("XSalsa20-Poly1305", Cipher.ENCRYPT_MODE, new byte[24]);
        assertThatThrownBy(() -> none.updateAAD(new byte[1]))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("leave them out");
    }
}
