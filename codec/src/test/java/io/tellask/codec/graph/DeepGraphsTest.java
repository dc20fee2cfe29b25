package io.tellask.codec.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.Codec;
import io.tellask.codec.CodecLimits;
import io.tellask.codec.DecodeException;
import io.tellask.codec.EncodeException;
import java.io.Serializable;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nodes that refer to each other a million levels deep, which recursion could not follow. */
@Timeout(120)
class DeepGraphsTest {
    private static final int MILLION = 1_000_000;

    private final Codec codec = Codec.builder()
            .allow(Node.class, Base.class, Wide.class, Middle.class)
            .build();

    static class Base implements Serializable {
        long number;
        boolean flag;
    }

    /** The next node is neither the first nor the last of the references. */
    static class Node extends Base {
        Object before;
        Base next;
        Object value;
        boolean other;
        String text;
    }

    static class Wide extends Node {
        double more;
    }

    record Middle(Base inner) implements Serializable {}

    private static Base list(int length, boolean doubly) {
        Base head = null;
        for (int i = 0; i < length; i++) {
            Node node = i % 3 == 0 ? new Wide() : new Node();
            node.number = i;
            node.flag = i % 2 == 0;
            node.other = i % 5 == 0;
            node.text = i % 1_000 == 0 ? "t" + i : null;
            node.value = i % 100 == 0 ? List.of(i) : null;
            node.next = head;
            if (doubly && head instanceof Node after) {
                after.before = node;
            }
            head = node;
        }
        return head;
    }

    @Test
    void millionNodesComeBackUnderTheStandardLimits() {
        Base head = list(MILLION, true);

        Node back = codec.decode(codec.encode(head), Node.class);

        Node before = null;
        int left = MILLION;
        for (Node node = back; node != null; node = (Node) node.next) {
            left--;
            if (node.number != left
                    || node.flag != (left % 2 == 0)
                    || node.other != (left % 5 == 0)
                    || node.before != before
                    || (node.getClass() == Wide.class) != (left % 3 == 0)
                    || left % 100 == 0 && !List.of(left).equals(node.value)) {
                throw new AssertionError("node " + left);
            }
            before = node;
        }
        assertThat(left).isZero();
    }

    @Test
    void millionNodesComeBackWithoutTracking() {
        Codec trees = codec.toBuilder().trackReferences(false).build();

        Base back = trees.decode(trees.encode(list(MILLION, false)), Node.class);

        int count = 0;
        for (Base node = back; node != null; node = ((Node) node).next) {
            count++;
        }
        assertThat(count).isEqualTo(MILLION);
    }

    @Test
    void nodesAndRecordsInTurnTakeStackAndAreBounded() {
        Object inner = new Node();
        for (int i = 0; i < 20_000; i++) {
            Node node = new Node();
            node.value = new Middle((Base) inner);
            inner = node;
        }

        Node back = codec.decode(codec.encode(inner), Node.class);

        int count = 0;
        for (Node node = back; node.value != null; node = (Node) ((Middle) node.value).inner()) {
            count++;
        }
        assertThat(count).isEqualTo(20_000);
    }

    @Test
    void depthThatTheApplicationChoosesCountsEveryLevel() {
        Codec limited = codec.toBuilder()
                .limits(CodecLimits.standard().withDepth(50_000))
                .build();
        byte[] bytes = codec.encode(chain(50_001));

        assertThat(limited.decode(limited.encode(chain(50_000)), Node.class)).isNotNull();
        assertThatThrownBy(() -> limited.encode(chain(50_001)))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("depth=50001 > limits.depth=50000");
        assertThatThrownBy(() -> limited.decode(bytes, Node.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("depth=50001 > limits.depth=50000");
    }

    private static Node chain(int length) {
        Node head = null;
        for (int i = 0; i < length; i++) {
            Node node = new Node();
            node.next = head;
            head = node;
        }
        return head;
    }

    @Test
    void cycleWithoutTrackingEndsAtTheLimit() {
        Node node = new Node();
        node.next = node;

        assertThatThrownBy(
                        () -> codec.toBuilder().trackReferences(false).build().encode(node))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("has a cycle and references are not tracked");
    }

    @Test
    void ringOfManyNodesCloses() {
        Base head = list(200_000, false);
        Base last = head;
        while (((Node) last).next != null) {
            last = ((Node) last).next;
        }
        ((Node) last).next = head;

        Node back = codec.decode(codec.encode(head), Node.class);

        Base at = back;
        for (int i = 0; i < 200_000; i++) {
            at = ((Node) at).next;
        }
        assertThat(at).isSameAs(back);
    }
}
