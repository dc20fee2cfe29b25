package io.tellask.web.content;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.test.Rounds;
import io.tellask.test.Seed;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is held, and for how long. */
class ContentCacheTest {
    private static Content content(int bytes) {
        return ContentStore.ofText("/a.png", new byte[bytes]);
    }

    @Test
    void theOneUnusedForLongestGoesFirst() {
        ContentCache cache = new ContentCache(1 << 20, 2);
        cache.put("/a", 1, content(10));
        cache.put("/b", 1, content(10));
        assertThat(cache.find("/a", 1)).isNotNull();
        cache.put("/c", 1, content(10));
        assertThat(cache.find("/b", 1)).isNull();
        assertThat(cache.find("/a", 1)).isNotNull();
        assertThat(cache.find("/a", 2)).as("another state").isNull();
        assertThat(cache.size()).isEqualTo(2);
    }

    @Test
    void bytesAreBoundedAtTheLimit() {
        long weight = content(1_000).weight();
        ContentCache cache = new ContentCache(2 * weight, 100);
        cache.put("/a", 1, content(1_000));
        cache.put("/b", 1, content(1_000));
        assertThat(cache.size()).isEqualTo(2);
        cache.put("/c", 1, content(1));
        assertThat(cache.find("/a", 1)).isNull();
        cache.put("/d", 1, content(1_000_000));
        assertThat(cache.find("/d", 1)).as("longer than the cache").isNull();
        assertThat(new ContentCache(0, 10)).satisfies(none -> {
            none.put("/a", 1, content(1));
            assertThat(none.size()).isZero();
        });
    }

    @Test
    void countsStayRightWhateverIsPut() {
        Random random = new Random(Seed.given());
        ContentCache cache = new ContentCache(20_000, 10);
        for (int round = 0; round < Rounds.of(5_000, 200_000); round++) {
            cache.put("/" + random.nextInt(15), random.nextInt(3), content(random.nextInt(5_000)));
            assertThat(cache.bytes()).isBetween(0L, 20_000L);
            assertThat(cache.size()).isBetween(0, 10);
        }
        for (int i = 0; i < 15; i++) {
            cache.put("/" + i, 9, content(30_000)); // takes the place of what was there, and is not held
        }
        assertThat(cache.bytes()).isZero();
        assertThat(cache.size()).isZero();
    }
}
