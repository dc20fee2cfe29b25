package io.tellask.codec.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.Codec;
import io.tellask.codec.CompiledClasses;
import io.tellask.codec.EncodeException;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A copied graph has the original's shape, none of its mutable objects, and its immutable values. */
class CopyTest {

    private final Codec codec = Codec.builder().trackReferences(false).build();

    enum Size {
        SMALL,
        LARGE
    }

    record Line(String product, BigDecimal price, int[] counts) {}

    static class Order implements Serializable {
        private final UUID id;
        private String customer;
        private Object anything;
        private Integer number = 100_000;
        private List<Line> lines = new ArrayList<>();
        private Map<Object, Object> extra = new HashMap<>();
        private Size size = Size.LARGE;
        private Order previous;

        Order(UUID id, String customer) {
            this.id = id;
            this.customer = customer;
        }
    }

    private static Order order() {
        Order order = new Order(new UUID(1, 2), new String("customer"));
        order.anything = order.customer;
        order.lines.add(new Line(new String("p\u4e16"), new BigDecimal("1.50"), new int[] {1, 2}));
        order.lines.add(order.lines.getFirst());
        order.extra.put(order, order.lines);
        order.extra.put("text", new String[] {"a", null});
        order.previous = order;
        return order;
    }

    @Test
    void mutableObjectsAreNewAndKeepTheirIdentityAndCycles() {
        Order order = order();

        Order copy = codec.copy(order);

        assertThat(copy).isNotSameAs(order);
        assertThat(copy.previous).isSameAs(copy);
        assertThat(copy.lines).isNotSameAs(order.lines).hasSize(2);
        assertThat(copy.lines.get(0)).isSameAs(copy.lines.get(1)).isNotSameAs(order.lines.get(0));
        assertThat(copy.lines.get(0).counts())
                .containsExactly(1, 2)
                .isNotSameAs(order.lines.get(0).counts());
        assertThat(copy.extra.get(copy)).isSameAs(copy.lines);
        assertThat((String[]) copy.extra.get("text")).containsExactly("a", null);
    }

    @Test
    void immutableValuesAreShared() {
        Order order = order();

        Order copy = codec.copy(order);

        assertThat(copy.id).isSameAs(order.id);
        assertThat(copy.customer).isSameAs(order.customer);
        assertThat(copy.anything).isSameAs(order.customer);
        assertThat(copy.number).isSameAs(order.number);
        assertThat(copy.size).isSameAs(Size.LARGE);
        assertThat(copy.lines.get(0).product()).isSameAs(order.lines.get(0).product());
        assertThat(copy.lines.get(0).price()).isSameAs(order.lines.get(0).price());
    }

    @Test
    void valuesAndNullAreTheirOwnCopies() {
        String text = new String("text");

        assertThat(codec.<Object>copy(null)).isNull();
        assertThat(codec.copy(text)).isSameAs(text);
        assertThat(codec.copy(Size.SMALL)).isSameAs(Size.SMALL);
        assertThat(codec.copy(new ArrayList<>(List.of(text))).getFirst()).isSameAs(text);
    }

    @Test
    void exceptionsKeepTheirStackTraces() {
        IllegalStateException failure = new IllegalStateException("failure");

        assertThat(codec.copy(failure).getStackTrace()).isEqualTo(failure.getStackTrace());
    }

    @Test
    void classOfTheSameNameInAnotherLoaderStaysItself() throws ReflectiveOperationException {
        String source = "package app; public class Item { public String name = \"n\"; public Object next; }";
        Object first = CompiledClasses.of("app.Item", source)
                .type("app.Item")
                .getConstructor()
                .newInstance();
        Object second = CompiledClasses.of("app.Item", source)
                .type("app.Item")
                .getConstructor()
                .newInstance();
        first.getClass().getField("next").set(first, second);
        Codec granting = Codec.builder().allowPackage("app").build();

        Object copy = granting.copy(first);

        assertThat(copy).isNotSameAs(first).hasSameClassAs(first);
        assertThat(first.getClass().getField("next").get(copy)).hasSameClassAs(second);
    }

    @Test
    void ungrantedClassIsRefused() {
        Order order = order();
        order.anything = new Thread();

        assertThatThrownBy(() -> codec.copy(order)).isInstanceOf(EncodeException.class);
        assertThat(codec.copy(order()).customer).isEqualTo("customer");
    }

    @Test
    void sortedCollectionsAndSetsAreCopied() {
        Map<String, Set<Object>> map = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        map.put("b", new HashSet<>(List.of(1, 2)));
        map.put("A", Set.of("x"));

        assertThat(codec.copy(map)).isEqualTo(map).isInstanceOf(TreeMap.class);
    }
}
