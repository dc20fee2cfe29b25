package io.tellask.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.codec.graph.Header;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Every truncation and every single flipped bit of real messages ends in an object or a {@link DecodeException} with
 * an offset, and the codec goes on reading good messages.
 */
@Timeout(60)
class DamagedBytesTest {
    private static final int FLIPS_BETWEEN_CHECKS = 50;

    private final List<Corpus> corpora = Corpus.all();

    @Test
    void corporaAreManyAndOfAllWays() {
        assertThat(corpora).hasSizeGreaterThan(100);
        assertThat(corpora.stream().map(Corpus::scope)).contains(Header.MESSAGE, Header.SESSION, Header.STORE);
    }

    @Test
    void everyTruncationIsRefused() {
        for (Corpus corpus : corpora) {
            ScopedDecoder decoder = corpus.newDecoder();
            for (int length = 0; length < corpus.bytes().length; length++) {
                String damage = "truncation to " + length;
                assertThat(corpus.refuses(Arrays.copyOf(corpus.bytes(), length), decoder, damage))
                        .as("%s of %s", damage, corpus.name())
                        .isTrue();
            }
            corpus.requireReadable(decoder, "truncations");
        }
    }

    @Test
    void everyBitFlipIsReadOrRefused() {
        for (Corpus corpus : corpora) {
            ScopedDecoder decoder = corpus.newDecoder();
            for (int bit = 0; bit < corpus.bytes().length * Byte.SIZE; bit++) {
                String damage = "flip of bit " + bit;
                corpus.refuses(flipped(corpus.bytes(), bit), decoder, damage);
                if (bit % FLIPS_BETWEEN_CHECKS == 0) {
                    corpus.requireReadable(decoder, damage);
                }
            }
            corpus.requireReadable(decoder, "flips");
        }
    }

    @Test
    void everyBitFlipOfADescriptorIsReadOrRefused() {
        for (Corpus corpus : corpora) {
            corpus.descriptors().forEach((id, descriptor) -> {
                for (int bit = 0; bit < descriptor.length * Byte.SIZE; bit++) {
                    byte[] damaged = flipped(descriptor, bit);
                    if (corpus.scope() == Header.SESSION) {
                        learnAndDecode(corpus, id.intValue(), damaged, "flip of bit " + bit);
                    } else {
                        ScopedDecoder decoder = corpus.codec()
                                .newStoreDecoder(asked -> asked == id
                                        ? damaged
                                        : corpus.descriptors().get(asked));
                        assertThat(corpus.refuses(corpus.bytes(), decoder, "flip of bit " + bit))
                                .isTrue();
                    }
                }
            });
        }
    }

    private static void learnAndDecode(Corpus corpus, int id, byte[] damaged, String damage) {
        ScopedDecoder decoder = corpus.codec().newScopedDecoder();
        corpus.descriptors().forEach((other, good) -> {
            try {
                decoder.learn(other.intValue(), new ByteReader(other == id ? damaged : good));
            } catch (DecodeException e) {
                assertThat(e).hasMessageStartingWith("decode: ");
            }
        });
        corpus.refuses(corpus.bytes(), decoder, damage + " of descriptor " + id);
    }

    private static byte[] flipped(byte[] bytes, int bit) {
        byte[] flipped = bytes.clone();
        flipped[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
        return flipped;
    }
}
