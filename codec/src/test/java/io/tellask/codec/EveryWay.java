package io.tellask.codec;

import static org.assertj.core.api.Assertions.assertThat;

/** Sends graphs through every way that a message goes, and compares all that comes out with what went in. */
public final class EveryWay {
    private EveryWay() {}

    public static void assertComesBack(Codec codec, Object root) {
        assertThat(GraphText.of(codec.copy(root), true)).isEqualTo(GraphText.of(root, true));
        for (MessageForm form : MessageForm.values()) {
            assertComesBackIn(codec.toBuilder().form(form).build(), root);
        }
    }

    private static void assertComesBackIn(Codec codec, Object root) {
        String expected = GraphText.of(root, true);

        assertThat(GraphText.of(codec.decode(codec.encode(root), Object.class), true))
                .isEqualTo(expected);
        assertThat(GraphText.of(RoundTrips.session(codec, root, Object.class), true))
                .isEqualTo(expected);
        assertThat(GraphText.of(RoundTrips.parts(codec, root, Object.class), true))
                .isEqualTo(expected);
        byte[] described = codec.encode(codec.describe(codec.encode(root)));
        assertThat(GraphText.of(codec.decode(described, Object.class), true)).isEqualTo(expected);
    }

    /** The same without numbers for objects; a graph that shares objects is left out. */
    public static void assertTreeComesBack(Codec codec, Object root) {
        Codec trees = codec.toBuilder()
                .trackReferences(false)
                .limits(CodecLimits.standard().withDepth(100))
                .build();
        for (MessageForm form : MessageForm.values()) {
            if (!GraphText.of(root, true).contains("#")) {
                Codec ofForm = trees.toBuilder().form(form).build();
                byte[] bytes = ofForm.encode(root);
                assertThat(GraphText.of(trees.decode(bytes, Object.class), false))
                        .isEqualTo(GraphText.of(root, false));
                assertThat(GraphText.of(RoundTrips.parts(ofForm, root, Object.class), false))
                        .isEqualTo(GraphText.of(root, false));
            }
        }
    }
}
