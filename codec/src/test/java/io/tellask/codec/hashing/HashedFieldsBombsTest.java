package io.tellask.codec.hashing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.Codec;
import io.tellask.codec.CompiledClasses;
import io.tellask.codec.DecodeException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Keys that hash by a number do not open a way to those that hash more than anybody can tell. */
@Timeout(120)
public class HashedFieldsBombsTest {
    private static final Class<?> UNREAD = CompiledClasses.of("app.Bomb", """
                    package app;
                    public class Bomb {
                        public Object content;
                        @Override public int hashCode() { return content == null ? 0 : content.hashCode(); }
                        @Override public boolean equals(Object other) { return this == other; }
                    }
                    """).type("app.Bomb");

    public static final Codec CODEC = Codec.builder()
            .allow(
                    Content.class,
                    ByPrivateMethod.class,
                    ByForeignMethod.class,
                    ByOther.class,
                    ByContent.class,
                    ByNumber.class,
                    Curious.class,
                    DeepOrder.class,
                    UNREAD)
            .build();

    /** Holds what takes for ever to hash; hashed by its identity where nobody says otherwise. */
    static class Content implements Serializable {
        private static final long serialVersionUID = 1;

        Object content;
        boolean complete;

        int deepHash() {
            return Objects.hashCode(content);
        }
    }

    static final class ByPrivateMethod extends Content {
        private static final long serialVersionUID = 1;

        @Override
        public int hashCode() {
            return mix(1);
        }

        private int mix(int seed) {
            return seed + Objects.hashCode(content);
        }
    }

    static final class Outside {
        private Outside() {}

        static int hash(Object object) {
            return ((Content) object).deepHash();
        }
    }

    static final class ByForeignMethod extends Content {
        private static final long serialVersionUID = 1;

        @Override
        public int hashCode() {
            return Outside.hash(this);
        }
    }

    /** Visits what an object holds that is hashed by its number. */
    static final class ByOther extends Content {
        private static final long serialVersionUID = 1;

        @Override
        public int hashCode() {
            return content == null ? 0 : ((ByNumber) content).deepHash();
        }
    }

    static final class ByContent extends Content {
        private static final long serialVersionUID = 1;

        @Override
        public int hashCode() {
            return content == null ? 0 : ((ByNumber) content).content.hashCode();
        }
    }

    static final class ByNumber extends Content {
        private static final long serialVersionUID = 1;

        private final int number;

        ByNumber(int number) {
            this.number = number;
        }

        @Override
        public int hashCode() {
            return number;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof ByNumber that && number == that.number;
        }
    }

    /** Compares with what others hold, though they do not. */
    static final class Curious implements Serializable {
        private static final long serialVersionUID = 1;

        @Override
        public int hashCode() {
            return 7;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Content that && that.complete && that.deepHash() == 7;
        }
    }

    private static Object doubled() {
        List<Object> list = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            list = new ArrayList<>(List.of(list, list));
        }
        return list;
    }

    private static ByNumber byNumber(int number, Object content) {
        ByNumber made = new ByNumber(number);
        made.content = content;
        made.complete = true;
        return made;
    }

    /** The table of a key that is hashed while it is empty, and what that shares, before or behind it. */
    private static Stream<Named<Supplier<Object>>> both(String name, Supplier<? extends Content> key, boolean held) {
        return Stream.of(true, false)
                .map(before -> Named.of(name + (before ? ", behind it" : ", before it"), () -> {
                    Object doubled = doubled();
                    Content made = key.get();
                    Set<Object> keys = new HashSet<>(Set.of(made));
                    made.content = held ? byNumber(1, doubled) : doubled;
                    return new ArrayList<>(before ? List.of(doubled, keys) : List.of(keys, doubled));
                }));
    }

    public static Stream<Named<Supplier<Object>>> bombs() {
        return Stream.of(
                        both("private method", ByPrivateMethod::new, false),
                        both("helper", ByForeignMethod::new, false),
                        both("method of another object", ByOther::new, true),
                        both("field of another object", ByContent::new, true),
                        Stream.of(
                                Named.<Supplier<Object>>of(
                                        "compared by another class", () -> new HashSet<Object>(curious(doubled()))),
                                Named.<Supplier<Object>>of("compared by another class that comes first", () -> {
                                    List<Object> keys = curious(doubled());
                                    return new HashSet<>(keys.reversed());
                                })))
                .flatMap(each -> each);
    }

    /** The second has no hash in common with the first while the set is made here. */
    private static List<Object> curious(Object content) {
        return List.of(byNumber(8, List.of(content)), new Curious());
    }

    @ParameterizedTest
    @MethodSource("bombs")
    void keysThatHashMoreThanTheirNumberAreRefused(Supplier<Object> root) {
        byte[] bytes = CODEC.encode(root.get());

        assertThatThrownBy(() -> CODEC.decode(bytes, Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("objects visited by hashing keys > limits.objects");
    }

    /** Orders by what the objects hold. */
    private static final class DeepOrder implements Comparator<ByNumber>, Serializable {
        private static final long serialVersionUID = 1;

        @Override
        public int compare(ByNumber one, ByNumber other) {
            return one.complete ? Integer.compare(one.deepHash(), other.deepHash()) : 0;
        }
    }

    @Test
    void keysThatAComparatorVisitsAreRefused() {
        ByNumber key = new ByNumber(1);
        Set<ByNumber> keys = new TreeSet<>(new DeepOrder());
        keys.add(key);
        key.content = doubled();
        key.complete = true;
        byte[] bytes = CODEC.encode(keys);

        assertThatThrownBy(() -> CODEC.decode(bytes, Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("objects visited by hashing keys > limits.objects");
    }

    @Test
    void keysOfAClassWithoutAClassFileAreRefused() throws ReflectiveOperationException {
        Object key = UNREAD.getConstructor().newInstance();
        Set<Object> keys = new HashSet<>(Set.of(key));
        UNREAD.getField("content").set(key, doubled());
        byte[] bytes = CODEC.encode(keys);

        assertThatThrownBy(() -> CODEC.decode(bytes, Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("objects visited by hashing keys > limits.objects");
    }

    /** Keys that cost little, one of which could visit whatever it leads to. */
    public static Set<Object> honestKeys() {
        List<Object> keys = new ArrayList<>(curious(new ArrayList<>(List.of("small"))));
        for (int i = 10; i < 1_000; i++) {
            keys.add(byNumber(i, keys.getFirst()));
        }
        return new HashSet<>(keys);
    }

    @Test
    void honestKeysBesideAClassThatComparesAnythingAreRead() {
        Set<Object> keys = honestKeys();

        assertThat((Collection<?>) CODEC.decode(CODEC.encode(keys), Object.class))
                .hasSize(keys.size());
    }
}
