package io.tellask.codec.hashing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.codec.CompiledClasses;
import io.tellask.codec.Families;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The class file tells which fields a hash reaches; where it does not, they are all. */
class HashedFieldsTest {
    /** Has a field that leads anywhere. */
    static class Base {
        long id;
        String name;
        Object rest;

        long id() {
            return id;
        }

        int deepHash() {
            return rest.hashCode();
        }
    }

    static final class ById extends Base {
        @Override
        public int hashCode() {
            return Long.hashCode(id());
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof ById that && id == that.id && Objects.equals(name, that.name);
        }
    }

    /** As generators write them. */
    static class Generated extends Base {
        protected boolean canEqual(Object other) {
            return other instanceof Generated;
        }

        @Override
        public boolean equals(Object other) {
            if (other == this) {
                return true;
            }
            if (!(other instanceof Generated)) {
                return false;
            }
            Generated that = (Generated) other;
            if (!that.canEqual(this)) {
                return false;
            }
            Object thisName = this.name;
            Object thatName = that.name;
            return thisName == null ? thatName == null : thisName.equals(thatName);
        }

        @Override
        public int hashCode() {
            int result = 1;
            Object name = this.name;
            result = result * 59 + (name == null ? 43 : name.hashCode());
            return result;
        }
    }

    static final class BelowGenerated extends Generated {
        Object more;

        @Override
        public int hashCode() {
            return 31 * super.hashCode();
        }
    }

    static final class Cached extends Base {
        private int hash;

        @Override
        public int hashCode() {
            if (hash == 0) {
                hash = ("a" + id + name).hashCode();
            }
            return hash;
        }
    }

    static final class ByPrivateMethod extends Base {
        @Override
        public int hashCode() {
            return mix(1);
        }

        private int mix(int seed) {
            return seed + Objects.hashCode(rest);
        }
    }

    static final class ByEquals extends Base {
        @Override
        public int hashCode() {
            return 7;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof ByEquals that && Objects.equals(rest, that.rest);
        }
    }

    static final class ByOrder extends Base implements Comparable<ByOrder> {
        @Override
        public int hashCode() {
            return 7;
        }

        @Override
        public int compareTo(ByOrder other) {
            return Integer.compare(Objects.hash(rest), other.name.length());
        }
    }

    record Whole(int number, Object content) {}

    record Narrow(int number, Object content) {
        @Override
        public int hashCode() {
            return number();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Narrow that && that.number == number;
        }
    }

    static final class Outside {
        private Outside() {}

        static int hash(Object object) {
            return object instanceof Base base ? base.deepHash() : 0;
        }
    }

    static final class ByForeignMethod extends Base {
        @Override
        public int hashCode() {
            return Outside.hash(this);
        }
    }

    static final class ByLambda extends Base {
        @Override
        public int hashCode() {
            Supplier<Object> all = () -> rest;
            return all.get().hashCode();
        }
    }

    interface Deep {
        Object rest();

        default int deep() {
            return rest().hashCode();
        }
    }

    static final class ByDefaultMethod extends Base implements Deep {
        @Override
        public Object rest() {
            return rest;
        }

        @Override
        public int hashCode() {
            return deep();
        }
    }

    interface DeeplyOrdered extends Comparable<ByDefaultOrder>, Deep {
        @Override
        default int compareTo(ByDefaultOrder other) {
            return Integer.compare(deep(), other.deep());
        }
    }

    static final class ByDefaultOrder extends Base implements DeeplyOrdered {
        @Override
        public Object rest() {
            return rest;
        }

        @Override
        public int hashCode() {
            return 7;
        }
    }

    static final class ByText extends Base {
        @Override
        public int hashCode() {
            return ("" + rest).hashCode();
        }
    }

    static final class ByContent extends Base {
        Base held;

        @Override
        public int hashCode() {
            return held.rest.hashCode();
        }
    }

    /** What it compares with need not be one of its own kind. */
    static final class ByAnyBase extends Base {
        @Override
        public int hashCode() {
            return 7;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Base base && base.deepHash() == 3;
        }
    }

    static final class ByElements {
        private final Object[] parts = {1, new ArrayList<>()};

        @Override
        public int hashCode() {
            return parts[0].hashCode();
        }
    }

    static final class Elements extends ArrayList<Object> {
        private static final long serialVersionUID = 1;

        @Override
        public int hashCode() {
            return 7;
        }
    }

    static final class OfTheJdk extends java.util.Date {
        private static final long serialVersionUID = 1;

        private Object rest;

        @Override
        public int hashCode() {
            return 7;
        }
    }

    private static List<String> namesOf(Class<?> type) {
        HashedFields fields = HashedFields.of(type);
        assertThat(fields.areAll()).as(type.getName()).isFalse();
        List<String> names = new ArrayList<>();
        for (Class<?> level = type; level != Object.class && level != Record.class; level = level.getSuperclass()) {
            Stream.of(level.getDeclaredFields()).filter(fields::contains).forEach(field -> names.add(field.getName()));
        }
        return names;
    }

    @Test
    void fieldsThatAreHashedOrComparedAreKnown() {
        assertThat(namesOf(ById.class)).containsExactlyInAnyOrder("id", "name");
        assertThat(namesOf(Generated.class)).containsExactly("name");
        assertThat(namesOf(BelowGenerated.class)).containsExactly("name");
        assertThat(namesOf(Cached.class)).containsExactlyInAnyOrder("id", "name", "hash");
        assertThat(namesOf(ByPrivateMethod.class)).containsExactly("rest");
        assertThat(namesOf(ByEquals.class)).containsExactly("rest");
        assertThat(namesOf(ByOrder.class)).containsExactlyInAnyOrder("rest", "name");
        assertThat(namesOf(Whole.class)).containsExactlyInAnyOrder("number", "content");
        assertThat(namesOf(Narrow.class)).containsExactly("number");
        assertThat(namesOf(Families.Child.class)).containsExactly("id");
    }

    @Test
    void reachTellsLeavesFromParts() {
        assertThat(HashReach.of(ById.class)).isEqualTo(HashReach.LEAVES);
        assertThat(HashReach.of(ByPrivateMethod.class)).isEqualTo(HashReach.PARTS);
        assertThat(HashReach.of(ByForeignMethod.class)).isEqualTo(HashReach.ANYTHING);
        assertThat(HashReach.of(Base.class)).isEqualTo(HashReach.NOTHING);
        assertThat(HashReach.of(ArrayList.class)).isEqualTo(HashReach.PARTS);
    }

    static Stream<Named<Class<?>>> opaque() {
        return Stream.of(
                        ByForeignMethod.class,
                        ByLambda.class,
                        ByDefaultMethod.class,
                        ByDefaultOrder.class,
                        ByText.class,
                        ByContent.class,
                        ByAnyBase.class,
                        ByElements.class,
                        Elements.class,
                        OfTheJdk.class,
                        CompiledClasses.of(
                                        "app.Unread",
                                        "package app; public class Unread {"
                                                + " public int id; public Object rest;"
                                                + " @Override public int hashCode() { return id; } }")
                                .type("app.Unread"))
                .map(type -> Named.of(type.getSimpleName(), type));
    }

    @ParameterizedTest
    @MethodSource("opaque")
    void whatCannotBeToldCountsAsAll(Class<?> type) {
        assertThat(HashedFields.of(type).areAll()).isTrue();
        assertThat(HashReach.of(type)).isEqualTo(HashReach.ANYTHING);
    }

    @Test
    void whoComparesOthersIsKnown() {
        assertThat(HashedFields.of(ByAnyBase.class).compareAnything()).isTrue();
        assertThat(HashedFields.of(ByForeignMethod.class).compareAnything()).isFalse();
        assertThat(HashedFields.of(ById.class).compareAnything()).isFalse();
    }
}
