package io.tellask.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Damaged and crafted bytes end in an object or a {@link DecodeException}, quickly and without much memory. */
@Timeout(120)
class HostileBytesTest {
    private static final long SEED = 4711;

    private static List<byte[]> corpora() {
        List<byte[]> corpora = new ArrayList<>();
        for (long seed = SEED; corpora.size() < 8; seed++) {
            byte[] bytes = Graphs.CODEC.encode(new Graphs(seed, true).root());
            if (bytes.length > 20 && bytes.length < 600) {
                corpora.add(bytes);
            }
        }
        BuiltInTypesTest.values()
                .map(Graphs.CODEC::encode)
                .filter(bytes -> bytes.length < 60)
                .forEach(corpora::add);
        corpora.add(Graphs.CODEC.encode(new IllegalStateException("m", new RuntimeException())));
        return corpora;
    }

    private static void decode(byte[] bytes, String what) {
        try {
            Graphs.CODEC.decode(bytes, Object.class);
        } catch (DecodeException e) {
            assertThat(e.getMessage()).as(what).startsWith("decode: ");
        } catch (Throwable e) {
            throw new AssertionError(what + " in " + HexFormat.of().formatHex(bytes), e);
        }
    }

    @Test
    void everyTruncationIsRefused() {
        for (byte[] corpus : corpora()) {
            for (int length = 0; length < corpus.length; length++) {
                byte[] cut = java.util.Arrays.copyOf(corpus, length);
                assertThatThrownBy(() -> Graphs.CODEC.decode(cut, Object.class)).isInstanceOf(DecodeException.class);
            }
        }
    }

    @Test
    void everyBitFlipIsReadOrRefused() {
        for (byte[] corpus : corpora()) {
            for (int bit = 0; bit < corpus.length * 8; bit++) {
                byte[] flipped = corpus.clone();
                flipped[bit / 8] ^= (byte) (1 << bit % 8);
                decode(flipped, "bit=" + bit);
            }
        }
    }

    @Test
    void randomBytesAndMutationsAreReadOrRefused() {
        Random random = new Random(SEED);
        List<byte[]> corpora = corpora();
        for (int round = 0; round < 50_000; round++) {
            byte[] bytes = corpora.get(random.nextInt(corpora.size())).clone();
            for (int i = 1 + random.nextInt(8); i > 0; i--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            decode(bytes, "seed=" + SEED + ", round=" + round);
            byte[] noise = new byte[random.nextInt(64)];
            random.nextBytes(noise);
            if (noise.length > 0) {
                noise[0] = 0x10;
            }
            decode(noise, "seed=" + SEED + ", noise round=" + round);
        }
    }

    @Test
    void lengthsBeyondTheMessageAreRefusedBeforeAllocation() {
        for (int head : new int[] {4, 5, 6, 7, 9, 10, 12, 13, 22, 24, 26, 30, 34, 37, 57, 62}) {
            ByteWriter out = new ByteWriter(64);
            out.writeByte(0x10);
            out.writeByte(head);
            out.writeVarInt(Integer.MAX_VALUE - 10);
            out.writeInt64(0);

            assertThatThrownBy(() -> Graphs.CODEC.decode(out.toByteArray(), Object.class))
                    .isInstanceOf(DecodeException.class)
                    .hasMessageContaining("> remaining=");
        }
    }

    @Test
    void nestedArraysOfDeclaredDimensionsAreBounded() {
        ByteWriter out = new ByteWriter(64);
        out.writeByte(0x10);
        for (int i = 0; i < 300; i++) {
            out.writeByte(BuiltIns.ARRAY);
        }
        assertThatThrownBy(() -> Graphs.CODEC.decode(out.toByteArray(), Object.class))
                .isInstanceOf(DecodeException.class);
    }

    @Test
    void codecWorksAfterFailures() {
        byte[] good = Graphs.CODEC.encode(List.of(TimeUnit.DAYS));
        everyTruncationIsRefused();

        assertThat(Graphs.CODEC.decode(good, Object.class)).isEqualTo(List.of(TimeUnit.DAYS));
    }

    @Test
    void messageOfAnotherScopeIsRefused() {
        ByteWriter out = new ByteWriter(16);
        Codec.standard().newScopedEncoder((id, descriptor) -> {}).encode("x", String.class, out);

        assertThatThrownBy(() -> Codec.standard().decode(out.toByteArray(), String.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("message of scope=1 given to a decoder of scope=0");
    }
}
