package io.tellask.aeron.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.contract.Contract;
import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Test;

class TopicCodeTest {
    public interface Everything {
        void first(int a, String b, long c, boolean d, double e, float f);

        void second(byte g, short h, char i, List<String> j, int[] k, int... l);

        void nothing();

        void plain(String a, byte[] b, char c);

        void fails() throws Exception;
    }

    static final class Seen implements Everything {
        final List<Object> values = new ArrayList<>();

        @Override
        public void first(int a, String b, long c, boolean d, double e, float f) {
            values.addAll(Arrays.asList(a, b, c, d, e, f));
        }

        @Override
        public void second(byte g, short h, char i, List<String> j, int[] k, int... l) {
            values.addAll(Arrays.asList(g, h, i, j, k[0], l.length));
        }

        @Override
        public void nothing() {
            values.add("nothing");
        }

        @Override
        public void plain(String a, byte[] b, char c) {
            values.addAll(Arrays.asList(a, b[0], c));
        }

        @Override
        public void fails() throws Exception {
            throw new IOException("as asked");
        }
    }

    private static final TopicArguments ARGUMENTS = new TopicArguments(Contract.of(Everything.class), Codec.standard());

    /** Hands on what it is told at once. */
    private static Everything passingTo(Everything target) {
        TopicSkeleton skeleton = TopicCode.of(Everything.class).skeleton(ARGUMENTS);
        TopicTarget passing = new TopicTarget() {
            private int called;

            @Override
            public ByteWriter begin(int method) {
                called = method;
                return new ByteWriter(16);
            }

            @Override
            public Flow.Publisher<?> stream(int method) {
                return null;
            }

            @Override
            public void end(ByteWriter message) {
                ByteReader in = new ByteReader(message.toByteArray());
                try {
                    skeleton.call(called, target, in);
                } catch (Throwable failure) {
                    throw new CompletionException(failure);
                }
                assertThat(in.remaining()).isZero();
            }

            @Override
            public String toString() {
                return "passing";
            }
        };
        return (Everything) TopicCode.of(Everything.class).reference(passing, ARGUMENTS);
    }

    @Test
    void argumentsComeAsTheyWere() {
        Seen seen = new Seen();
        Everything everything = passingTo(seen);
        everything.first(-1, null, Long.MIN_VALUE, true, 0.5, 1.5f);
        everything.second((byte) -2, (short) -3, 'x', List.of("y"), new int[] {7}, new int[3]);
        everything.nothing();
        everything.plain(null, new byte[] {8}, Character.MAX_VALUE);
        assertThat(seen.values)
                .containsExactly(
                        -1,
                        null,
                        Long.MIN_VALUE,
                        true,
                        0.5,
                        1.5f,
                        (byte) -2,
                        (short) -3,
                        'x',
                        List.of("y"),
                        7,
                        3,
                        "nothing",
                        null,
                        (byte) 8,
                        Character.MAX_VALUE);
        assertThat(everything).hasToString("passing");
    }

    @Test
    void failureOfTheMethodComesOutAsItIs() {
        assertThatThrownBy(() -> passingTo(new Seen()).fails()).hasCauseInstanceOf(IOException.class);
    }

    @Test
    void refusesNumberOfNoMethod() {
        TopicSkeleton skeleton = TopicCode.of(Everything.class).skeleton(ARGUMENTS);
        for (int number : new int[] {-1, 5, Integer.MAX_VALUE}) {
            assertThatThrownBy(() -> skeleton.call(number, new Seen(), new ByteReader(new byte[1])))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("method=" + number);
        }
    }
}
