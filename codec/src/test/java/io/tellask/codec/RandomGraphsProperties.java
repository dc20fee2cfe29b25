package io.tellask.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.test.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random graphs come back the same through every option, with their sharing where references are tracked. */
class RandomGraphsProperties {
    private static final long FIRST_SEED = Seed.given();
    private static final int GRAPHS = 3_000;
    private static final int MANY_GRAPHS = 1_000_000;

    /** One way of encoding and decoding. */
    private record Way(String name, UnaryOperator<Object> trip) {}

    @Test
    void graphsComeBackWithTheirSharing() {
        sendGraphs(GRAPHS, true);
    }

    @Test
    void treesComeBackWithoutTracking() {
        sendGraphs(GRAPHS, false);
    }

    @Test
    @Tag("slow")
    void aMillionGraphsComeBack() {
        sendGraphs(MANY_GRAPHS, true);
        sendGraphs(MANY_GRAPHS, false);
    }

    private static void sendGraphs(int graphs, boolean tracked) {
        List<Way> ways = new ArrayList<>();
        for (Schema schema : Schema.values()) {
            for (MessageForm form : MessageForm.values()) {
                Codec codec = Graphs.CODEC.toBuilder()
                        .trackReferences(tracked)
                        .schema(schema)
                        .form(form)
                        .build();
                String name = schema + " " + form;
                ways.add(new Way(name + " message", root -> codec.decode(codec.encode(root), Object.class)));
                ways.add(new Way(name + " session", session(codec)));
                ways.add(new Way(name + " store", store(codec)));
                ways.add(new Way(name + " parts", root -> RoundTrips.parts(codec, root, Object.class)));
            }
        }
        for (long seed = FIRST_SEED; seed < FIRST_SEED + graphs; seed++) {
            Object root = new Graphs(seed, tracked).root();
            String expected = GraphText.of(root, tracked);
            for (Way way : ways) {
                if (!GraphText.of(way.trip().apply(root), tracked).equals(expected)) {
                    assertThat(GraphText.of(way.trip().apply(root), tracked))
                            .as("seed=%d, way=%s", seed, way.name())
                            .isEqualTo(expected);
                }
            }
        }
    }

    /** All graphs through one session. */
    private static UnaryOperator<Object> session(Codec codec) {
        ScopedDecoder decoder = codec.newScopedDecoder();
        ScopedEncoder encoder =
                codec.newScopedEncoder((id, descriptor) -> decoder.learn(id, new ByteReader(descriptor)));
        return scoped(encoder, decoder);
    }

    private static UnaryOperator<Object> store(Codec codec) {
        Map<Long, byte[]> descriptors = new ConcurrentHashMap<>();
        return scoped(codec.newStoreEncoder(descriptors::put), codec.newStoreDecoder(descriptors::get));
    }

    private static UnaryOperator<Object> scoped(ScopedEncoder encoder, ScopedDecoder decoder) {
        return root -> {
            ByteWriter out = new ByteWriter(64);
            encoder.encode(root, Object.class, out);
            return decoder.decode(new ByteReader(out.toByteArray()), Object.class);
        };
    }
}
