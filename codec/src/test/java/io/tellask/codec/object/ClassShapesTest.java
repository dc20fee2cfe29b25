package io.tellask.codec.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.Codec;
import io.tellask.codec.EncodeException;
import io.tellask.codec.Inside;
import io.tellask.codec.RoundTrips;
import io.tellask.codec.schema.ClassShape;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** One test per shape of class. */
class ClassShapesTest {
    private final Codec codec = Codec.standard();

    static class AllKinds implements Serializable {
        boolean z1 = true;
        final boolean z2;
        byte b = -1;
        short s = -300;
        char c = '\u4e16';
        int i = Integer.MIN_VALUE;
        final long j;
        float f = 1.5f;
        double d = -0.0;
        final String text;
        Integer boxed = 7;
        int[] ints = {1, 2};
        Object none;
        transient int skipped = 5;

        AllKinds(boolean z2, long j, String text) {
            this.z2 = z2;
            this.j = j;
            this.text = text;
        }
    }

    @Test
    void everyFieldKindComesBack() {
        AllKinds value = new AllKinds(true, Long.MIN_VALUE, "t");

        AllKinds back = RoundTrips.standalone(codec, value);

        assertThat(back).usingRecursiveComparison().ignoringFields("skipped").isEqualTo(value);
        assertThat(back.skipped).isZero();
    }

    record Flags(
            boolean a,
            boolean b,
            boolean c,
            boolean d,
            boolean e,
            boolean f,
            boolean g,
            boolean h,
            boolean i,
            boolean j) {}

    @Test
    void moreThanEightFlagsComeBack() {
        Flags flags = new Flags(true, false, true, false, false, true, true, false, true, true);

        assertThat(RoundTrips.standalone(codec, flags)).isEqualTo(flags);
    }

    static class Base implements Serializable {
        private String name = "base";

        String baseName() {
            return name;
        }
    }

    static class Derived extends Base {
        private String name = "derived";
        private int more = 1;
    }

    @Test
    void hiddenFieldsOfTheSameNameComeBack() {
        Derived derived = new Derived();
        derived.name = "changed";

        Derived back = RoundTrips.standalone(codec, derived);

        assertThat(back.name).isEqualTo("changed");
        assertThat(back.baseName()).isEqualTo("base");
        assertThat(back.more).isEqualTo(1);
    }

    static class Counted {
        static int constructed;
        final int kept;

        Counted() {
            constructed++;
            kept = 3;
        }
    }

    static class CountedChild extends Counted implements Serializable {
        int own = 4;
    }

    @Test
    void serializableClassRunsOnlyTheConstructorOfItsPlainSuperclass() {
        byte[] bytes = codec.encode(new CountedChild());
        int before = Counted.constructed;

        CountedChild back = codec.decode(bytes, CountedChild.class);

        assertThat(Counted.constructed).isEqualTo(before + 1);
        assertThat(back.own).isEqualTo(4);
        assertThat(back.kept).isEqualTo(3);
    }

    sealed interface Shape permits Circle, Square, Group {}

    record Circle(double radius) implements Shape {}

    record Square(double side) implements Shape {}

    record Group(List<Shape> shapes, Shape[] array) implements Shape {}

    @Test
    void sealedTypesComeBackWithTheirOwnClasses() {
        Group group = new Group(List.of(new Circle(1), new Square(2)), new Shape[] {new Circle(3)});

        Group back = RoundTrips.session(codec, group, Shape.class);

        assertThat(back.shapes()).isEqualTo(group.shapes());
        assertThat(back.array()).isExactlyInstanceOf(Shape[].class).containsExactly(new Circle(3));
    }

    enum Operation {
        PLUS {
            @Override
            int apply(int a, int b) {
                return a + b;
            }
        };

        abstract int apply(int a, int b);
    }

    record Task(Operation operation, List<Operation> more, Map<Operation, String> names) {}

    @Test
    void enumConstantWithBodyIsTheSameObject() {
        Task back = RoundTrips.standalone(
                codec, new Task(Operation.PLUS, List.of(Operation.PLUS), Map.of(Operation.PLUS, "p")));

        assertThat(back.operation()).isSameAs(Operation.PLUS);
        assertThat(back.more()).containsExactly(Operation.PLUS);
        assertThat(back.names()).containsEntry(Operation.PLUS, "p");
    }

    record Generic<T extends Serializable>(T value, List<? extends T> others, T[] array) {}

    @Test
    void genericRecordAdmitsItsArguments() throws NoSuchFieldException {
        record Outer(Generic<Derived> generic) {}
        Outer back =
                RoundTrips.standalone(codec, new Outer(new Generic<>(new Derived(), List.of(), new Derived[] {null})));

        assertThat(back.generic().value().more).isEqualTo(1);
        assertThat(back.generic().array()).isExactlyInstanceOf(Derived[].class);
    }

    @Test
    void thrownExceptionKeepsMessageCauseTraceAndFields() {
        OrderRejected rejected = new OrderRejected(42, "no funds", new IllegalStateException("closed"));
        rejected.addSuppressed(new UnsupportedOperationException());

        OrderRejected back = RoundTrips.standalone(codec, rejected);

        assertThat(back).hasMessage("no funds").hasCauseExactlyInstanceOf(IllegalStateException.class);
        assertThat(back.orderId).isEqualTo(42);
        assertThat(back.getStackTrace()).isEqualTo(rejected.getStackTrace());
        assertThat(back.getSuppressed()).hasSize(1);
        back.addSuppressed(new RuntimeException());
    }

    static class OrderRejected extends RuntimeException {
        private final long orderId;

        OrderRejected(long orderId, String message, Throwable cause) {
            super(message, cause);
            this.orderId = orderId;
        }
    }

    @Test
    void causeMayStillBeGivenAfterDecodingWhereNoneWas() {
        RuntimeException back = RoundTrips.standalone(codec, new RuntimeException("m"));

        assertThat(back.getCause()).isNull();
        assertThat(back.initCause(new Error())).isSameAs(back);
    }

    static class Node implements Serializable {
        Node next;
        Object payload;
        Set<Node> neighbours = new HashSet<>();

        @Override
        public int hashCode() {
            return payload == null ? 0 : payload.hashCode();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Node node && payload.equals(node.payload);
        }
    }

    @Test
    void keyOnACycleIsFoundInItsSet() {
        Node node = new Node();
        node.payload = "p";
        node.neighbours.add(node);

        Node back = RoundTrips.standalone(codec, node);

        assertThat(back.neighbours).contains(back).allMatch(each -> each == back);
    }

    @Test
    void mapKeyThatReachesTheMapIsFound() {
        Node node = new Node();
        Map<Node, String> map = new HashMap<>();
        node.payload = List.of("stable");
        node.next = new Node();
        node.next.payload = map;
        map.put(node, "v");

        Map<Node, String> back =
                RoundTrips.session(Codec.builder().allow(Node.class).build(), map, Map.class);

        Node key = back.keySet().iterator().next();
        assertThat(back.get(key)).isEqualTo("v");
        assertThat(key.next.payload).isSameAs(back);
    }

    @Test
    void sharedReferencesStayShared() {
        Node shared = new Node();
        String text = new String("text");
        List<Object> list = new ArrayList<>(List.of(shared, shared, text, text, new String("text")));

        List<Object> back = RoundTrips.session(Codec.builder().allow(Node.class).build(), list, List.class);

        assertThat(back.get(0)).isSameAs(back.get(1));
        assertThat(back.get(2)).isSameAs(back.get(3)).isNotSameAs(back.get(4)).isEqualTo(back.get(4));
    }

    @Test
    void listThatContainsItselfComesBack() {
        List<Object> list = new ArrayList<>();
        list.add(list);

        List<Object> back = RoundTrips.standalone(codec, list);

        assertThat(back.get(0)).isSameAs(back);
    }

    record Cell(List<Object> content) {}

    @Test
    void recordInsideItsListIsNoCycleOfItsOwn() {
        List<Object> list = new ArrayList<>();
        list.add(new Cell(list));

        List<Object> back = RoundTrips.session(Codec.builder().allow(Cell.class).build(), list, List.class);

        assertThat(((Cell) back.get(0)).content()).isSameAs(back);
    }

    @Test
    void lambdaIsRefusedByName() {
        assertThatThrownBy(() -> codec.encode((Runnable & Serializable) () -> {}))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("is a lambda or method reference; allow them");
    }

    @Test
    void largeClassIsReadFieldByField() {
        assertThat(Inside.tableOf(Codec.standard()).codecOf(AllKinds.class)).isNotInstanceOf(FieldwiseCodec.class);
        ClassShape shape = ((ObjectCodec) Inside.tableOf(Codec.standard()).codecOf(Flags.class)).shape;
        assertThat(new FieldwiseCodec(shape, 0).descriptor).isEqualTo(shape.descriptor());
    }
}
