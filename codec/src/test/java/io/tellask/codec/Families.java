package io.tellask.codec;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;

/** Everyday graphs: a parent whose children point back to it, all of them hashed and compared by what names them. */
public final class Families {
    private Families() {}

    /** Hashed by its number, as those that come out of a database are. */
    public static class Entity implements Serializable {
        private static final long serialVersionUID = 1;

        protected Long id;

        Entity(long id) {
            this.id = id;
        }

        Long id() {
            return id;
        }

        @Override
        public int hashCode() {
            return Objects.hashCode(id());
        }

        @Override
        public boolean equals(Object other) {
            return this == other
                    || other != null && getClass() == other.getClass() && id().equals(((Entity) other).id());
        }
    }

    /** Has children that point back to it. */
    public static final class Parent extends Entity {
        private static final long serialVersionUID = 1;

        Object children;

        Parent(long id) {
            super(id);
        }
    }

    /** A node that refers to its parent. */
    public static final class Child extends Entity {
        private static final long serialVersionUID = 1;

        final Parent parent;
        final String name;

        Child(long id, Parent parent) {
            super(id);
            this.parent = parent;
            this.name = "child" + id;
        }
    }

    /** Hashed by its number and its parent, which is hashed by its own number. */
    public static final class Numbered implements Serializable {
        private static final long serialVersionUID = 1;

        private final Parent parent;
        private final int number;
        private final List<Object> rest = new ArrayList<>();

        Numbered(Parent parent, int number) {
            this.parent = parent;
            this.number = number;
            rest.add(this);
        }

        @Override
        public int hashCode() {
            return Objects.hash(parent, number);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Numbered that && parent.equals(that.parent) && number == that.number;
        }
    }

    /** An item of an order, which is hashed by its parent too. */
    public record Line(Child child, int number) implements Serializable {}

    /** The children of a parent of {@code count} of them, in several collections. */
    static Stream<Named<Function<Integer, Object>>> all() {
        return Stream.of(
                family("ArrayList", ArrayList::new),
                Named.of("HashSet", Families::inHashSet),
                family("values of a HashMap", children -> {
                    Map<Long, Child> map = new HashMap<>();
                    children.forEach(child -> map.put(child.id, child));
                    return map;
                }),
                family("keys of a HashMap", children -> {
                    Map<Child, String> map = new LinkedHashMap<>();
                    children.forEach(child -> map.put(child, child.name));
                    return map;
                }),
                family("records in a HashSet", children -> {
                    Collection<Line> lines = new HashSet<>();
                    children.forEach(child -> lines.add(new Line(child, 1)));
                    return lines;
                }),
                Named.of("keys that come after their parent", count -> {
                    List<Child> children = new ArrayList<>();
                    Parent parent = parent(count, children);
                    parent.children = children;
                    return new ArrayList<>(List.of(parent, new HashSet<>(children)));
                }),
                Named.of("hashed by number and parent", count -> {
                    Parent parent = new Parent(-1);
                    Collection<Object> children = new HashSet<>();
                    for (int i = 0; i < count; i++) {
                        children.add(new Numbered(parent, i));
                    }
                    parent.children = children;
                    return parent;
                }));
    }

    /** A parent with {@code count} children in a set. */
    static Object inHashSet(int count) {
        List<Child> children = new ArrayList<>();
        Parent parent = parent(count, children);
        parent.children = new HashSet<>(children);
        return parent;
    }

    private static Named<Function<Integer, Object>> family(String name, Function<List<Child>, Object> form) {
        return Named.of(name, count -> {
            List<Child> children = new ArrayList<>();
            Parent parent = parent(count, children);
            parent.children = form.apply(children);
            return parent;
        });
    }

    private static Parent parent(int count, List<Child> children) {
        Parent parent = new Parent(-1);
        for (int i = 0; i < count; i++) {
            children.add(new Child(i, parent));
        }
        return parent;
    }

    /** Checks that a family came back: as many children as there were, which point to the parent and are found. */
    public static boolean isWhole(Object root, int count) {
        Parent parent = (Parent) (root instanceof List<?> list ? list.getFirst() : root);
        Collection<?> children = childrenOf(root instanceof List<?> list ? list.getLast() : parent.children);
        return children.size() == count
                && children.stream().allMatch(child -> isChildOf(child, parent) && isFound(children, child));
    }

    private static Collection<?> childrenOf(Object table) {
        if (!(table instanceof Map<?, ?> map)) {
            return (Collection<?>) table;
        }
        return map instanceof LinkedHashMap ? map.keySet() : map.values();
    }

    private static boolean isFound(Collection<?> children, Object child) {
        return !(children instanceof Set) || children.contains(child);
    }

    private static boolean isChildOf(Object child, Parent parent) {
        return switch (child) {
            case Line line -> line.child.parent == parent;
            case Numbered numbered -> numbered.parent == parent && numbered.rest.getFirst() == numbered;
            default -> ((Child) child).parent == parent;
        };
    }
}
