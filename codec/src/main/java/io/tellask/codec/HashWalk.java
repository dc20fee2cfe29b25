package io.tellask.codec;

import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How many objects the hash of a key visits, shared ones as often as they are reached and a large number or bit set once
 * for each 8 bytes: counted over the objects as they are, each of them once. An object that is hashed by its identity
 * ends the walk, and so does one that the walk is within: such a key has no hash. Not thread-safe.
 */
final class HashWalk {
    private static final Long WITHIN = 0L;
    private static final int RETAINED = 4_096;

    private final TypeTable table;
    private final long limit;

    /** The visits of objects of the key at hand, which are {@link #walked}: a walk leaves no garbage behind. */
    private Map<Object, Long> known = new IdentityHashMap<>();

    private List<Object> walked = new ArrayList<>();

    /** Visits beyond {@code limit} are not told apart. */
    HashWalk(TypeTable table, long limit) {
        this.table = table;
        this.limit = limit;
    }

    /** The visits of one key; one more than the limit where they are more than that. */
    long visits(@Nullable Object key) {
        try {
            return Math.min(limit + 1, visit(key));
        } finally {
            forget();
        }
    }

    private void forget() {
        if (walked.size() > RETAINED) {
            known = new IdentityHashMap<>();
            walked = new ArrayList<>();
        } else {
            walked.forEach(known::remove);
            walked.clear();
        }
    }

    private long visit(@Nullable Object object) {
        if (object == null || object instanceof String || object instanceof Enum<?>) {
            return 1;
        }
        if (object instanceof Number || object instanceof BitSet) {
            return 1 + words(object);
        }
        if (table.codecOf(object.getClass()).isHashedByIdentity()) {
            return 1;
        }
        Long before = known.putIfAbsent(object, WITHIN);
        if (before != null) {
            return before;
        }
        walked.add(object);
        long visits = sum(1, partsOf(object));
        known.put(object, visits);
        return visits;
    }

    private static long words(Object leaf) {
        return switch (leaf) {
            case BigInteger number -> number.bitLength() / Long.SIZE;
            case BigDecimal number -> number.unscaledValue().bitLength() / Long.SIZE;
            case BitSet bits -> bits.length() / Long.SIZE;
            default -> 0;
        };
    }

    private long partsOf(Object object) {
        boolean isJdk = ClassCodecs.isJdk(object.getClass());
        return switch (object) {
            case IdentityHashMap<?, ?> ignored -> 0;
            case Collection<?> elements -> orFields(visitAll(() -> elements), object, isJdk);
            case Map<?, ?> map -> orFields(sum(visitAll(map::keySet), visitAll(map::values)), object, isJdk);
            case Map.Entry<?, ?> entry when isJdk -> sum(visit(entry.getKey()), visit(entry.getValue()));
            case Optional<?> optional -> visit(optional.orElse(null));
            default ->
                Proxy.isProxyClass(object.getClass()) ? visit(Proxy.getInvocationHandler(object)) : visitFields(object);
        };
    }

    /** A collection of the application may hash what its fields hold besides, or instead. */
    private long orFields(long elements, Object object, boolean isJdk) {
        return isJdk ? elements : Math.max(elements, visitFields(object));
    }

    private long visitAll(Supplier<Collection<?>> elements) {
        Listing listing = new Listing(elements);
        long visits = 0;
        while (visits <= limit && listing.advance()) {
            visits = sum(visits, visit(listing.element));
        }
        return visits;
    }

    /** What the hash of a class of the application visits is its own affair: at most all that its fields hold. */
    private long visitFields(Object object) {
        long[] visits = new long[1];
        table.referencesOf(object.getClass()).forEach(object, part -> visits[0] = sum(visits[0], visit(part)));
        return visits[0];
    }

    private static long sum(long one, long other) {
        long sum = one + other;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    /** The elements of a collection, as far as it can list them. */
    private static final class Listing {
        private final Supplier<Collection<?>> elements;
        private @Nullable Iterator<?> rest;
        private @Nullable Object element;

        Listing(Supplier<Collection<?>> elements) {
            this.elements = elements;
        }

        /**
         * Goes on to the next element; whether there is one. Listing runs code of the collection's class, which may be
         * the application's: before the collection is complete it may throw whatever it likes, usually a
         * NullPointerException or ConcurrentModificationException. Its hash cannot visit more then, and it is counted
         * again when it is complete. Nothing of the codec runs here, so that none of its refusals is lost.
         */
        boolean advance() {
            try {
                if (rest == null) {
                    rest = elements.get().iterator();
                }
                boolean more = Objects.requireNonNull(rest).hasNext();
                element = more ? rest.next() : null;
                return more;
            } catch (RuntimeException incomplete) {
                return false;
            }
        }
    }
}
