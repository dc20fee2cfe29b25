package io.tellask.codec.elements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import io.tellask.codec.DecodeException;
import io.tellask.codec.EncodeException;
import io.tellask.codec.RoundTrips;
import io.tellask.codec.SortOrder;
import io.tellask.codec.graph.HeadNumbers;
import java.io.Serializable;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sorted collections keep their comparator, whichever it is. */
class ComparatorsTest {
    private final Codec codec = Codec.builder()
            .allow(ComparatorsTest.class, ByLength.class, Ranked.class, Owner.class, ByRank.class, Held.class)
            .allowLambdas()
            .build();

    static class ByLength implements Comparator<String>, Serializable {
        int calls;

        @Override
        public int compare(String left, String right) {
            calls++;
            int order = Integer.compare(left.length(), right.length());
            return order != 0 ? order : left.compareTo(right);
        }
    }

    enum Ranked implements Comparator<String> {
        BACKWARD;

        @Override
        public int compare(String left, String right) {
            return right.compareTo(left);
        }
    }

    static Stream<Comparator<String>> comparators() {
        return Stream.of(
                Comparator.naturalOrder(),
                Comparator.reverseOrder(),
                String.CASE_INSENSITIVE_ORDER,
                Collections.reverseOrder(String.CASE_INSENSITIVE_ORDER),
                Comparator.nullsFirst(Comparator.naturalOrder()),
                Comparator.nullsLast(String.CASE_INSENSITIVE_ORDER),
                new ByLength(),
                Ranked.BACKWARD,
                Comparator.comparing((Function<String, Integer> & Serializable) String::length)
                        .thenComparing(Comparator.naturalOrder()),
                (Comparator<String> & Serializable) (left, right) -> right.compareTo(left));
    }

    @ParameterizedTest
    @MethodSource("comparators")
    void sortedCollectionsKeepTheirComparator(Comparator<String> comparator) {
        for (Collection<String> empty : List.<Collection<String>>of(
                new TreeSet<>(comparator),
                new ConcurrentSkipListSet<>(comparator),
                new PriorityQueue<>(comparator),
                new PriorityBlockingQueue<>(5, comparator))) {
            Collections.addAll(empty, "ccc", "b", "AA", "a", "dddd");
            Collection<String> back = RoundTrips.standalone(codec, empty);

            Collections.addAll(back, "zz", "e");
            Collections.addAll(empty, "zz", "e");
            assertThat(back).hasSameClassAs(empty).containsExactlyElementsOf(empty);
        }
        for (SortedMap<String, Integer> map : List.<SortedMap<String, Integer>>of(
                new TreeMap<>(comparator), new ConcurrentSkipListMap<>(comparator))) {
            map.putAll(Map.of("ccc", 1, "b", 2, "AA", 3));
            SortedMap<String, Integer> back = RoundTrips.standalone(codec, map);

            back.put("zz", 9);
            map.put("zz", 9);
            assertThat(back).hasSameClassAs(map);
            assertThat(back.entrySet()).containsExactlyElementsOf(map.entrySet());
            assertThat(back.comparator() == null).isEqualTo(map.comparator() == null);
        }
    }

    @Test
    void comparatorThatSetsShareStaysShared() {
        ByLength order = new ByLength();
        List<Object> back = RoundTrips.standalone(
                codec, new java.util.ArrayList<>(List.of(new TreeSet<>(order), new TreeMap<>(order), order)));

        assertThat(((SortedSet<?>) back.get(0)).comparator())
                .isSameAs(back.get(2))
                .isSameAs(((SortedMap<?, ?>) back.get(1)).comparator());
    }

    static class Held implements Serializable {
        final String name;
        Owner owner;

        Held(String name) {
            this.name = name;
        }
    }

    static class ByRank implements Comparator<Held>, Serializable {
        Owner owner;

        @Override
        public int compare(Held left, Held right) {
            return Integer.compare(owner.ranks.indexOf(left.name), owner.ranks.indexOf(right.name));
        }
    }

    /** The comparator asks its owner, which holds the set: names come behind the set on the wire. */
    static class Owner implements Serializable {
        TreeSet<Held> members;
        List<String> ranks;
    }

    @Test
    void comparatorThatReachesWhatHoldsTheSetIsCompleteBeforeItCompares() {
        Owner owner = new Owner();
        owner.ranks = new java.util.ArrayList<>(List.of("z", "m", "a"));
        ByRank order = new ByRank();
        order.owner = owner;
        owner.members = new TreeSet<>(order);
        for (String name : owner.ranks) {
            owner.members.add(new Held(name));
        }

        Owner back = codec.decode(codec.encode(owner), Owner.class);

        assertThat(back.members.stream().map(each -> each.name)).containsExactly("z", "m", "a");
        assertThat(((ByRank) back.members.comparator()).owner).isSameAs(back);
    }

    @Test
    void comparatorThatIsNotGrantedIsRefusedOnBothSides() {
        TreeSet<String> set = new TreeSet<>(new ByLength());
        byte[] bytes = codec.encode(set);

        assertThatThrownBy(() -> Codec.standard().encode(set))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("class=" + ByLength.class.getName() + " is not granted");
        assertThatThrownBy(() -> Codec.standard().decode(bytes, Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("class=" + ByLength.class.getName() + " is not granted");
    }

    @Test
    void whatIsNoComparatorIsRefused() {
        byte[] bytes = codec.encode(new TreeSet<>(String.CASE_INSENSITIVE_ORDER));
        byte[] text = codec.encode("x");
        ByteWriter out = new ByteWriter(16);
        out.writeBytes(bytes, 0, 2);
        out.writeByte(SortOrder.COMPARATOR.ordinal());
        out.writeByte(HeadNumbers.STRING);
        out.writeBytes(text, 1, text.length - 1);
        out.writeByte(0);

        assertThatThrownBy(() -> codec.decode(out.toByteArray(), Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("no comparator");
    }
}
