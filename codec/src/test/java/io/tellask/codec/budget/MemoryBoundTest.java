package io.tellask.codec.budget;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import io.tellask.codec.Corpus;
import io.tellask.codec.DecodeException;
import io.tellask.codec.Graphs;
import io.tellask.codec.HookedClasses;
import io.tellask.codec.Inside;
import io.tellask.codec.builtin.BuiltInTypesTest;
import io.tellask.codec.graph.DeepNestingTest;
import io.tellask.codec.graph.DescribedCodec;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.HeadNumbers;
import io.tellask.codec.graph.Header;
import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.hooks.JdkFormsTest;
import io.tellask.codec.hooks.ReplacedCodec;
import io.tellask.codec.schema.Descriptor;
import io.tellask.codec.schema.Descriptor.HierarchyPartSpec;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * All that is allocated while a message is read, also for a moment only, stays below a constant times its length: for
 * lists of each built-in type at its smallest, for every fixed worst case known, and for damaged messages.
 */
@Isolated
public class MemoryBoundTest {
    /** Bytes allocated for each byte of a message; docs/CODEC_SAFETY.md states it. */
    private static final int BYTES_PER_BYTE = 128;

    /** The same for messages that are read anew, are nested deeply, or have objects with hooks. */
    private static final int BYTES_PER_BYTE_ANEW = 768;

    /** What any message may take: states of the reader that are made anew after a failure, the exception, its trace. */
    private static final int FREE_BYTES = 256 << 10;

    private static final int MANY = 5_000;
    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static final Codec TREES =
            Graphs.CODEC.toBuilder().trackReferences(false).build();

    private record Empty() {}

    private record One(Object value) {}

    private static final class Link {
        private Object next;
    }

    private static final Codec WITH_CLASSES =
            TREES.toBuilder().allow(Empty.class, One.class, Link.class).build();

    static Stream<Arguments> smallValues() {
        Stream<Object> maps = Stream.<Map<Object, Object>>of(
                        new HashMap<>(),
                        new LinkedHashMap<>(),
                        new TreeMap<>(),
                        new ConcurrentHashMap<>(),
                        new ConcurrentSkipListMap<>(),
                        new Hashtable<>(),
                        new IdentityHashMap<>())
                .flatMap(map -> {
                    Map<Object, Object> one = map instanceof IdentityHashMap ? new IdentityHashMap<>() : copy(map);
                    one.put(1, 1);
                    return Stream.of(map, one);
                });
        Stream<Object> others = Stream.of(
                new EnumMap<>(Character.UnicodeScript.class),
                new Empty(),
                new One(null),
                new One(new One(new One(1))),
                new Link(),
                new Object[0],
                new int[0][],
                new IllegalStateException[0]);
        Stream<Object> builtIn = BuiltInTypesTest.values().filter(value -> WITH_CLASSES.encode(value).length < 200);
        return Stream.of(maps, others, builtIn).flatMap(values -> values).map(value -> Arguments.of((Object) value));
    }

    @SuppressWarnings("unchecked")
    private static Map<Object, Object> copy(Map<Object, Object> empty) {
        try {
            return empty.getClass().getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static long allocated(Codec codec, byte[] bytes) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        try {
            codec.decode(bytes, Object.class);
        } catch (DecodeException e) {
            assertThat(e.offset()).isNotNegative();
        }
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }

    /** The least of the calls behind the first: code is made for a class or a version once, whatever comes later. */
    private static void assertBounded(Codec codec, byte[] bytes, String what) {
        allocated(codec, bytes);
        long allocated = Math.min(allocated(codec, bytes), allocated(codec, bytes));
        assertThat(allocated)
                .as("%s: %d bytes, %.1f allocated for each", what, bytes.length, allocated / (double) bytes.length)
                .isLessThan(FREE_BYTES + (long) BYTES_PER_BYTE * bytes.length);
    }

    @ParameterizedTest
    @MethodSource("smallValues")
    void listsOfSmallValuesAreBounded(Object value) {
        byte[] list = WITH_CLASSES.encode(new ArrayList<>(Collections.nCopies(MANY, value)));

        assertBounded(WITH_CLASSES, list, "list of " + value.getClass());
        assertBounded(WITH_CLASSES, Arrays.copyOf(list, list.length - 1), "cut list of " + value.getClass());
    }

    @ParameterizedTest
    @MethodSource("smallValues")
    void listsOfSmallValuesAreBoundedWithReferences(Object value) {
        Codec tracking = WITH_CLASSES.toBuilder().trackReferences(true).build();
        byte[] list = WITH_CLASSES.encode(new ArrayList<>(Collections.nCopies(MANY, value)));
        list[0] |= 0x10;

        assertBounded(tracking, list, "list of " + value.getClass());
    }

    /** Thirty fields of eight bytes. */
    private static class Wide {
        private long a0, a1, a2, a3, a4, a5, a6, a7, a8, a9;
        private long b0, b1, b2, b3, b4, b5, b6, b7, b8, b9;
        private long c0, c1, c2, c3, c4, c5, c6, c7, c8, c9;
    }

    private static final class WideHere {
        private transient long a0, a1, a2, a3, a4, a5, a6, a7, a8, a9;
        private transient long b0, b1, b2, b3, b4, b5, b6, b7, b8, b9;
        private transient long c0, c1, c2, c3, c4, c5, c6, c7, c8, c9;
    }

    /** The last object makes the reader begin again, with all that was read until then thrown away. */
    @ParameterizedTest
    @MethodSource("smallValues")
    void listsOfSmallValuesAreBoundedWhereTheyAreReadAnew(Object value) {
        Codec tracking = WITH_CLASSES.toBuilder().trackReferences(true).build();
        byte[] one = tracking.encode(value);
        Object[] many = new Object[MANY];
        Arrays.setAll(many, _ -> tracking.decode(one, Object.class));

        assertBoundedAnew(tracking, tracking.encode(List.of(many, sharingKey())), "list of " + value.getClass());
    }

    @ParameterizedTest
    @EnumSource
    void deepNestingIsBoundedWhereItIsReadAnew(DeepNestingTest.Shape shape) {
        Object nested = DeepNestingTest.nested(shape, MANY);

        assertBoundedAnew(
                DeepNestingTest.CODEC, DeepNestingTest.CODEC.encode(List.of(nested, sharingKey())), shape.name());
    }

    /** A set whose key refers to one object twice. */
    private static Object sharingKey() {
        List<Object> shared = new ArrayList<>(List.of(1));
        return new HashSet<>(List.of(new ArrayList<>(List.of(shared, shared))));
    }

    static Stream<Object> hookedValues() throws Exception {
        return Stream.concat(
                JdkFormsTest.harmless(),
                Stream.of(
                        new HookedClasses.Annotated(),
                        new HookedClasses.Named(),
                        new HookedClasses.External(),
                        new HookedClasses.Tags(),
                        new HookedClasses.Index(),
                        new Silent(),
                        new LongAdder(),
                        new AtomicIntegerArray(0)));
    }

    /** Reads by itself what was not written. */
    private static final class Silent implements Serializable {
        private void readObject(ObjectInputStream in) {
            // there is nothing
        }
    }

    private static final Codec WITH_HOOKS = TREES.toBuilder()
            .allow(
                    HookedClasses.Annotated.class,
                    HookedClasses.Named.class,
                    HookedClasses.External.class,
                    HookedClasses.Tags.class,
                    HookedClasses.Index.class,
                    Silent.class)
            .build();

    /** What hooks leave behind is more than what the codec does; there is no object that a message may not have many of. */
    @ParameterizedTest
    @MethodSource("hookedValues")
    void listsOfObjectsWithHooksAreReadAndBounded(Object value) {
        int many = WITH_HOOKS.encode(value).length < 200 ? MANY : 100;
        byte[] bytes = WITH_HOOKS.encode(new ArrayList<>(Collections.nCopies(many, value)));

        assertThat((List<?>) WITH_HOOKS.decode(bytes, Object.class)).hasSize(many);
        assertBoundedAnew(WITH_HOOKS, bytes, "list of " + value.getClass());
    }

    /** Each part is empty, with and without items. */
    @ParameterizedTest
    @MethodSource("hookedValues")
    void objectsWithHooksOfWhichTheMessageHasNothingAreBounded(Object value) {
        TypeCodec codec = ReplacedCodec.unwrapped(Inside.tableOf(WITH_HOOKS).codecOf(value.getClass()));
        if (codec instanceof DescribedCodec described && described.descriptor.kind == Descriptor.HOOKED) {
            for (byte[] items : List.of(new byte[] {0}, new byte[] {1, 0}, new byte[] {1, 1, 1, 1, 1, 0})) {
                List<HierarchyPartSpec> parts = described.descriptor.levels.stream()
                        .map(part -> new HierarchyPartSpec(part.className(), part.flags(), List.of()))
                        .toList();
                assertBoundedAnew(WITH_HOOKS, listOf(value.getClass(), parts, items), "empty " + value.getClass());
            }
        }
    }

    static byte[] listOf(Class<?> type, List<HierarchyPartSpec> parts, byte[] items) {
        byte[] descriptor = Descriptor.hooked(type.getName(), parts).bytes;
        ByteWriter out = new ByteWriter(MANY * 8);
        out.writeByte(0);
        out.writeByte(22);
        out.writeVarInt(MANY << GraphReader.SHAPE_BITS);
        for (int i = 0; i < MANY; i++) {
            out.writeByte(HeadNumbers.FIRST_DESCRIBED);
            if (i == 0) {
                out.writeVarInt(descriptor.length);
                out.writeBytes(descriptor, 0, descriptor.length);
            }
            for (HierarchyPartSpec part : parts) {
                out.writeBytes(items, 0, part.hasItems() ? items.length : 0);
            }
        }
        return out.toByteArray();
    }

    public static void assertBoundedAnew(Codec codec, byte[] bytes, String what) {
        allocatedByAll(codec, bytes);
        long allocated = Math.min(allocatedByAll(codec, bytes), allocatedByAll(codec, bytes));
        assertThat(allocated)
                .as("%s: %d bytes, %.1f allocated for each", what, bytes.length, allocated / (double) bytes.length)
                .isLessThan(FREE_BYTES + (long) BYTES_PER_BYTE_ANEW * bytes.length);
    }

    /** The same on whatever thread: deep nesting goes on on another one. */
    private static long allocatedByAll(Codec codec, byte[] bytes) {
        long before = THREADS.getTotalThreadAllocatedBytes();
        try {
            codec.decode(bytes, Object.class);
        } catch (DecodeException e) {
            assertThat(e.offset()).isNotNegative();
        }
        return THREADS.getTotalThreadAllocatedBytes() - before;
    }

    @Test
    void objectsOfWhichTheMessageHasNoFieldsAreBounded() {
        for (Class<?> type : List.of(Wide.class, WideHere.class)) {
            Codec codec = TREES.toBuilder().allow(type).build();
            byte[] descriptor = new Descriptor(Descriptor.OBJECT, type.getName(), List.of()).bytes;
            ByteWriter out = new ByteWriter(MANY + 200);
            out.writeByte(0);
            out.writeByte(22);
            out.writeVarInt(MANY << GraphReader.SHAPE_BITS);
            for (int i = 0; i < MANY; i++) {
                out.writeByte(HeadNumbers.FIRST_DESCRIBED);
                if (i == 0) {
                    out.writeVarInt(descriptor.length);
                    out.writeBytes(descriptor, 0, descriptor.length);
                }
            }
            assertBounded(codec, out.toByteArray(), "list of " + type);
        }
    }

    @Test
    void wideObjectsThatTheMessageFillsComeBack() {
        Codec codec = TREES.toBuilder().allow(Wide.class, WideHere.class).build();
        for (Object value : List.of(new Wide(), new WideHere())) {
            int many = value instanceof Wide ? MANY : 100;
            byte[] bytes = codec.encode(Collections.nCopies(many, value).toArray());

            assertThat(codec.decode(bytes, Object[].class)).hasSize(many);
        }
    }

    @Test
    void objectsWithoutFieldsTakeAByteEach() {
        List<Object> list = new ArrayList<>(Collections.nCopies(MANY, new Empty()));

        assertThat(WITH_CLASSES.decode(WITH_CLASSES.encode(list), Object.class)).isEqualTo(list);
    }

    @Test
    void mapsOfManyKeysAreBounded() {
        for (Map<Object, Object> map : List.<Map<Object, Object>>of(
                new HashMap<>(),
                new LinkedHashMap<>(),
                new TreeMap<>(),
                new ConcurrentHashMap<>(),
                new Hashtable<>())) {
            IntStream.range(0, MANY).forEach(i -> map.put(i, true));
            assertBounded(WITH_CLASSES, WITH_CLASSES.encode(map), map.getClass().getName());
        }
        Map<Object, Object> immutable = new HashMap<>();
        IntStream.range(0, MANY).forEach(i -> immutable.put(i, true));
        assertBounded(WITH_CLASSES, WITH_CLASSES.encode(Map.copyOf(immutable)), "Map.of");
        assertBounded(WITH_CLASSES, WITH_CLASSES.encode(java.util.Set.copyOf(immutable.keySet())), "Set.of");
    }

    @Test
    void nestedListsOfADeepMessageAreBounded() {
        Object nested = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            nested = new ArrayList<>(Collections.singletonList(nested));
        }
        assertBounded(
                WITH_CLASSES,
                WITH_CLASSES.encode(Collections.nCopies(200, nested).toArray()),
                "nested lists");
    }

    @Test
    void damagedMessagesAreBounded() {
        for (Corpus corpus : Corpus.graphs(20, 500)) {
            if (corpus.scope() == Header.MESSAGE) {
                for (int at = 1; at < corpus.bytes().length; at++) {
                    byte[] damaged = corpus.bytes().clone();
                    damaged[at] ^= 0x55;
                    assertBounded(corpus.codec(), damaged, corpus.name() + ", byte=" + at);
                }
            }
        }
    }
}
