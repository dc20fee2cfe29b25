package io.tellask.codec.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.Codec;
import io.tellask.codec.DecodeException;
import io.tellask.codec.JdkOracle;
import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Records come back as parts of the cycles that they were on, where the JDK leaves null behind. */
class RecordsOnCyclesTest {
    private final Codec codec = Codec.builder()
            .allow(Holder.class, Cell.class, Pair.class, Copying.class, Node.class, Closing.class)
            .build();

    record Holder(Object content, int number) implements Serializable {}

    record Cell(List<Object> content) implements Serializable {}

    record Pair(Object left, Object right) implements Serializable {}

    record Copying(List<Object> content) {
        Copying {
            content = new ArrayList<>(content);
        }
    }

    static class Node implements Serializable {
        String name = "node";
        Holder holder;
        Node[] nodes;
        Holder[] holders;
        transient Object skipped;
    }

    @Test
    void jdkLosesTheRecordOnACycle() {
        Node node = new Node();
        node.holder = new Holder(node, 7);

        assertThat(JdkOracle.roundTrip(node.holder))
                .satisfies(back -> assertThat(((Node) back.content()).holder).isNull());
    }

    @Test
    void recordAndNodeHoldEachOther() {
        Node node = new Node();
        node.holder = new Holder(node, 7);

        Holder fromRecord = codec.decode(codec.encode(node.holder), Holder.class);
        Node fromNode = codec.decode(codec.encode(node), Node.class);

        assertThat(((Node) fromRecord.content()).holder).isSameAs(fromRecord);
        assertThat(fromRecord.number()).isEqualTo(7);
        assertThat(fromNode.holder.content()).isSameAs(fromNode);
    }

    @Test
    void recordHoldsAnArrayThatHoldsTheRecord() {
        Object[] any = new Object[3];
        any[1] = new Holder(any, 1);
        Node node = new Node();
        Holder holder = new Holder(node, 2);
        node.holders = new Holder[] {null, holder, holder};

        Holder ofAny = codec.decode(codec.encode(any[1]), Holder.class);
        Holder ofTyped = codec.decode(codec.encode(holder), Holder.class);

        assertThat((Object[]) ofAny.content()).containsExactly(null, ofAny, null);
        assertThat(((Node) ofTyped.content()).holders).containsExactly(null, ofTyped, ofTyped);
    }

    @Test
    void recordHoldsAListThatHoldsTheRecord() {
        for (List<Object> list :
                List.of(new ArrayList<>(), new LinkedList<>(), Arrays.<Object>asList(null, null, null))) {
            Cell cell = new Cell(list);
            if (list.isEmpty()) {
                list.addAll(Arrays.asList(null, null, null));
            }
            list.set(0, "first");
            list.set(1, cell);
            list.set(2, cell);

            Cell back = codec.decode(codec.encode(cell), Cell.class);

            assertThat(back.content().getClass()).isEqualTo(list.getClass());
            assertThat(back.content().get(0)).isEqualTo("first");
            assertThat(back.content().get(1)).isSameAs(back);
            assertThat(back.content().get(2)).isSameAs(back);
        }
    }

    @Test
    void recordHoldsMapsAndQueuesThatHoldTheRecord() {
        Map<Object, Object> map = new HashMap<>();
        ArrayDeque<Object> queue = new ArrayDeque<>();
        AtomicReference<Object> reference = new AtomicReference<>();
        Pair pair = new Pair(map, new Pair(queue, reference));
        map.put("k", pair);
        map.put("other", 1);
        queue.add(1);
        queue.add(pair);
        queue.add(3);
        reference.set(pair);

        Pair back = codec.decode(codec.encode(pair), Pair.class);

        assertThat((Map<?, ?>) back.left()).hasSize(2);
        assertThat(((Map<?, ?>) back.left()).get("k")).isSameAs(back);
        Pair inner = (Pair) back.right();
        assertThat(((ArrayDeque<?>) inner.left()).toArray()).containsExactly(1, back, 3);
        assertThat(((AtomicReference<?>) inner.right()).get()).isSameAs(back);
    }

    @Test
    void recordThatNeedsAnOuterRecordIsBuiltAfterIt() {
        List<Object> list = new ArrayList<>();
        Cell outer = new Cell(list);
        Pair inner = new Pair(outer, "x");
        Pair around = new Pair(inner, inner);
        list.add(around);
        list.add(inner);

        Cell back = codec.decode(codec.encode(outer), Cell.class);

        Pair backAround = (Pair) back.content().get(0);
        assertThat(backAround.left())
                .isSameAs(backAround.right())
                .isSameAs(back.content().get(1));
        assertThat(((Pair) back.content().get(1)).left()).isSameAs(back);
    }

    @Test
    void recordThatIsItsOwnPartCannotExist() {
        byte[] bytes = codec.encode(new Pair(null, "abc"));
        bytes[bytes.length - 5] = HeadNumbers.BACK_REFERENCE;
        byte[] own = Arrays.copyOf(bytes, bytes.length - 3);
        own[own.length - 1] = HeadNumbers.NULL;

        assertThatThrownBy(() -> codec.decode(own, Pair.class)).isInstanceOf(DecodeException.class);
        assertThat(codec.decode(codec.encode(new Pair(1, 2)), Pair.class)).isEqualTo(new Pair(1, 2));
    }

    @Test
    void constructorThatCopiesAnIncompleteListIsRefused() {
        Copying copying = new Copying(new ArrayList<>());
        copying.content().add(copying);
        byte[] bytes = codec.encode(copying);

        assertThatThrownBy(() -> codec.decode(bytes, Copying.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining(
                        "the constructor of record=" + Copying.class.getName() + " copies component=content");
    }

    record Closing(List<Object> content) {
        Closing {
            if (content.contains("closed")) {
                throw new IllegalStateException("closed already");
            }
        }
    }

    @Test
    void recordWhoseConstructorThrowsIsATypedErrorWithTheCause() {
        List<Object> list = new ArrayList<>(List.of("open"));
        Closing closing = new Closing(list);
        list.set(0, "closed");
        byte[] bytes = codec.encode(closing);

        assertThatThrownBy(() -> codec.decode(bytes, Closing.class))
                .isInstanceOf(DecodeException.class)
                .hasRootCauseInstanceOf(IllegalStateException.class)
                .hasRootCauseMessage("closed already");
    }

    @Test
    void longChainOfRecordsThatNeedEachOtherTakesNoStack() {
        List<Object> list = new ArrayList<>();
        Cell outer = new Cell(list);
        Object last = outer;
        for (int i = 0; i < 50_000; i++) {
            last = new Holder(last, i);
        }
        list.add(last);

        Cell back = codec.decode(codec.encode(outer), Cell.class);

        Object at = back.content().get(0);
        for (int i = 49_999; i >= 0; i--) {
            assertThat(((Holder) at).number()).isEqualTo(i);
            at = ((Holder) at).content();
        }
        assertThat(at).isSameAs(back);
    }
}
