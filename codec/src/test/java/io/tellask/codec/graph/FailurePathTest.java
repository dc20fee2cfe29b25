package io.tellask.codec.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tellask.codec.Codec;
import io.tellask.codec.DecodeException;
import io.tellask.codec.EncodeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A failure names the way to its place in the graph, the class there, and the offset. */
class FailurePathTest {
    private final Codec codec = Codec.builder()
            .allow(Order.class, Line.class, Holder.class, Positive.class)
            .build();

    private static final class Order {
        private List<Line> lines = new ArrayList<>();
    }

    private static final class Line {
        private String name;
        private Object price;
    }

    private record Holder(Map<String, Object> map, Object[] array, Object other) {}

    private record Positive(int number) {
        Positive {
            if (number <= 0) {
                throw new IllegalArgumentException("number=" + number);
            }
        }
    }

    private static final class Link {
        private Link next;
        private Object end;
    }

    private static Order orderWith(Object price) {
        Order order = new Order();
        for (int i = 0; i < 4; i++) {
            order.lines.add(new Line());
        }
        order.lines.get(3).price = price;
        return order;
    }

    private EncodeException encoding(Object value) {
        return catchThrowableOfType(EncodeException.class, () -> codec.encode(value));
    }

    private DecodeException decoding(byte[] bytes) {
        return catchThrowableOfType(DecodeException.class, () -> codec.decode(bytes, Object.class));
    }

    @Test
    void fieldOfAnElementIsNamedWhileEncoding() {
        EncodeException failure = encoding(orderWith(Thread.currentThread()));

        assertThat(failure.path()).isEqualTo("FailurePathTest$Order.lines[3].price");
        assertThat(failure.className()).isEqualTo(Line.class.getName());
        assertThat(failure.offset()).isEqualTo(-1);
        assertThat(failure).hasMessageEndingWith("(path=FailurePathTest$Order.lines[3].price)");
    }

    @Test
    void fieldOfAnElementIsNamedWhileDecoding() {
        byte[] bytes = codec.encode(orderWith(1));
        bytes[bytes.length - 2] = 78;

        DecodeException failure = decoding(Arrays.copyOf(bytes, bytes.length - 1));

        assertThat(failure.path()).isEqualTo("FailurePathTest$Order.lines[3].price");
        assertThat(failure.className()).isEqualTo(Line.class.getName());
        assertThat(failure.offset()).isEqualTo(bytes.length - 1);
        assertThat(failure.getMessage()).contains("offset=" + failure.offset(), "path=" + failure.path());
    }

    @Test
    void valueOfAMapAndElementOfAnArrayAreNamed() {
        Map<String, Object> map = new HashMap<>(Map.of("key", Thread.currentThread()));

        assertThat(encoding(new Holder(map, null, null)).path()).isEqualTo("FailurePathTest$Holder.map[0].value");
        assertThat(encoding(new Holder(null, new Object[] {1, Thread.currentThread()}, null))
                        .path())
                .isEqualTo("FailurePathTest$Holder.array[1]");
        assertThat(encoding(new ArrayList<>(List.of(Map.of(Thread.currentThread(), 1))))
                        .path())
                .isEqualTo("ArrayList[0][0].key");
    }

    @Test
    void constructorThatThrowsIsNamedWithItsCause() {
        byte[] bytes = codec.encode(new Holder(null, null, new Positive(1)));
        bytes[bytes.length - 1] = 1;

        DecodeException failure = decoding(bytes);

        assertThat(failure.path()).isEqualTo("FailurePathTest$Holder.other");
        assertThat(failure.className()).isEqualTo(Positive.class.getName());
        assertThat(failure).hasMessageContaining("class=" + Positive.class.getName() + " cannot be built");
        assertThat(failure).hasRootCauseInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void failureOfTheWholeMessageHasNoPath() {
        DecodeException failure = decoding(new byte[] {0x1f});

        assertThat(failure.path()).isEmpty();
        assertThat(failure.className()).isEmpty();
        assertThat(failure.offset()).isEqualTo(1);
    }

    @Test
    void bytesBehindTheMessageAreRefusedWithTheirOffset() {
        byte[] bytes = Arrays.copyOf(codec.encode("x"), 10);

        assertThat(decoding(bytes).offset()).isEqualTo(codec.encode("x").length);
    }

    @Test
    void longPathKeepsItsInnermostSteps() {
        Link head = new Link();
        head.end = Thread.currentThread();
        for (int i = 0; i < 20_000; i++) {
            Link outer = new Link();
            outer.next = head;
            head = outer;
        }
        Link chain = head;

        assertThatThrownBy(() -> Codec.standard().encode(chain))
                .isInstanceOfSatisfying(EncodeException.class, failure -> {
                    assertThat(failure.path()).isEqualTo("[...]" + ".next".repeat(15) + ".end");
                    assertThat(failure.className()).isEqualTo(Link.class.getName());
                });
    }
}
