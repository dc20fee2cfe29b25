package io.tellask.cipher;

import static io.tellask.cipher.Samples.bytes;
import static io.tellask.cipher.Samples.hex;
import static io.tellask.cipher.Samples.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.test.Rounds;
import io.tellask.test.Seed;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import javax.crypto.Cipher;
import javax.crypto.spec.ChaCha20ParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.crypto.engines.ChaCha7539Engine;
import org.bouncycastle.crypto.engines.ChaChaEngine;
import org.bouncycastle.crypto.engines.Salsa20Engine;
import org.bouncycastle.crypto.engines.XSalsa20Engine;
import org.bouncycastle.crypto.params.KeyParameter;
import org.bouncycastle.crypto.params.ParametersWithIV;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Key streams against published ones, other implementations and themselves in other pieces. */
class StreamCipherTest {
    private final Random random = new Random(Seed.given());

    private StreamCipher cipher(StreamAlgorithm algorithm) {
        return StreamCipher.of(algorithm, key(random), bytes(random, algorithm.nonceBytes()));
    }

    @Test
    void givesPublishedStreams() throws Exception {
        for (String[] row : Samples.table("streams.csv")) {
            StreamAlgorithm algorithm = StreamAlgorithm.valueOf(row[0]);
            byte[] expected = hex(row[4]);
            int offset = Integer.parseInt(row[3]);
            try (StreamCipher cipher = StreamCipher.of(algorithm, hex(row[1]), hex(row[2]))) {
                byte[] stream = new byte[offset + expected.length];
                cipher.apply(stream);
                assertThat(Arrays.copyOfRange(stream, offset, stream.length))
                        .as("%s at %s", row[0], row[3])
                        .isEqualTo(expected);
                cipher.seek(offset / StreamAlgorithm.BLOCK_BYTES);
                byte[] sought = new byte[expected.length];
                cipher.apply(sought);
                assertThat(sought).as("%s from %s", row[0], row[3]).isEqualTo(expected);
            }
        }
    }

    @Test
    void encryptsTheTextOfTheSpecification() {
        StreamCipher cipher = StreamCipher.of(
                StreamAlgorithm.CHACHA20,
                hex("1c9240a5eb55d38af333888604f6b5f0473917c1402b80099dca5cbc207075c0"),
                hex("000000000000000000000002"));
        cipher.seek(42);
        byte[] text = ("'Twas brillig, and the slithy toves\nDid gyre and gimble in the wabe:\n"
                        + "All mimsy were the borogoves,\nAnd the mome raths outgrabe.")
                .getBytes();

        cipher.apply(text);

        assertThat(text)
                .isEqualTo(hex("62e6347f95ed87a45ffae7426f27a1df5fb69110044c0d73118effa95b01e5cf"
                        + "166d3df2d721caf9b21e5fb14c616871fd84c54f9d65b283196c7fe4f60553eb"
                        + "f39c6402c42234e32a356b3e764312a61a5532055716ead6962568f87d3f3f77"
                        + "04c6a8d1bcd1bf4d50d6154b6da731b187b58dfd728afa36757a797ac188d1"));
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"CHACHA12", "CHACHA8", "XCHACHA20"})
    void givesTheStreamsOfBouncyCastle(StreamAlgorithm algorithm) {
        org.bouncycastle.crypto.StreamCipher other = switch (algorithm) {
            case SALSA20, SALSA12, SALSA8 -> new Salsa20Engine(algorithm.rounds());
            case XSALSA20 -> new XSalsa20Engine();
            case CHACHA20 -> new ChaCha7539Engine();
            default -> new ChaChaEngine(algorithm.rounds());
        };
        byte[] key = key(random);
        byte[] nonce = bytes(random, algorithm.nonceBytes());
        byte[] text = bytes(random, 40_000);
        byte[] expected = new byte[text.length];
        other.init(true, new ParametersWithIV(new KeyParameter(key), nonce));
        other.processBytes(text, 0, text.length, expected, 0);

        StreamCipher.of(algorithm, key, nonce).apply(text);

        assertThat(text).isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource(names = {"CHACHA12", "CHACHA8"})
    void longNonceIsAHighCounterWordOfTheShortOne(StreamAlgorithm algorithm) {
        StreamAlgorithm original = StreamAlgorithm.valueOf(algorithm.name() + "_64");
        byte[] key = key(random);
        byte[] nonce = hex("010203000405060708090a0b");
        byte[] made = new byte[2_000];
        byte[] expected = new byte[2_000];

        StreamCipher.of(algorithm, key, nonce).apply(made);
        StreamCipher other = StreamCipher.of(original, key, Arrays.copyOfRange(nonce, 4, 12));
        other.seek(0x030201L << 32);
        other.apply(expected);

        assertThat(made).isEqualTo(expected);
    }

    @Test
    void givesTheStreamOfTheJdk() throws Exception {
        byte[] key = key(random);
        byte[] nonce = bytes(random, 12);
        byte[] text = bytes(random, 100_000);
        Cipher jdk = Cipher.getInstance("ChaCha20");
        jdk.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "ChaCha20"), new ChaCha20ParameterSpec(nonce, 7));
        byte[] expected = jdk.doFinal(text);

        StreamCipher cipher = StreamCipher.of(StreamAlgorithm.CHACHA20, key, nonce);
        cipher.seek(7);
        cipher.apply(text);

        assertThat(text).isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource
    void piecesOfAnyLengthAndPlaceMakeOneStream(StreamAlgorithm algorithm) {
        byte[] key = key(random);
        byte[] nonce = bytes(random, algorithm.nonceBytes());
        byte[] text = bytes(random, 60_000);
        byte[] expected = text.clone();
        StreamCipher.of(algorithm, key, nonce).apply(expected);
        try (Arena arena = Arena.ofConfined();
                StreamCipher cipher = StreamCipher.of(algorithm, key, nonce)) {
            MemorySegment offHeap = Samples.offHeap(arena, text);
            byte[] target = new byte[text.length + 9];
            int from = 0;
            while (from < text.length) {
                int length = Math.min(text.length - from, random.nextInt(random.nextInt(20) == 0 ? 20_000 : 200));
                switch (random.nextInt(3)) {
                    case 0 -> cipher.apply(text, from, length, target, from + 9);
                    case 1 ->
                        cipher.apply(
                                offHeap.asSlice(from, length),
                                MemorySegment.ofArray(target).asSlice(from + 9));
                    default -> {
                        System.arraycopy(text, from, target, from + 9, length);
                        cipher.apply(target, from + 9, length, target, from + 9);
                    }
                }
                from += length;
                assertThat(cipher.block()).isEqualTo(from / StreamAlgorithm.BLOCK_BYTES);
            }
            assertThat(Arrays.copyOfRange(target, 9, target.length)).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @EnumSource
    void seeksForwardAndBack(StreamAlgorithm algorithm) {
        StreamCipher cipher = cipher(algorithm);
        byte[] stream = new byte[100 * 64];
        cipher.apply(stream);
        for (int round = 0; round < Rounds.of(100, 10_000); round++) {
            int block = random.nextInt(100);
            byte[] part = new byte[random.nextInt(stream.length - block * 64 + 1)];
            cipher.seek(block);
            cipher.apply(part);
            assertThat(part).isEqualTo(Arrays.copyOfRange(stream, block * 64, block * 64 + part.length));
        }
    }

    @Test
    void lowWordOfTheCounterCarriesIntoTheHighOne() {
        StreamCipher cipher = cipher(StreamAlgorithm.SALSA20);
        byte[] across = new byte[64 * 600];
        cipher.seek((1L << 32) - 300);
        cipher.apply(across);
        for (int block = 0; block < 600; block++) {
            byte[] alone = new byte[64];
            cipher.seek((1L << 32) - 300 + block);
            cipher.apply(alone);
            assertThat(alone).isEqualTo(Arrays.copyOfRange(across, block * 64, block * 64 + 64));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"CHACHA20", "SALSA20", "XCHACHA20"})
    void streamEndsBehindItsLastBlock(StreamAlgorithm algorithm) {
        StreamCipher cipher = cipher(algorithm);
        cipher.seek(algorithm.blocks() - 20);
        byte[] all = new byte[20 * 64];
        cipher.apply(all, 0, 20 * 64 - 1, all, 0);

        assertThatThrownBy(() -> cipher.apply(new byte[2]))
                .isInstanceOf(KeyStreamEndException.class)
                .hasMessage(
                        algorithm.title() + " key stream: length=2, remaining=1; begin a stream with another nonce");
        cipher.apply(new byte[1]);
        assertThatThrownBy(() -> cipher.apply(new byte[1])).isInstanceOf(KeyStreamEndException.class);

        cipher.seek(algorithm.blocks());
        assertThatThrownBy(() -> cipher.apply(new byte[1])).isInstanceOf(KeyStreamEndException.class);
        assertThatThrownBy(() -> cipher.seek(algorithm.blocks() + 1)).isInstanceOf(KeyStreamEndException.class);
        assertThatThrownBy(() -> cipher.seek(-1)).isInstanceOf(KeyStreamEndException.class);
    }

    @ParameterizedTest
    @EnumSource
    void refusesKeysAndNoncesOfOtherLengths(StreamAlgorithm algorithm) {
        byte[] nonce = new byte[algorithm.nonceBytes()];
        for (int length : new int[] {0, 15, 17, 31, 33}) {
            assertThatThrownBy(() -> StreamCipher.of(algorithm, new byte[length], nonce))
                    .isInstanceOf(KeyLengthException.class)
                    .hasMessageContaining("keyBytes=" + length + ", needed=");
        }
        if (algorithm.takesShortKeys()) {
            StreamCipher.of(algorithm, new byte[16], nonce).close();
        } else {
            assertThatThrownBy(() -> StreamCipher.of(algorithm, new byte[16], nonce))
                    .isInstanceOf(KeyLengthException.class);
        }
        for (int length : new int[] {0, nonce.length - 1, nonce.length + 1}) {
            assertThatThrownBy(() -> StreamCipher.of(algorithm, new byte[32], new byte[length]))
                    .isInstanceOf(NonceLengthException.class)
                    .hasMessageContaining("nonceBytes=" + length + ", needed=" + nonce.length);
        }
    }

    @Test
    void refusesTargetsThatAreTooSmallOrOverlap() {
        StreamCipher cipher = cipher(StreamAlgorithm.SALSA20);
        byte[] array = new byte[100];
        byte[] untouched = array.clone();
        MemorySegment segment = MemorySegment.ofArray(array);

        assertThatThrownBy(() -> cipher.apply(array, 0, 10, new byte[12], 3))
                .isInstanceOf(TargetTooSmallException.class)
                .hasMessage("cipher target: targetBytes=9, needed=10; give a larger one");
        assertThatThrownBy(() -> cipher.apply(segment, MemorySegment.ofArray(new byte[99])))
                .isInstanceOf(TargetTooSmallException.class);
        assertThatThrownBy(() -> cipher.apply(array, 95, 6, new byte[10], 0))
                .isInstanceOf(IndexOutOfBoundsException.class);
        for (int shift : new int[] {-9, -1, 1, 9}) {
            assertThatThrownBy(() -> cipher.apply(array, 20, 10, array, 20 + shift))
                    .isInstanceOf(OverlapException.class);
            assertThatThrownBy(() -> cipher.apply(segment.asSlice(20, 10), segment.asSlice(20 + shift, 10)))
                    .isInstanceOf(OverlapException.class);
        }
        assertThat(array).isEqualTo(untouched);
        assertThat(cipher.block()).isZero();

        byte[] expected = new byte[20];
        StreamCipher.of(StreamAlgorithm.SALSA20, new byte[32], new byte[8]).apply(expected);
        StreamCipher beside = StreamCipher.of(StreamAlgorithm.SALSA20, new byte[32], new byte[8]);
        beside.apply(array, 20, 10, array, 30);
        beside.apply(segment.asSlice(20, 10), segment.asSlice(10, 10));
        assertThat(Arrays.copyOfRange(array, 30, 40)).isEqualTo(Arrays.copyOf(expected, 10));
        assertThat(Arrays.copyOfRange(array, 10, 20)).isEqualTo(Arrays.copyOfRange(expected, 10, 20));
    }

    @Test
    void readOnlyTargetIsRefusedByTheJdk() {
        StreamCipher cipher = cipher(StreamAlgorithm.SALSA20);
        MemorySegment readOnly = MemorySegment.ofArray(new byte[8]).asReadOnly();

        assertThatThrownBy(() -> cipher.apply(readOnly, readOnly)).isInstanceOf(IllegalArgumentException.class);
        byte[] decrypted = new byte[8];
        cipher.apply(readOnly, MemorySegment.ofArray(decrypted));
        assertThat(decrypted).isNotEqualTo(readOnly.toArray(ValueLayout.JAVA_BYTE));
    }

    @ParameterizedTest
    @EnumSource
    void closingLeavesNothingOfTheKey(StreamAlgorithm algorithm) throws Exception {
        byte[] key = key(random);
        byte[] given = key.clone();
        StreamCipher cipher = StreamCipher.of(algorithm, key, bytes(random, algorithm.nonceBytes()));
        cipher.apply(new byte[50_001]);

        cipher.close();
        cipher.close();

        assertThat(SecretsLeft.in(cipher, Set.of())).isGreaterThan(3);
        assertThat(key).as("array of the caller").isEqualTo(given);
        assertThatThrownBy(() -> cipher.apply(new byte[1]))
                .isInstanceOf(CipherClosedException.class)
                .hasMessageContaining("make a new one");
        assertThatThrownBy(() -> cipher.seek(0)).isInstanceOf(CipherClosedException.class);
    }

    @Test
    void segmentThatCannotBeUsedLeavesTheStreamWhereItWas() {
        byte[] text = new byte[100];
        StreamCipher cipher = StreamCipher.of(StreamAlgorithm.SALSA20, new byte[32], new byte[8]);
        byte[] expected = text.clone();
        StreamCipher.of(StreamAlgorithm.SALSA20, new byte[32], new byte[8]).apply(expected);
        MemorySegment source = MemorySegment.ofArray(text);
        MemorySegment closed;
        try (Arena arena = Arena.ofConfined()) {
            closed = arena.allocate(100);
        }

        assertThatThrownBy(() -> cipher.apply(
                        source, MemorySegment.ofArray(new byte[100]).asReadOnly()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> cipher.apply(source, closed)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> cipher.apply(closed, source)).isInstanceOf(IllegalStateException.class);
        cipher.apply(text);
        assertThat(text).isEqualTo(expected);
    }
}
