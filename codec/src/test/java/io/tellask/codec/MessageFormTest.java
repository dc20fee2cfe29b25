package io.tellask.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which form messages have, and that all forms are read wherever one is. */
class MessageFormTest {
    private static final int WIDE = 1;

    /** What both forms write differently. */
    record Reading(long id, int count, char unit, String name, List<Integer> values) implements Serializable {}

    private static final Reading READING = new Reading(7, -2, 'x', "temperature", new ArrayList<>(List.of(1, 300_000)));
    private static final Codec CODEC = Codec.builder().allow(Reading.class).build();

    @Test
    void sessionsAreWideAndWhatIsKeptIsCompact() {
        ByteWriter session = new ByteWriter(64);
        CODEC.newScopedEncoder((id, descriptor) -> {}).encode(READING, Reading.class, session);
        ByteWriter store = new ByteWriter(64);
        CODEC.newStoreEncoder((fingerprint, descriptor) -> {}).encode(READING, Reading.class, store);

        assertThat(session.array()[0] & WIDE).isEqualTo(WIDE);
        assertThat(store.array()[0] & WIDE).isZero();
        assertThat(CODEC.encode(READING)[0] & WIDE).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void formThatIsChosenHoldsForAllMessages(MessageForm form) {
        Codec codec = CODEC.toBuilder().form(form).build();
        ByteWriter session = new ByteWriter(64);
        codec.newScopedEncoder((id, descriptor) -> {}).encode(READING, Reading.class, session);
        ByteWriter store = new ByteWriter(64);
        codec.newStoreEncoder((fingerprint, descriptor) -> {}).encode(READING, Reading.class, store);
        int bit = form == MessageForm.WIDE ? WIDE : 0;

        assertThat(List.of(session.array()[0] & WIDE, store.array()[0] & WIDE, codec.encode(READING)[0] & WIDE))
                .containsOnly(bit);
        assertThat(CODEC.decode(codec.encode(READING), Reading.class)).isEqualTo(READING);
    }

    @Test
    void oneStoreMixesForms() {
        Map<Long, byte[]> descriptors = new HashMap<>();
        ScopedDecoder decoder = CODEC.newStoreDecoder(descriptors::get);
        List<ScopedEncoder> encoders = new ArrayList<>();
        for (MessageForm form : MessageForm.values()) {
            encoders.add(CODEC.toBuilder().form(form).build().newStoreEncoder(descriptors::put));
        }
        for (int i = 0; i < 10; i++) {
            assertThat(sent(encoders.get(i % 2), decoder)).isEqualTo(READING);
        }
        assertThat(descriptors).as("one description for both forms").hasSize(1);
    }

    @Test
    void oneSessionMixesFormsBehindOneDescription() {
        ScopedDecoder decoder = CODEC.newScopedDecoder();
        List<ScopedEncoder> encoders = new ArrayList<>();
        for (MessageForm form : MessageForm.values()) {
            SchemaSink sink = form == MessageForm.COMPACT
                    ? (id, descriptor) -> decoder.learn(id, new ByteReader(descriptor))
                    : (id, descriptor) -> {};
            encoders.add(CODEC.toBuilder().form(form).build().newScopedEncoder(sink));
        }
        for (int i = 0; i < 10; i++) {
            assertThat(sent(encoders.get(i % 2), decoder)).isEqualTo(READING);
            ByteWriter bare = new ByteWriter(64);
            encoders.get(i % 2).encode(300_000L, Long.class, bare);
            assertThat(decoder.decode(new ByteReader(bare.toByteArray()), Long.class))
                    .isEqualTo(300_000L);
        }
    }

    private static Object sent(ScopedEncoder encoder, ScopedDecoder decoder) {
        ByteWriter out = new ByteWriter(64);
        encoder.encode(READING, Reading.class, out);
        return decoder.decode(new ByteReader(out.toByteArray()), Reading.class);
    }
}
