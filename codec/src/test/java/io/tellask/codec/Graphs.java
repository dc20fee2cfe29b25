package io.tellask.codec;

import java.io.Serializable;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** Random object graphs with shared references and cycles, and a text of a graph that tells two apart. */
final class Graphs {
    static final Codec CODEC = Codec.builder()
            .allow(Node.class, Leaf.class, TimeUnit.class, Character.UnicodeScript.class)
            .build();

    private final Random random;
    private final boolean shares;
    private final List<Object> made = new ArrayList<>();
    private int budget;

    Graphs(long seed, boolean shares) {
        random = new Random(seed);
        this.shares = shares;
        budget = 5 + random.nextInt(60);
    }

    static final class Node implements Serializable {
        private final int id;
        String name;
        Object any;
        Node next;
        List<Object> list = new ArrayList<>();
        Map<String, Object> map;
        boolean flag;
        double number;
        long wide;

        Node(int id) {
            this.id = id;
        }

        int id() {
            return id;
        }
    }

    record Leaf(int number, String text, Object payload, TimeUnit unit) {}

    Object root() {
        return value(0);
    }

    private Object value(int depth) {
        if (budget-- <= 0 || depth > 12) {
            return scalar();
        }
        if (shares && !made.isEmpty() && random.nextInt(5) == 0) {
            return made.get(random.nextInt(made.size()));
        }
        return switch (random.nextInt(12)) {
            case 0, 1, 2 -> node(depth);
            case 3 -> new Leaf(random.nextInt(), string(), scalar(), TimeUnit.values()[random.nextInt(7)]);
            case 4 -> fill(kept(new ArrayList<>()), depth);
            case 5 -> fill(kept(new LinkedList<>()), depth);
            case 6 -> array(depth);
            case 7 -> map(depth, kept(new LinkedHashMap<>()));
            case 8 -> Arrays.asList(scalar(), string());
            case 9 -> new HashMap<>(Map.of(random.nextInt(), string()));
            case 10 -> numbers();
            default -> scalar();
        };
    }

    private <T> T kept(T value) {
        made.add(value);
        return value;
    }

    private Node node(int depth) {
        Node node = kept(new Node(random.nextInt(1_000)));
        node.name = string();
        node.flag = random.nextBoolean();
        node.number = random.nextGaussian();
        node.wide = random.nextLong() >> random.nextInt(64);
        node.any = value(depth + 1);
        node.next = random.nextInt(3) == 0 ? node(depth + 1) : null;
        fill(node.list, depth);
        node.map = random.nextBoolean() ? null : map(depth, kept(new TreeMap<>()));
        return node;
    }

    private List<Object> fill(List<Object> list, int depth) {
        for (int i = random.nextInt(4); i > 0; i--) {
            list.add(value(depth + 1));
        }
        return list;
    }

    private Map<String, Object> map(int depth, Map<String, Object> map) {
        for (int i = random.nextInt(4); i > 0; i--) {
            map.put("key" + random.nextInt(100), value(depth + 1));
        }
        return map;
    }

    private Object array(int depth) {
        Object[] array = kept(new Object[random.nextInt(4)]);
        Arrays.setAll(array, i -> value(depth + 1));
        return array;
    }

    private Object numbers() {
        return switch (random.nextInt(4)) {
            case 0 -> random.ints(random.nextInt(9)).toArray();
            case 1 -> random.doubles(random.nextInt(9)).toArray();
            case 2 -> new HashSet<>(Set.of(random.nextInt(), "x"));
            default -> new EnumMap<>(Map.of(TimeUnit.DAYS, string()));
        };
    }

    private Object scalar() {
        return switch (random.nextInt(9)) {
            case 0 -> null;
            case 1 -> random.nextInt() >> random.nextInt(32);
            case 2 -> random.nextLong() >> random.nextInt(64);
            case 3 -> string();
            case 4 -> Instant.ofEpochMilli(random.nextLong() >> 20);
            case 5 -> new UUID(random.nextLong(), random.nextLong());
            case 6 -> new BigDecimal(random.nextDouble());
            case 7 -> TimeUnit.values()[random.nextInt(7)];
            default -> random.nextBoolean();
        };
    }

    private String string() {
        int length = random.nextInt(10) == 0 ? random.nextInt(300) : random.nextInt(12);
        int bound = switch (random.nextInt(4)) {
            case 0 -> 0x3000;
            case 1 -> 256;
            default -> 128;
        };
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append((char) random.nextInt(bound));
        }
        return text.toString();
    }
}
