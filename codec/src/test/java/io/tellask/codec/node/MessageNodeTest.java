package io.tellask.codec.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.ClassDescription;
import io.tellask.codec.Codec;
import io.tellask.codec.DecodeException;
import io.tellask.codec.EnumNode;
import io.tellask.codec.GraphText;
import io.tellask.codec.Graphs;
import io.tellask.codec.Inside;
import io.tellask.codec.MessageNode;
import io.tellask.codec.ObjectNode;
import io.tellask.codec.ScopedDecoder;
import io.tellask.codec.SequenceNode;
import io.tellask.codec.builtin.BuiltIns;
import io.tellask.codec.graph.Layout;
import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.schema.Descriptor;
import io.tellask.test.Seed;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A message can be read without its classes, and what was read encodes to the same graph again. */
class MessageNodeTest {
    private static final long FIRST_SEED = Seed.given();
    private static final int GRAPHS = 1_000;
    private static final Codec UNGRANTED = Codec.standard();
    private static final Codec CODEC =
            Codec.builder().allow(TimeUnit.class, Character.UnicodeScript.class).build();

    private static final class Account implements Serializable {
        String owner = "ada";
        int cents = 5;
        boolean open = true;
        Account partner = this;
        List<String> tags = new ArrayList<>(List.of("a"));
    }

    private record Pair(Object left, TimeUnit right) {}

    @Test
    void objectIsDescribedByItsFields() {
        ObjectNode node = (ObjectNode) UNGRANTED.describe(CODEC.encode(new Account()));

        assertThat(node.className()).isEqualTo(Account.class.getName());
        assertThat(field(node, "owner")).isEqualTo("ada");
        assertThat(field(node, "cents")).isEqualTo(5);
        assertThat(field(node, "open")).isEqualTo(true);
        assertThat(field(node, "partner")).isSameAs(node);
        assertThat(((SequenceNode) field(node, "tags")).elements()).containsExactly("a");
    }

    @Test
    void recordsEnumsAndHoldersAreDescribed() {
        Pair pair = new Pair(Optional.of(new AtomicReference<>(1)), TimeUnit.DAYS);
        ObjectNode node = (ObjectNode) UNGRANTED.describe(CODEC.encode(pair));

        assertThat(node.description().isRecord()).isTrue();
        assertThat(((EnumNode) field(node, "right")).constant()).isEqualTo("DAYS");
        SequenceNode optional = (SequenceNode) field(node, "left");
        assertThat(optional.className()).isEqualTo("java.util.Optional");
        assertThat(((SequenceNode) optional.elements().getFirst()).elements()).containsExactly(1);
    }

    @Test
    void exceptionsAreDescribed() {
        Exception failure = new IllegalStateException("outer", new RuntimeException("inner"));
        failure.addSuppressed(new Error());
        byte[] bytes = CODEC.encode(failure);
        ObjectNode node = (ObjectNode) UNGRANTED.describe(bytes);

        assertThat(field(node, "@message")).isEqualTo("outer");
        assertThat(field((ObjectNode) field(node, "@cause"), "@cause")).isEqualTo(ObjectNode.ABSENT);
        assertThat(((SequenceNode) field(node, "@suppressed")).elements()).hasSize(1);
        assertThat(UNGRANTED.encode(node)).isEqualTo(bytes);
    }

    @Test
    void nothingOfTheMessageNeedsToExist() {
        ClassDescription unknown = Inside.describe(new Descriptor(
                Descriptor.RECORD, "com.example.Nowhere", List.of(new Descriptor.FieldSpec('I', "number"))));
        ObjectNode written = new ObjectNode(unknown);
        written.put(0, 7);
        ObjectNode node = (ObjectNode) UNGRANTED.describe(UNGRANTED.encode(written));

        assertThat(node.className()).isEqualTo("com.example.Nowhere");
        assertThat(field(node, "number")).isEqualTo(7);
    }

    @ParameterizedTest
    @MethodSource("io.tellask.codec.builtin.BuiltInTypesTest#values")
    void builtInTypesComeBackThroughNodes(Object value) {
        List<Object> several = new ArrayList<>(Arrays.asList(null, value, value));
        byte[] bytes = CODEC.encode(several);

        assertThat(CODEC.decode(UNGRANTED.encode(UNGRANTED.describe(bytes)), Object.class))
                .isEqualTo(CODEC.decode(bytes, Object.class));
    }

    @Test
    void randomGraphsComeBackThroughNodes() {
        for (boolean tracked : new boolean[] {true, false}) {
            Codec codec = Graphs.CODEC.toBuilder().trackReferences(tracked).build();
            Codec ungranted = Codec.builder().trackReferences(tracked).build();
            for (long seed = FIRST_SEED; seed < FIRST_SEED + GRAPHS; seed++) {
                Object root = new Graphs(seed, tracked).root();
                Object back = codec.decode(ungranted.encode(ungranted.describe(codec.encode(root))), Object.class);
                assertThat(GraphText.of(back, tracked)).as("seed=%d", seed).isEqualTo(GraphText.of(root, tracked));
            }
        }
    }

    @Test
    void scopesDescribeByTheirDescriptors() {
        ScopedDecoder decoder = UNGRANTED.newScopedDecoder();
        ByteWriter out = new ByteWriter(64);
        CODEC.newScopedEncoder((id, descriptor) -> decoder.learn(id, new ByteReader(descriptor)))
                .encode(new Account(), Account.class, out);

        assertThat(((MessageNode) decoder.describe(new ByteReader(out.toByteArray()))).className())
                .isEqualTo(Account.class.getName());
        assertThatThrownBy(() -> UNGRANTED.describe(out.toByteArray()))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("scope");
    }

    @Test
    void containersHaveALayout() {
        for (TypeCodec codec : BuiltIns.BY_HEAD) {
            if (codec != null && isContainer(codec.type)) {
                assertThat(codec.layout()).as(codec.type.getName()).isNotEqualTo(Layout.VALUE);
            }
        }
    }

    private static boolean isContainer(Class<?> type) {
        return Collection.class.isAssignableFrom(type)
                || Map.class.isAssignableFrom(type)
                || Map.Entry.class.isAssignableFrom(type)
                || Object[].class.isAssignableFrom(type);
    }

    private static Object field(ObjectNode node, String name) {
        return node.value(node.description().indexOf(name));
    }
}
