package io.tellask.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Graphs of a stream that are too long for one frame. */
class GraphPartsTest {
    private static final int LONGEST_PART = 4 * GraphOutput.PART_BYTES;

    private final Codec codec = codec(true, MessageForm.COMPACT);

    record Point(int x, int y, String name) {}

    record Other(long id) {}

    static class Node {
        Node next;
        Object value;
    }

    /** Writes a lot, and goes on when that fails. */
    static final class Stubborn implements Serializable {
        private static final long serialVersionUID = 1;

        private void writeObject(ObjectOutputStream out) throws IOException {
            try {
                out.write(new byte[2 << 20]);
                out.writeObject(new byte[2 << 20]);
            } catch (RuntimeException refused) {
                out.writeInt(1);
            }
        }
    }

    private static Codec codec(boolean tracked, MessageForm form) {
        return Codec.builder()
                .allow(Point.class, Other.class, Node.class, Stubborn.class)
                .trackReferences(tracked)
                .form(form)
                .build();
    }

    static List<Codec> codecs() {
        return List.of(
                codec(true, MessageForm.COMPACT),
                codec(true, MessageForm.WIDE),
                codec(false, MessageForm.COMPACT),
                codec(false, MessageForm.WIDE));
    }

    private static byte[] stream(Codec codec, Object... graphs) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GraphOutput out = codec.newGraphOutput(bytes)) {
            for (Object graph : graphs) {
                out.write(graph);
            }
        }
        return bytes.toByteArray();
    }

    private static GraphInput open(Codec codec, byte[] bytes) {
        return codec.newGraphInput(new ByteArrayInputStream(bytes));
    }

    private static List<Object> points(int count) {
        List<Object> points = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            points.add(new Point(i, -i, "a name that comes again, " + i % 7));
        }
        return points;
    }

    /** Kinds and lengths of the frames of a stream. */
    private static List<int[]> frames(byte[] stream) {
        List<int[]> frames = new ArrayList<>();
        ByteReader in = new ByteReader(stream);
        in.skip(5);
        for (int kind = in.readByte(); kind != GraphOutput.END; kind = in.readByte()) {
            int length = in.readVarInt();
            frames.add(new int[] {kind, length});
            in.skip(length);
        }
        return frames;
    }

    @Test
    void bytesAreAsTheFormatSays() throws IOException {
        byte[] bytes = RoundTrips.partsOf(codec, new Point[] {new Point(1, 2, "a"), null}, Object.class);

        assertThat(HexFormat.of().formatHex(bytes))
                .isEqualTo(HexFormat.of().formatHex(GoldenFilesTest.golden("streams/in-parts")));
        assertThat((Object[]) open(codec, bytes).read(Object.class)).containsExactly(new Point(1, 2, "a"), null);
    }

    @Test
    void graphOfAMebibyteHasOneFrameAndALongerOneParts() throws IOException {
        int most = GraphOutput.WHOLE_BYTES - 4;

        assertThat(frames(stream(codec, new byte[most])))
                .containsExactly(new int[] {GraphOutput.GRAPH, GraphOutput.WHOLE_BYTES});
        List<int[]> longer = frames(stream(codec, new byte[most + 1]));
        assertThat(longer).hasSizeGreaterThan(10);
        assertThat(longer).extracting(frame -> frame[0]).containsOnly(GraphOutput.PART, GraphOutput.GRAPH);
        assertThat(longer.getLast()[0]).isEqualTo(GraphOutput.GRAPH);
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void partsAreShortWhateverTheGraphHolds(Codec each) throws IOException {
        List<Object> points = points(60_000);
        Map<String, Object> byName = new LinkedHashMap<>();
        Map<String, String> texts = new LinkedHashMap<>();
        List<String> strings = new ArrayList<>();
        for (int i = 0; i < 60_000; i++) {
            byName.put("key " + i, i % 5 == 0 ? null : i);
            texts.put("key " + i, "text " + i % 9);
            strings.add(i % 3 == 0 ? null : "another string, " + i);
        }
        List<Object> graphs = List.of(
                points,
                byName,
                texts,
                strings,
                points.toArray(new Point[0]),
                points.toArray(),
                strings.toArray(new String[0]),
                new ArrayList<>(Arrays.asList(new Object[1_100_000])),
                new int[300_000],
                new boolean[2_000_000],
                new double[200_000],
                List.of(points, new Stubborn(), strings));
        for (Object graph : graphs) {
            ByteArrayOutputStream target = new ByteArrayOutputStream();
            try (GraphOutput out = new GraphOutput(each, target, 0, GraphOutput.PART_BYTES)) {
                out.write(graph);
            }
            byte[] bytes = target.toByteArray();
            List<int[]> frames = frames(bytes);

            assertThat(frames).hasSizeGreaterThan(6);
            int longest = graph instanceof List<?> list && list.size() == 3 ? 3 << 20 : LONGEST_PART;
            assertThat(frames).allMatch(frame -> frame[1] <= longest);
            Object back = open(each, bytes).read(Object.class);
            assertThat(GraphText.of(back, false)).isEqualTo(GraphText.of(graph, false));
            Object model = open(each, bytes).describe();
            byte[] again = stream(each, model);
            assertThat(GraphText.of(open(each, again).read(Object.class), false))
                    .isEqualTo(GraphText.of(graph, false));
        }
    }

    @Test
    void chainOfAMillionNodesAndItsCycleComeBack() throws IOException {
        Node first = new Node();
        Node last = first;
        for (int i = 1; i < 1_000_000; i++) {
            last.next = new Node();
            last.next.value = i;
            last = last.next;
        }
        last.next = first;
        last.value = first;
        for (MessageForm form : MessageForm.values()) {
            Codec each = codec(true, form);
            Node back = open(each, stream(each, first)).read(Node.class);
            Node at = back;
            for (int i = 1; i < 1_000_000; i++) {
                at = at.next;
            }
            assertThat(at.next).isSameAs(back);
            assertThat(at.value).isSameAs(back);
        }
    }

    @Test
    void classThatComesFirstInALaterPartIsDescribedThere() throws IOException {
        List<Object> graph = points(50_000);
        graph.add(new Other(5));
        byte[] bytes = stream(codec, graph, new Other(6));

        assertThat(frames(bytes).stream().filter(frame -> frame[0] == GraphOutput.CLASS))
                .hasSize(2);
        assertThat(frames(bytes).get(1)[0]).isEqualTo(GraphOutput.PART);
        GraphInput in = open(codec, bytes);
        assertThat(in.read(Object.class)).isEqualTo(graph);
        assertThat(in.read(Other.class)).isEqualTo(new Other(6));
        assertThat(in.hasNext()).isFalse();
    }

    @Test
    void graphThatIsGivenUpIsRefusedAndTheNextOneRead() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        List<Object> graph = points(100_000);
        graph.add(new Thread());
        try (GraphOutput out = codec.newGraphOutput(bytes)) {
            assertThatThrownBy(() -> out.write(graph))
                    .isInstanceOf(EncodeException.class)
                    .hasMessageContaining("path=ArrayList[100000]");
            out.write("next");
        }
        GraphInput in = open(codec, bytes.toByteArray());

        assertThatThrownBy(() -> in.read(Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("the graph was given up after bytes=");
        assertThat(in.read(String.class)).isEqualTo("next");
        assertThat(in.hasNext()).isFalse();
    }

    @Test
    void graphThatFailsBeforeAPartWasSentLeavesNothing() throws IOException {
        Object[] graph = {new Thread(), new byte[2 << 20]};
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GraphOutput out = codec.newGraphOutput(bytes)) {
            assertThatThrownBy(() -> out.write(graph)).isInstanceOf(EncodeException.class);
            out.write("next");
        }

        assertThat(frames(bytes.toByteArray())).containsExactly(new int[] {GraphOutput.GRAPH, 6});
    }

    @Test
    void refusedGraphIsPassedOverAndItsClassesAreKept() throws IOException {
        List<Object> graph = points(100_000);
        graph.add(30_000, new Node());
        graph.add(new Other(5));
        byte[] bytes = stream(codec, graph, new Other(6), "last");
        Codec narrow = Codec.builder().allow(Point.class).build();
        GraphInput in = open(narrow, bytes);

        assertThatThrownBy(() -> in.read(Object.class))
                .isInstanceOfSatisfying(DecodeException.class, e -> {
                    assertThat(e.path()).isEqualTo("ArrayList[30000]");
                    assertThat(e.offset()).isBetween(1L << 18, 1L << 21);
                })
                .hasMessageContaining("is not granted");
        assertThat(in.read(Other.class)).isEqualTo(new Other(6));
        assertThat(in.read(String.class)).isEqualTo("last");
        assertThat(in.hasNext()).isFalse();
    }

    @Test
    void hookThatGoesOnAfterItsFailureDoesNotShortenTheGraph() throws IOException {
        byte[] bytes = stream(codec, new Stubborn());

        assertThat(frames(bytes)).hasSizeGreaterThan(8);
        assertThat(open(codec, bytes).read(Stubborn.class)).isInstanceOf(Stubborn.class);
    }

    @Test
    void failuresOfSourceAndTargetComeAsTheyAre() throws IOException {
        IOException failure = new IOException("full");
        GraphOutput out = codec.newGraphOutput(new OutputStream() {
            private long left = 3 * GraphOutput.PART_BYTES;

            @Override
            public void write(int value) throws IOException {
                if (left-- == 0) {
                    throw failure;
                }
            }
        });
        assertThatThrownBy(() -> out.write(points(100_000))).isSameAs(failure);
        assertThatThrownBy(() -> out.write("next"))
                .isInstanceOf(IOException.class)
                .hasCause(failure);

        byte[] bytes = stream(codec, points(100_000));
        GraphInput in = codec.newGraphInput(new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] target, int offset, int length) {
                if (pos > 1 << 20) {
                    throw GraphPartsTest.<RuntimeException>unchecked(failure);
                }
                return super.read(target, offset, length);
            }
        });
        assertThatThrownBy(() -> in.read(Object.class)).isSameAs(failure);
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> RuntimeException unchecked(Throwable failure) throws T {
        throw (T) failure;
    }

    @Test
    void bytesBehindTheEndAreNotTouched() throws IOException {
        byte[] bytes = stream(codec, points(100_000));
        byte[] more = Arrays.copyOf(bytes, bytes.length + 1);
        more[bytes.length] = 42;
        InputStream source = new ByteArrayInputStream(more);
        GraphInput in = codec.newGraphInput(source);

        assertThat(in.read(Object.class)).isEqualTo(points(100_000));
        assertThat(in.hasNext()).isFalse();
        assertThat(source.read()).isEqualTo(42);
    }

    @Test
    void genericTypesAreChecked() throws IOException {
        byte[] bytes = stream(codec, points(100_000));

        assertThat(open(codec, bytes).read(new TypeOf<List<Point>>() {})).hasSize(100_000);
        assertThatThrownBy(() -> open(codec, bytes).read(new TypeOf<List<Other>>() {}))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("ArrayList[0]");
    }
}
