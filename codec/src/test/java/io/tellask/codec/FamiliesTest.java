package io.tellask.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.Families.Child;
import io.tellask.codec.Families.Entity;
import io.tellask.codec.Families.Line;
import io.tellask.codec.Families.Numbered;
import io.tellask.codec.Families.Parent;
import io.tellask.codec.hashing.HashCostBudget;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Parents with many children that point back to them come in under the standard limits. */
@Timeout(120)
class FamiliesTest {
    private static final int MANY = 100_000;
    private static final Codec CODEC = Codec.builder()
            .allow(Parent.class, Child.class, Numbered.class, Line.class, Category.class, Hashed.class)
            .build();

    @ParameterizedTest
    @MethodSource("io.tellask.codec.Families#all")
    void messageBringsFamilies(Function<Integer, Object> family) {
        for (int count : new int[] {10, MANY}) {
            byte[] bytes = CODEC.encode(family.apply(count));

            assertThat(Families.isWhole(CODEC.decode(bytes, Object.class), count))
                    .isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("io.tellask.codec.Families#all")
    void sessionBringsFamilies(Function<Integer, Object> family) {
        for (int count : new int[] {10, MANY}) {
            assertThat(Families.isWhole(RoundTrips.session(CODEC, family.apply(count), Object.class), count))
                    .isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("io.tellask.codec.Families#all")
    void storeBringsFamilies(Function<Integer, Object> family) {
        for (int count : new int[] {10, MANY}) {
            Map<Long, byte[]> descriptors = new HashMap<>();
            ByteWriter out = new ByteWriter(64);
            CODEC.newStoreEncoder(descriptors::put).encode(family.apply(count), Object.class, out);
            Object back =
                    CODEC.newStoreDecoder(descriptors::get).decode(new ByteReader(out.toByteArray()), Object.class);

            assertThat(Families.isWhole(back, count)).isTrue();
        }
    }

    /** A tree of sets: each is of keys whose hash does not reach the sets within them. */
    private static final class Category extends Entity {
        private static final long serialVersionUID = 1;

        private final Category parent;
        private final Set<Category> children = new HashSet<>();

        Category(long id, Category parent) {
            super(id);
            this.parent = parent;
        }
    }

    @Test
    void setsNestDeeperThanTheLimitBehindNumbers() {
        Category root = new Category(0, null);
        Category each = root;
        for (int depth = 1; depth < 3 * HashCostBudget.MAX_NESTING; depth++) {
            Category child = new Category(depth, each);
            each.children.add(child);
            each = child;
        }

        Category back = CODEC.decode(CODEC.encode(root), Category.class);

        int depth = 1;
        for (; !back.children.isEmpty(); depth++) {
            assertThat(back.children.iterator().next().parent).isSameAs(back);
            back = back.children.iterator().next();
        }
        assertThat(depth).isEqualTo(3 * HashCostBudget.MAX_NESTING);
    }

    /** The hash of the child visits the parent, and that of the parent what it leads to. */
    private static final class Hashed {
        private Object content;
        private int number;

        @Override
        public int hashCode() {
            return number;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Hashed hashed && number == hashed.number && Objects.equals(content, hashed.content);
        }
    }

    @Test
    void childrenThatCompareAllThatTheirParentHoldsAreRefused() {
        Hashed parent = new Hashed();
        Set<Object> children = new HashSet<>();
        for (int i = 0; i < 4_600; i++) {
            Hashed child = new Hashed();
            child.number = i;
            child.content = parent;
            children.add(child);
        }
        parent.content = children;
        byte[] bytes = CODEC.encode(parent);

        assertThatThrownBy(() -> CODEC.decode(bytes, Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("objects visited by hashing keys > limits.objects");
    }
}
