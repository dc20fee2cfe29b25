package io.tellask.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

/** Streams of many graphs: classes described once, a clear end, and no way past a truncation. */
class GraphStreamTest {
    private final Codec codec = Codec.builder().allow(Point.class, Node.class).build();

    record Point(int x, int y, String name) {}

    static class Node {
        Node next;
        Object value;
    }

    private byte[] stream(Object... graphs) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GraphOutput out = codec.newGraphOutput(bytes)) {
            for (Object graph : graphs) {
                out.write(graph);
            }
        }
        return bytes.toByteArray();
    }

    private GraphInput open(byte[] bytes) {
        return codec.newGraphInput(new ByteArrayInputStream(bytes));
    }

    @Test
    void graphsComeBackInTheirOrder() throws IOException {
        Node cycle = new Node();
        cycle.next = cycle;
        cycle.value = new Point(1, 2, "a");
        GraphInput in = open(stream(new Point(1, 2, "p"), null, cycle, "text", List.of(1, 2)));

        assertThat(in.hasNext()).isTrue();
        assertThat(in.read(Point.class)).isEqualTo(new Point(1, 2, "p"));
        assertThat(in.read(Object.class)).isNull();
        Node back = in.read(Node.class);
        assertThat(back.next).isSameAs(back);
        assertThat(in.read(String.class)).isEqualTo("text");
        assertThat(in.read(Object.class)).isEqualTo(List.of(1, 2));
        assertThat(in.hasNext()).isFalse();
        assertThatThrownBy(() -> in.read(Object.class)).isInstanceOf(NoSuchElementException.class);
    }

    @Test
    void bytesAreAsTheFormatSays() throws IOException {
        assertThat(HexFormat.of().formatHex(stream("a", null)))
                .isEqualTo("544c4b4700" + "0203820561" + "02022000" + "00");
    }

    @Test
    void classIsDescribedOnce() throws IOException {
        int one = stream(new Point(1, 2, "p")).length;
        int three = stream(new Point(1, 2, "p"), new Point(1, 2, "p"), new Point(1, 2, "p")).length;

        assertThat(three - one).isEqualTo(2 * (2 + 6));
    }

    @Test
    void referencesDoNotReachIntoAnotherGraph() throws IOException {
        Point shared = new Point(1, 2, "p");
        GraphInput in = open(stream(List.of(shared, shared), shared));

        List<?> pair = in.read(List.class);
        assertThat(pair.get(0)).isSameAs(pair.get(1));
        assertThat(in.read(Point.class)).isEqualTo(shared).isNotSameAs(pair.get(0));
    }

    @Test
    void bytesBehindTheEndAreNotTouched() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        GraphOutput out = codec.newGraphOutput(bytes);
        out.write("first");
        out.finish();
        out.finish();
        bytes.write(42);
        assertThatThrownBy(() -> out.write("late")).isInstanceOf(IOException.class);

        InputStream source = new ByteArrayInputStream(bytes.toByteArray());
        GraphInput in = codec.newGraphInput(source);
        assertThat(in.read(String.class)).isEqualTo("first");
        assertThat(in.hasNext()).isFalse();
        assertThat(source.read()).isEqualTo(42);
    }

    @Test
    void everyTruncationIsRefused() throws IOException {
        byte[] whole = stream(new Point(1, 2, "p"), "second");
        for (int length = 0; length < whole.length; length++) {
            GraphInput in = open(Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> {
                        while (in.hasNext()) {
                            in.read(Object.class);
                        }
                    })
                    .as("length=%d", length)
                    .isInstanceOf(DecodeException.class)
                    .hasMessageContaining("ends without its end mark, offset=" + length);
        }
    }

    @Test
    void refusedGraphIsPassedOver() throws IOException {
        GraphInput in = Codec.standard()
                .newGraphInput(new ByteArrayInputStream(stream(new Node(), new Point(1, 2, "p"), "last")));

        assertThatThrownBy(() -> in.read(Object.class)).isInstanceOf(DecodeException.class);
        assertThat(in.read(Point.class)).isEqualTo(new Point(1, 2, "p"));
        assertThat(in.read(String.class)).isEqualTo("last");
    }

    @Test
    void graphThatCannotBeEncodedLeavesNothingBehind() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GraphOutput out = codec.newGraphOutput(bytes)) {
            Node node = new Node();
            node.value = new Thread();
            assertThatThrownBy(() -> out.write(node)).isInstanceOf(EncodeException.class);
            node.value = "fine";
            out.write(node);
        }
        GraphInput in = open(bytes.toByteArray());

        assertThat(in.read(Node.class).value).isEqualTo("fine");
        assertThat(in.hasNext()).isFalse();
    }

    @Test
    void lengthBeyondTheLimitIsRefusedBeforeItIsRead() {
        byte[] bytes = {'T', 'L', 'K', 'G', 0, 2, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 0x07};

        assertThatThrownBy(() -> open(bytes).hasNext())
                .isInstanceOf(DecodeException.class)
                .hasMessage("decode: frame bytes=2147483647 > limits.bytes=67108864, offset=11; raise the limit");
    }

    @Test
    void otherBytesAreNoStream() {
        assertThatThrownBy(() -> open(new byte[] {1, 2, 3, 4, 5}).hasNext())
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("is no stream of graphs of version 0");
    }

    @Test
    void graphsAreDescribedWithoutTheirClasses() throws IOException {
        GraphInput in =
                Codec.standard().newGraphInput(new ByteArrayInputStream(stream(new Node(), new Point(1, 2, "p"))));

        assertThat(in.describe()).hasToString("ObjectNode of " + Node.class.getName());
        assertThat(((ObjectNode) in.describe()).value(0)).isEqualTo(1);
    }
}
