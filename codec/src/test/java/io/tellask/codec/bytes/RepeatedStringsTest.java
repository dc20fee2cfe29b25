package io.tellask.codec.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import io.tellask.codec.MessageForm;
import io.tellask.codec.ScopedDecoder;
import io.tellask.codec.ScopedEncoder;
import java.io.Serializable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which fields a session looks up among the strings written before, and when it stops. */
class RepeatedStringsTest {
    private static final String TITLE = "a title that is long enough";

    private final Codec codec =
            Codec.builder().trackReferences(false).form(MessageForm.COMPACT).build();
    private final ScopedDecoder decoder = codec.newScopedDecoder();
    private final ScopedEncoder encoder =
            codec.newScopedEncoder((id, descriptor) -> decoder.learn(id, new ByteReader(descriptor)));

    record Page(String first, String second) implements Serializable {}

    @Test
    void fieldsThatRepeatAreLookedUpInEachMessage() {
        int[] sizes = Stream.generate(() -> new Page(TITLE, new String(TITLE)))
                .limit(3 * RepeatedStrings.FRUITLESS)
                .mapToInt(this::sizeInSession)
                .toArray();
        assertThat(sizes).containsOnly(2 + 1 + TITLE.length() + 2);
    }

    @Test
    void fieldsThatBeginToRepeatAreFoundWithinOneTrial() {
        for (int i = 0; i < 2 * RepeatedStrings.FRUITLESS; i++) {
            sizeInSession(new Page(TITLE, "something else number " + i));
        }
        Page repeating = new Page(TITLE, new String(TITLE));
        int[] sizes = Stream.generate(() -> repeating)
                .limit(2 * RepeatedStrings.TRIAL)
                .mapToInt(this::sizeInSession)
                .toArray();
        int small = 2 + 1 + TITLE.length() + 2;
        assertThat(sizes[0]).as("not looked up any more").isEqualTo(small - 2 + 1 + TITLE.length());
        assertThat(sizes[RepeatedStrings.TRIAL]).as("found by a trial").isEqualTo(small);
        assertThat(sizes[sizes.length - 1]).isEqualTo(small);
    }

    @Test
    void messagesThatAreKeptHaveTheSameBytesWhateverWasLearned() {
        ScopedEncoder store = codec.newStoreEncoder((fingerprint, descriptor) -> {});
        Page repeating = new Page(TITLE, new String(TITLE));
        byte[] first = inStore(store, repeating);
        byte[] alone = codec.encode(repeating);
        for (int i = 0; i < 2 * RepeatedStrings.FRUITLESS; i++) {
            inStore(store, new Page(TITLE, "something else number " + i));
            sizeInSession(new Page(TITLE, "something else number " + i));
        }
        assertThat(inStore(store, repeating)).isEqualTo(first);
        assertThat(codec.encode(repeating)).isEqualTo(alone);
    }

    private static byte[] inStore(ScopedEncoder store, Page page) {
        ByteWriter out = new ByteWriter(64);
        store.encode(page, Page.class, out);
        return out.toByteArray();
    }

    private int sizeInSession(Page page) {
        ByteWriter out = new ByteWriter(64);
        encoder.encode(page, Page.class, out);
        assertThat(decoder.decode(new ByteReader(out.toByteArray()), Page.class))
                .isEqualTo(page);
        return out.position();
    }
}
