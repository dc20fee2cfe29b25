package io.tellask.codec;

import io.tellask.codec.GraphClasses.Circle;
import io.tellask.codec.GraphClasses.Derived;
import io.tellask.codec.GraphClasses.Failure;
import io.tellask.codec.GraphClasses.Group;
import io.tellask.codec.GraphClasses.Leaf;
import io.tellask.codec.GraphClasses.Node;
import io.tellask.codec.GraphClasses.Numbers;
import io.tellask.codec.GraphClasses.Operation;
import io.tellask.codec.GraphClasses.Outer;
import io.tellask.codec.GraphClasses.Pair;
import io.tellask.codec.GraphClasses.Point;
import io.tellask.codec.GraphClasses.Shape;
import io.tellask.codec.GraphClasses.Square;
import io.tellask.codec.HookedClasses.Annotated;
import io.tellask.codec.HookedClasses.External;
import io.tellask.codec.HookedClasses.Index;
import io.tellask.codec.HookedClasses.Named;
import io.tellask.codec.HookedClasses.Side;
import io.tellask.codec.HookedClasses.Tags;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Random object graphs over {@link GraphClasses} and the containers of the JDK; with {@code shares} also shared
 * references and cycles. One seed makes one graph.
 */
public final class Graphs {
    public static final Codec CODEC = Codec.builder()
            .allow(Node.class, Leaf.class, TimeUnit.class, Character.UnicodeScript.class)
            .allow(GraphClasses.class.getDeclaredClasses())
            .allow(Outer.Inner.class)
            .allow(HookedClasses.class.getDeclaredClasses())
            .build();

    private static final int MAX_DEPTH = 12;

    private final Random random;
    private final GraphValues values;
    private final boolean shares;
    private final List<Object> made = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();
    private int budget;

    public Graphs(long seed, boolean shares) {
        random = new Random(seed);
        values = new GraphValues(random);
        this.shares = shares;
        budget = 5 + random.nextInt(60);
    }

    public Object root() {
        Object root = value(0);
        if (shares) {
            closeCycles();
        }
        return root;
    }

    /** Points some nodes back at objects made later, so that cycles run through every kind of object. */
    private void closeCycles() {
        for (Node node : nodes) {
            if (random.nextInt(4) == 0) {
                node.any = made.get(random.nextInt(made.size()));
            }
        }
    }

    private Object value(int depth) {
        if (budget-- <= 0 || depth > MAX_DEPTH) {
            return values.scalar();
        }
        if (shares && !made.isEmpty() && random.nextInt(5) == 0) {
            return made.get(random.nextInt(made.size()));
        }
        return switch (random.nextInt(13)) {
            case 0, 1, 2 -> node(depth);
            case 3, 4 -> ofClass(depth);
            case 5, 6 -> kept(list(depth));
            case 7 -> kept(map(depth));
            case 8 -> kept(keyed());
            case 9 -> kept(array(depth));
            case 10 -> kept(values.primitives());
            case 11 -> hooked(depth);
            default -> values.scalar();
        };
    }

    private <T> T kept(T value) {
        made.add(value);
        return value;
    }

    private Node node(int depth) {
        Node node = kept(new Node(nodes.size()));
        nodes.add(node);
        node.name = values.string();
        node.flag = random.nextBoolean();
        node.number = random.nextGaussian();
        node.wide = values.number();
        node.any = value(depth + 1);
        node.next = random.nextInt(3) == 0 ? node(depth + 1) : null;
        fill(node.list, depth);
        node.map = random.nextBoolean() ? null : named(depth, kept(new TreeMap<>()));
        return node;
    }

    private Object ofClass(int depth) {
        return switch (random.nextInt(9)) {
            case 0 -> kept(new Leaf(random.nextInt(), values.string(), value(depth + 1), values.unit()));
            case 1 -> kept(new Pair<>(value(depth + 1), value(depth + 1), values.number()));
            case 2 -> new Point(random.nextInt(), random.nextInt(9));
            case 3 -> kept(new Numbers(values.number()));
            case 4 ->
                kept(new Derived(
                                values.string(),
                                value(depth + 1),
                                random.ints(3).toArray())
                        .with(value(depth + 1)));
            case 5 -> shape(depth);
            case 6 -> Operation.values()[random.nextInt(2)];
            case 7 -> inner(depth);
            default -> failure(depth);
        };
    }

    private Object hooked(int depth) {
        switch (random.nextInt(6)) {
            case 0 -> {
                Annotated annotated = kept(new Annotated());
                annotated.field = value(depth + 1);
                annotated.number = random.nextInt();
                annotated.note = value(depth + 1);
                annotated.become(values.string());
                return annotated;
            }
            case 1 -> {
                Named named = kept(new Named());
                named.held = value(depth + 1);
                named.total = values.number();
                return named;
            }
            case 2 -> {
                External external = kept(new External());
                external.held = value(depth + 1);
                external.number = values.number();
                return external;
            }
            case 3 -> {
                return random.nextBoolean() ? Side.LEFT : Side.RIGHT;
            }
            case 4 -> {
                Tags tags = fill(kept(new Tags()), depth);
                tags.owner = values.string();
                return tags;
            }
            default -> {
                Index index = kept(new Index());
                index.version = random.nextInt();
                return named(depth, index);
            }
        }
    }

    private Shape shape(int depth) {
        switch (random.nextInt(3)) {
            case 0 -> {
                return kept(new Circle(random.nextGaussian()));
            }
            case 1 -> {
                Square square = kept(new Square());
                square.side = random.nextFloat();
                return square;
            }
            default -> {
                Group group = kept(new Group());
                for (int i = random.nextInt(3); i > 0 && depth < MAX_DEPTH; i--) {
                    group.shapes.add(shape(depth + 1));
                }
                group.first = shares && !group.shapes.isEmpty() ? group.shapes.getFirst() : null;
                group.array = new Shape[] {group.first, new Circle(1)};
                return group;
            }
        }
    }

    private Object inner(int depth) {
        Outer outer = kept(new Outer());
        outer.name = values.string();
        Outer.Inner inner = kept(outer.inner(random.nextInt()));
        outer.held = shares && random.nextBoolean() ? inner : value(depth + 1);
        return inner;
    }

    private Failure failure(int depth) {
        Throwable cause = random.nextBoolean() ? new IllegalStateException(values.string()) : null;
        Failure failure = kept(new Failure(values.string(), cause, value(depth + 1)));
        if (random.nextBoolean()) {
            failure.addSuppressed(new UnsupportedOperationException(values.string()));
        }
        return failure;
    }

    private Collection<Object> list(int depth) {
        return switch (random.nextInt(10)) {
            case 0, 1, 2 -> fill(new ArrayList<>(), depth);
            case 3 -> fill(new LinkedList<>(), depth);
            case 4 -> withoutNulls(fill(new ArrayList<>(), depth), new ArrayDeque<>());
            case 5 -> fill(new CopyOnWriteArrayList<>(), depth);
            case 6 -> List.copyOf(withoutNulls(fill(new ArrayList<>(), depth), new ArrayList<>()));
            case 7 -> Arrays.asList(value(depth + 1), value(depth + 1));
            case 8 -> Collections.unmodifiableList(fill(new ArrayList<>(), depth));
            default -> Collections.singletonList(value(depth + 1));
        };
    }

    private <C extends Collection<Object>> C fill(C list, int depth) {
        for (int i = random.nextInt(4); i > 0; i--) {
            list.add(value(depth + 1));
        }
        return list;
    }

    private static <C extends Collection<Object>> C withoutNulls(Collection<Object> source, C target) {
        source.forEach(each -> {
            if (each != null) {
                target.add(each);
            }
        });
        return target;
    }

    private Map<String, Object> named(int depth, Map<String, Object> map) {
        for (int i = random.nextInt(4); i > 0; i--) {
            map.put("key" + random.nextInt(100), value(depth + 1));
        }
        return map;
    }

    private Map<?, ?> map(int depth) {
        return switch (random.nextInt(7)) {
            case 0, 1 -> named(depth, new HashMap<>());
            case 2 -> named(depth, new LinkedHashMap<>());
            case 3 -> named(depth, new TreeMap<>(Collections.reverseOrder()));
            case 4 -> new ConcurrentHashMap<>(Map.of(random.nextInt(), values.string(), "s", values.string()));
            case 5 -> Map.of(random.nextLong(), values.string(), "y", values.string());
            default -> new EnumMap<>(Map.of(values.unit(), new AtomicReference<>(value(depth + 1))));
        };
    }

    /** Containers whose elements are keys. */
    private Object keyed() {
        Set<Object> keys = new LinkedHashSet<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            keys.add(key());
        }
        return switch (random.nextInt(7)) {
            case 0, 1 -> new HashSet<>(keys);
            case 2 -> keys;
            case 3 -> new TreeSet<>(Set.of(new Point(1, random.nextInt()), new Point(2, 3)));
            case 4 -> Set.copyOf(keys);
            case 5 -> EnumSet.of(values.unit(), TimeUnit.DAYS);
            default -> new PriorityQueue<>(List.of(random.nextInt(), random.nextInt(), random.nextInt()));
        };
    }

    private Object key() {
        return switch (random.nextInt(4)) {
            case 0 -> values.string();
            case 1 -> new Point(random.nextInt(9), random.nextInt(9));
            case 2 -> shares && !nodes.isEmpty() ? nodes.get(random.nextInt(nodes.size())) : values.unit();
            default -> random.nextInt();
        };
    }

    private Object array(int depth) {
        return switch (random.nextInt(4)) {
            case 0 -> new String[] {values.string(), null, values.string()};
            case 1 -> new Shape[][] {{shape(MAX_DEPTH)}, null, {}};
            case 2 -> new int[][] {random.ints(2).toArray(), {}};
            default -> {
                Object[] array = kept(new Object[random.nextInt(4)]);
                Arrays.setAll(array, i -> value(depth + 1));
                yield array;
            }
        };
    }
}
