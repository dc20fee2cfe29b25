package io.tellask.codec;

import io.tellask.codec.graph.Header;
import io.tellask.test.Seed;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Messages with damaged heads, counts and pieces, and noise, end in an object or a {@link DecodeException}. */
class MutationProperties {
    private static final long SEED = Seed.given();

    private final List<Corpus> corpora = Corpus.all();

    @Test
    @Timeout(60)
    void mutationsAreReadOrRefused() {
        mutate(SEED, 150_000);
    }

    @Test
    @Tag("slow")
    void tensOfMillionsOfMutationsAreReadOrRefused() {
        mutate(SEED + 1, 30_000_000);
    }

    private void mutate(long seed, int rounds) {
        Mutations mutations = new Mutations(seed);
        List<ScopedDecoder> decoders = corpora.stream().map(Corpus::newDecoder).toList();
        for (int round = 0; round < rounds; round++) {
            int index = round % corpora.size();
            Corpus corpus = corpora.get(index);
            byte[] damaged = mutations.mutate(corpus.bytes(), corpora);
            corpus.refuses(damaged, decoders.get(index), "seed=" + seed + ", round=" + round);
            if (round % 1_000 == 0) {
                corpus.requireReadable(decoders.get(index), "seed=" + seed + ", round=" + round);
            }
        }
    }

    @Test
    @Timeout(60)
    void noiseIsReadOrRefused() {
        Random random = new Random(SEED);
        Corpus corpus = corpora.getFirst();
        for (int round = 0; round < 100_000; round++) {
            byte[] noise = new byte[1 + random.nextInt(64)];
            random.nextBytes(noise);
            noise[0] = (byte) Header.of(random.nextBoolean(), Header.MESSAGE, random.nextBoolean());
            corpus.refuses(noise, null, "seed=" + SEED + ", noise round=" + round);
        }
    }
}
