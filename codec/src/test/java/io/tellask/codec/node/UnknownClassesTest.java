package io.tellask.codec.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import io.tellask.codec.DecodeException;
import io.tellask.codec.EncodeException;
import io.tellask.codec.ObjectNode;
import io.tellask.codec.ScopedDecoder;
import io.tellask.codec.ScopedEncoder;
import io.tellask.codec.UnknownClasses;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** Objects of classes that only the writer knows: refused, skipped or kept, by choice. */
class UnknownClassesTest {
    private static final Codec WRITER =
            Codec.builder().allow(Newer.class, Colour.class, Pair.class).build();
    private static final Codec SKIPPING =
            Codec.builder().unknownClasses(UnknownClasses.SKIP).build();
    private static final Codec KEEPING =
            Codec.builder().unknownClasses(UnknownClasses.KEEP).build();

    interface Shape {}

    static class Zoo {
        Shape typed;
        Object open;
        List<Object> all = new ArrayList<>();
        Zoo self;
        String last = "last";
    }

    static class Newer implements Shape {
        String name = "newer";
        int size = 7;
        boolean live = true;
        Newer me = this;
        Zoo owner;
        List<Object> parts = new ArrayList<>(List.of("part", 1));
    }

    enum Colour {
        RED,
        GREEN
    }

    record Pair(Object left, Object right) {}

    /** A key that knows no null inside. */
    record Box(Object content) {
        @Override
        public int hashCode() {
            return content.getClass().hashCode();
        }
    }

    /** An order that knows no null. */
    static final class ByText implements Comparator<Object>, Serializable {
        private static final long serialVersionUID = 1;

        @Override
        public int compare(Object left, Object right) {
            return left.toString().compareTo(right.toString());
        }
    }

    private static Zoo zoo() {
        Zoo zoo = new Zoo();
        Newer newer = new Newer();
        newer.owner = zoo;
        zoo.open = newer;
        zoo.all.addAll(Arrays.asList(newer, "x", Colour.GREEN, new Pair(newer, zoo), zoo.all));
        zoo.self = zoo;
        return zoo;
    }

    @Test
    void unknownClassIsRefusedByNameUnlessChosen() {
        assertThatThrownBy(() -> Codec.standard().decode(WRITER.encode(zoo()), Zoo.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("class=io.tellask.codec.node.UnknownClassesTest$Newer is not granted");
    }

    @Test
    void skippedObjectIsNullWhereverItIsReferredTo() {
        Zoo zoo = zoo();
        zoo.typed = (Shape) zoo.open;

        Zoo back = SKIPPING.decode(WRITER.encode(zoo), Zoo.class);

        assertThat(back.typed).isNull();
        assertThat(back.open).isNull();
        assertThat(back.all).hasSize(5);
        assertThat(back.all.subList(0, 4)).containsExactly(null, "x", null, null);
        assertThat(back.all.get(4)).isSameAs(back.all);
        assertThat(back.self).isSameAs(back);
        assertThat(back.last).isEqualTo("last");
    }

    @Test
    void skippedRootIsNull() {
        assertThat(SKIPPING.decode(WRITER.encode(new Newer()), Object.class)).isNull();
    }

    @Test
    void keptObjectIsEncodedAgainUnchanged() {
        byte[] bytes = WRITER.encode(zoo());

        Zoo back = KEEPING.decode(bytes, Zoo.class);

        assertThat(back.open).isInstanceOf(ObjectNode.class).hasToString("ObjectNode of " + Newer.class.getName());
        assertThat(back.all.get(0)).isSameAs(back.open);
        assertThat(KEEPING.encode(back)).isEqualTo(bytes);
        Zoo again = WRITER.decode(KEEPING.encode(back), Zoo.class);
        Newer newer = (Newer) again.open;
        assertThat(newer.me).isSameAs(newer);
        assertThat(newer.owner).isSameAs(again);
        assertThat(newer.parts).containsExactly("part", 1);
        assertThat(again.all.get(2)).isSameAs(Colour.GREEN);
    }

    @Test
    void keptObjectIsEncodedAgainInStoresAndSessions() {
        Map<Long, byte[]> log = new HashMap<>();
        Zoo kept = KEEPING.decode(WRITER.encode(zoo()), Zoo.class);
        ByteWriter stored = new ByteWriter(64);
        KEEPING.newStoreEncoder(log::put).encode(kept, Zoo.class, stored);
        ByteWriter sent = new ByteWriter(64);
        ScopedDecoder receiver = WRITER.newScopedDecoder();
        ScopedEncoder sender =
                KEEPING.newScopedEncoder((id, descriptor) -> receiver.learn(id, new ByteReader(descriptor)));
        sender.encode(kept, Zoo.class, sent);
        sender.encode(kept, Zoo.class, sent);

        Zoo fromStore = (Zoo) WRITER.newStoreDecoder(log::get).decode(new ByteReader(stored.toByteArray()), Zoo.class);
        ByteReader both = new ByteReader(sent.toByteArray());
        Zoo first = (Zoo) receiver.decode(both, Zoo.class);
        Zoo second = (Zoo) receiver.decode(both, Zoo.class);

        assertThat(((Newer) fromStore.open).name).isEqualTo("newer");
        assertThat(((Newer) first.open).owner).isSameAs(first);
        assertThat(((Newer) second.open).size).isEqualTo(7);
    }

    @Test
    void keptObjectIsRefusedByAFieldThatCannotHoldIt() {
        Zoo zoo = new Zoo();
        zoo.typed = new Newer();

        assertThatThrownBy(() -> KEEPING.decode(WRITER.encode(zoo), Zoo.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("UnknownClassesTest$Zoo.typed of type=")
                .hasMessageContaining("takes no node, which unknownClasses=KEEP made")
                .hasMessageContaining("choose SKIP");
    }

    @Test
    void keptObjectIsNotCopied() {
        Zoo zoo = new Zoo();
        zoo.open = new Newer();
        Zoo kept = KEEPING.decode(WRITER.encode(zoo), Zoo.class);
        List<Object> nested = List.of(Codec.standard().describe(WRITER.encode(new Newer())));
        for (int level = 0; level < 200; level++) {
            nested = new ArrayList<>(List.of(nested));
        }

        for (Object original : new Object[] {kept, nested}) {
            assertThatThrownBy(() -> KEEPING.copy(original))
                    .isInstanceOf(EncodeException.class)
                    .hasMessageContaining("is a node, which stands for an object without its class and is not copied");
        }
    }

    @Test
    void collectionThatHoldsNoNullIsRefusedWhereItsElementIsSkipped() {
        for (Object open : List.of(
                Map.of("key", new Newer()), Set.of(new Newer()), new ConcurrentHashMap<>(Map.of("key", new Newer())))) {
            Zoo zoo = new Zoo();
            zoo.open = open;

            assertThatThrownBy(() -> SKIPPING.decode(WRITER.encode(zoo), Zoo.class))
                    .isInstanceOf(DecodeException.class)
                    .hasMessageContaining("unknownClasses=SKIP")
                    .hasMessageContaining("Zoo.open");
        }
    }

    @Test
    void refusalOfAKeyByItsOwnMethodsNamesTheChoiceThatMadeItNull() {
        Codec writer =
                Codec.builder().allow(Newer.class, ByText.class, Box.class).build();
        Codec skipping = Codec.builder()
                .allow(ByText.class, Box.class)
                .unknownClasses(UnknownClasses.SKIP)
                .build();
        Set<Object> ordered = new TreeSet<>(new ByText());
        ordered.add(new Newer());
        for (Object open :
                List.of(ordered, Set.of(new Box(new Newer())), new HashSet<>(Set.of(new Box(new Newer()))))) {
            Zoo zoo = new Zoo();
            zoo.open = open;

            assertThatThrownBy(() -> skipping.decode(writer.encode(zoo), Zoo.class))
                    .isInstanceOf(DecodeException.class)
                    .hasMessageContaining("unknownClasses=SKIP");
        }
    }

    @Test
    void arrayOfAnUnknownClassIsRefused() {
        Zoo zoo = new Zoo();
        zoo.open = new Newer[] {null};

        for (Codec codec : List.of(SKIPPING, KEEPING)) {
            assertThatThrownBy(() -> codec.decode(WRITER.encode(zoo), Zoo.class))
                    .isInstanceOf(DecodeException.class)
                    .hasMessageContaining("class=" + Newer.class.getName())
                    .hasMessageContaining("is unknown here and cannot be the component of an array");
        }
    }
}
