package io.tellask.cipher.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.test.Rounds;
import io.tellask.test.Seed;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Tags, against those of RFC 8439 and against whole numbers of any length. */
class Poly1305Test {
    private static final BigInteger PRIME = BigInteger.TWO.pow(130).subtract(BigInteger.valueOf(5));
    private static final BigInteger CLAMP = new BigInteger("0ffffffc0ffffffc0ffffffc0fffffff", 16);

    @Test
    void givesTheTagOfTheSpecification() {
        byte[] key = HexFormat.of().parseHex("85d6be7857556d337f4452fe42d506a80103808afb0db2fd4abff6af4149f51b");

        assertThat(tag(key, "Cryptographic Forum Research Group".getBytes(), 34))
                .isEqualTo(HexFormat.of().parseHex("a8061dc1305136c6c22b8baf0c0127a9"));
    }

    @Test
    void givesTheRemainderOfThePolynomial() {
        Random random = new Random(Seed.given());
        for (int round = 0; round < Rounds.of(3_000, 300_000); round++) {
            byte[] key = new byte[Poly1305.KEY_BYTES];
            byte[] message = new byte[random.nextInt(100)];
            fill(random, key);
            fill(random, message);
            assertThat(tag(key, message, 1 + random.nextInt(40)))
                    .as(
                            "key %s, message %s",
                            HexFormat.of().formatHex(key), HexFormat.of().formatHex(message))
                    .isEqualTo(expected(key, message));
        }
    }

    /** Random bytes, or runs of zeros and ones, where carries go far. */
    private static void fill(Random random, byte[] bytes) {
        switch (random.nextInt(3)) {
            case 0 -> random.nextBytes(bytes);
            case 1 -> Arrays.fill(bytes, (byte) 0xff);
            default -> {
                for (int at = 0; at < bytes.length; at++) {
                    bytes[at] = (byte) (random.nextInt(4) == 0 ? random.nextInt() : random.nextBoolean() ? 0xff : 0);
                }
            }
        }
    }

    private static byte[] tag(byte[] key, byte[] message, int part) {
        Poly1305 authenticator = new Poly1305();
        authenticator.start(key);
        for (int from = 0; from < message.length; from += part) {
            authenticator.update(MemorySegment.ofArray(message).asSlice(from, Math.min(part, message.length - from)));
        }
        byte[] tag = new byte[Poly1305.TAG_BYTES];
        authenticator.finish(tag);
        return tag;
    }

    private static byte[] expected(byte[] key, byte[] message) {
        BigInteger point = number(key, 0, 16).and(CLAMP);
        BigInteger sum = BigInteger.ZERO;
        for (int from = 0; from < message.length; from += 16) {
            int length = Math.min(16, message.length - from);
            sum = sum.add(number(message, from, length))
                    .add(BigInteger.ONE.shiftLeft(8 * length))
                    .multiply(point)
                    .mod(PRIME);
        }
        sum = sum.add(number(key, 16, 16));
        byte[] tag = new byte[16];
        for (int at = 0; at < tag.length; at++) {
            tag[at] = sum.shiftRight(8 * at).byteValue();
        }
        return tag;
    }

    private static BigInteger number(byte[] bytes, int from, int length) {
        byte[] reversed = new byte[length];
        for (int at = 0; at < length; at++) {
            reversed[at] = bytes[from + length - 1 - at];
        }
        return new BigInteger(1, reversed);
    }

    @Test
    void longMessagesHaveTheSameTagByVectors() {
        Assumptions.assumeTrue(Kernels.hasVectorModule());
        Random random = new Random(Seed.given());
        for (int round = 0; round < Rounds.of(500, 50_000); round++) {
            byte[] key = new byte[Poly1305.KEY_BYTES];
            byte[] chunk = new byte[2_048 - 1];
            fill(random, key);
            fill(random, chunk);
            byte[][] tags = new byte[2][Poly1305.TAG_BYTES];
            for (int way = 0; way < 2; way++) {
                Poly1305 authenticator = new Poly1305();
                authenticator.start(key);
                authenticator.update(MemorySegment.ofArray(new byte[] {1, 2, 3}));
                authenticator.pad();
                authenticator.repeat(1, false);
                authenticator.update(MemorySegment.ofArray(chunk).asSlice(0, 2_000));
                authenticator.repeat(2, way == 1);
                authenticator.repeat(1, false);
                authenticator.repeat(1, way == 1);
                authenticator.finish(tags[way]);
            }
            assertThat(tags[1]).as("key %s", HexFormat.of().formatHex(key)).isEqualTo(tags[0]);
        }
    }
}
