package io.tellask.codec.jdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.Codec;
import io.tellask.codec.DecodeException;
import io.tellask.codec.JdkBytes;
import io.tellask.codec.hashing.HashCostBudget;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A copy-on-write set of a JDK stream compares each element with all before it, within the limit of comparisons. */
@Timeout(60)
class JdkCopyOnWriteTest {
    private static final Codec CODEC =
            Codec.builder().allow(Plain.class, Point.class).build();

    private static final class Plain implements Serializable {
        private static final long serialVersionUID = 1;
    }

    private record Point(int x, int y) implements Serializable {}

    /** Stands in a set for the elements that are written in its place. */
    private record Stand(CopyOnWriteArrayList<Object> elements) {}

    private static final class StandOutput extends ObjectOutputStream {
        StandOutput(OutputStream out) throws IOException {
            super(out);
            enableReplaceObject(true);
        }

        @Override
        protected Object replaceObject(Object written) {
            return written instanceof CopyOnWriteArrayList<?> list && list.getFirst() instanceof Stand(var elements)
                    ? elements
                    : written;
        }
    }

    @Test
    void largeSetIsRefused() throws IOException {
        for (List<Object> elements : List.of(numbers(150_000), points(2_500), plain(4_000))) {
            byte[] stream = streamOf(over(new CopyOnWriteArrayList<>(elements)));

            assertThatThrownBy(() -> JdkStreams.of(CODEC).decode(stream, Object.class))
                    .isInstanceOf(DecodeException.class)
                    .hasMessageContaining("> limits.comparisons=4194304, class=" + CopyOnWriteArraySet.class.getName())
                    .hasMessageContaining("raise the limit");
        }
    }

    @Test
    void setsOfOneListAreRefusedTogether() throws IOException {
        CopyOnWriteArrayList<Object> elements = new CopyOnWriteArrayList<>(numbers(1_000));
        List<Object> sets = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            sets.add(over(elements));
        }
        byte[] stream = streamOf(sets);

        assertThat(JdkStreams.of(CODEC).decode(streamOf(sets.subList(0, 2).toArray()), Object[].class))
                .hasSize(2);
        assertThatThrownBy(() -> JdkStreams.of(CODEC).decode(stream, Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("> limits.comparisons=4194304");
    }

    @Test
    void setIsReadUpToTheLimit() {
        int count = 1_000;
        Set<Object> set = new CopyOnWriteArraySet<>(numbers(count));
        byte[] stream = JdkBytes.of(set);
        int comparisons = count * (count - 1) / 2 - (count - 1) * (int) HashCostBudget.free(1 + 4);

        assertThat(JdkStreams.of(limitedTo(comparisons)).decode(stream, Object.class))
                .isEqualTo(set);
        assertThatThrownBy(() -> JdkStreams.of(limitedTo(comparisons - 1)).decode(stream, Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("> limits.comparisons=");
    }

    /** What refers back to a long key is a few bytes, and pays for a few comparisons only. */
    @Test
    void referencesToKeysDoNotPayForOthers() throws IOException {
        List<Object> keys = List.of("Aa" + "x".repeat(60_000), "BB" + "x".repeat(60_000));
        List<Object> sets = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            sets.add(Set.copyOf(keys));
        }
        sets.add(over(new CopyOnWriteArrayList<>(numbers(4_000))));
        byte[] stream = streamOf(sets);

        assertThatThrownBy(() -> JdkStreams.of(CODEC).decode(stream, Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("> limits.comparisons=");
    }

    private static List<Object> numbers(int count) {
        return new ArrayList<>(IntStream.range(1_000, 1_000 + count).boxed().toList());
    }

    private static List<Object> points(int count) {
        return new ArrayList<>(
                IntStream.range(0, count).mapToObj(i -> new Point(i, i)).toList());
    }

    private static List<Object> plain(int count) {
        return new ArrayList<>(
                IntStream.range(0, count).mapToObj(_ -> new Plain()).toList());
    }

    /** A set that {@link #streamOf} writes around a list, at once and as often as it is asked to. */
    private static Set<Object> over(CopyOnWriteArrayList<Object> elements) {
        return new CopyOnWriteArraySet<>(List.of(new Stand(elements)));
    }

    private static byte[] streamOf(Object value) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new StandOutput(bytes)) {
            out.writeObject(value);
        }
        return bytes.toByteArray();
    }

    private static Codec limitedTo(int comparisons) {
        return CODEC.toBuilder()
                .limits(CODEC.limits().withComparisons(comparisons))
                .build();
    }
}
