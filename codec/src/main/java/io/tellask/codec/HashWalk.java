package io.tellask.codec;

import io.tellask.codec.ClassShape.Member;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How many objects the hash of a key visits, shared ones as often as they are reached: counted over the objects as they
 * are, each of them once. An object that is hashed by its identity ends the walk, and so does one that the walk is within:
 * such a key has no hash. Not thread-safe.
 */
final class HashWalk {
    private static final long WITHIN = 0;

    private final TypeTable table;
    private final Map<Object, Long> known = new IdentityHashMap<>();

    private HashWalk(TypeTable table) {
        this.table = table;
    }

    /** The visits of one key; {@link Long#MAX_VALUE} where they are more than that. */
    static long visits(@Nullable Object key, TypeTable table) {
        return new HashWalk(table).visit(key);
    }

    private long visit(@Nullable Object object) {
        if (object == null || object instanceof String || object instanceof Number || object instanceof Enum<?>) {
            return 1;
        }
        Long before = known.putIfAbsent(object, WITHIN);
        if (before != null) {
            return before;
        }
        long visits = sum(1, partsOf(object));
        known.put(object, visits);
        return visits;
    }

    /** A collection of the application that is not complete cannot list its parts; it waits, and is counted again. */
    private long partsOf(Object object) {
        try {
            return visitParts(object);
        } catch (RuntimeException unfinished) {
            return WITHIN;
        }
    }

    private long visitParts(Object object) {
        return switch (object) {
            case IdentityHashMap<?, ?> ignored -> 0;
            case Collection<?> elements -> visitAll(elements);
            case Map<?, ?> map -> sum(visitAll(map.keySet()), visitAll(map.values()));
            case Map.Entry<?, ?> entry -> sum(visit(entry.getKey()), visit(entry.getValue()));
            case Optional<?> optional -> visit(optional.orElse(null));
            default -> visitFields(object);
        };
    }

    private long visitAll(Collection<?> elements) {
        long visits = 0;
        for (Object element : elements) {
            visits = sum(visits, visit(element));
        }
        return visits;
    }

    /** What the hash of a class of the application visits is its own affair: at most all that its fields hold. */
    private long visitFields(Object object) {
        TypeCodec codec = table.codecOf(object.getClass());
        if (!(codec instanceof ObjectCodec described) || codec.isHashedByIdentity()) {
            return 0;
        }
        long visits = 0;
        for (Member member : described.shape.members()) {
            if (member.kind() == 'L') {
                visits = sum(visits, visit(described.shape.valueOf(object, member.name(), null)));
            }
        }
        return visits;
    }

    private static long sum(long one, long other) {
        long sum = one + other;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }
}
