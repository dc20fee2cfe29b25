package io.tellask.cipher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.test.Seed;
import java.util.Random;
import org.bouncycastle.crypto.DataLengthException;
import org.bouncycastle.crypto.OutputLengthException;
import org.bouncycastle.crypto.StreamCipher;
import org.bouncycastle.crypto.engines.ChaCha7539Engine;
import org.bouncycastle.crypto.params.KeyParameter;
import org.bouncycastle.crypto.params.ParametersWithIV;
import org.junit.jupiter.api.Test;

/** Our ciphers where a program expects BouncyCastle's. */
class BouncyCastleStreamCipherTest {
    private final Random random = new Random(Seed.given());
    private final ParametersWithIV parameters =
            new ParametersWithIV(new KeyParameter(Samples.key(random)), Samples.bytes(random, 12));

    @Test
    void standsInForAnEngine() {
        StreamCipher ours = new BouncyCastleStreamCipher(StreamAlgorithm.CHACHA20);
        StreamCipher theirs = new ChaCha7539Engine();
        byte[] text = Samples.bytes(random, 3_000);
        byte[] made = new byte[3_000];
        byte[] expected = new byte[3_000];
        for (int round = 0; round < 2; round++) {
            for (StreamCipher cipher : new StreamCipher[] {ours, theirs}) {
                byte[] target = cipher == ours ? made : expected;
                if (round == 0) {
                    cipher.init(true, parameters);
                } else {
                    cipher.reset();
                }
                target[0] = cipher.returnByte(text[0]);
                assertThat(cipher.processBytes(text, 1, 2_999, target, 1)).isEqualTo(2_999);
            }
            assertThat(made).isEqualTo(expected);
        }
        assertThat(ours.getAlgorithmName()).isEqualTo("ChaCha20");
    }

    @Test
    void throwsTheExceptionsOfTheInterface() {
        try (BouncyCastleStreamCipher cipher = new BouncyCastleStreamCipher(StreamAlgorithm.CHACHA20)) {
            assertThatThrownBy(() -> cipher.returnByte((byte) 1))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("ChaCha20 has no key yet; call init first");
            assertThatThrownBy(() -> cipher.init(true, parameters.getParameters()))
                    .isInstanceOf(IllegalArgumentException.class);
            cipher.init(true, parameters);
            assertThatThrownBy(() -> cipher.processBytes(new byte[4], 1, 4, new byte[9], 0))
                    .isInstanceOf(DataLengthException.class);
            assertThatThrownBy(() -> cipher.processBytes(new byte[4], 0, 4, new byte[4], 1))
                    .isInstanceOf(OutputLengthException.class);
            cipher.close();
            assertThatThrownBy(() -> cipher.returnByte((byte) 1)).isInstanceOf(CipherClosedException.class);
        }
    }
}
