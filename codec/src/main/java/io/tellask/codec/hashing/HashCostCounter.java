package io.tellask.codec.hashing;

import io.tellask.codec.schema.ClassFields;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How many objects the hash of a key visits, shared ones as often as they are reached and a large number or bit set once
 * for each 8 bytes: counted over the objects as they are, each of them once. An object that is hashed by its identity
 * ends the walk, and so does one that the walk is within: such a key has no hash.
 *
 * <p>Of an object of the application the walk visits the fields that its class hashes and compares. Where that cannot be
 * told, it visits all that the object leads to, and all fields of what that leads to. Not thread-safe.
 */
public final class HashCostCounter {
    private static final Long WITHIN = 0L;
    private static final int RETAINED = 4_096;

    private final HashedClasses classes;
    private final long limit;

    /** What is known of objects that are visited by the fields that their classes hash. */
    private final Known hashed = new Known();

    /** What is known of objects that are visited by all of their fields. */
    private final Known unbounded = new Known();

    private boolean wide;
    private boolean isUnbounded;
    private boolean narrowed;
    private boolean comparesAnything;

    /** Visits beyond {@code limit} are not told apart. */
    public HashCostCounter(HashedClasses classes, long limit) {
        this.classes = classes;
        this.limit = limit;
    }

    /** The visits of one key; one more than the limit where they are more than that. */
    public long visits(@Nullable Object key) {
        return visits(key, false);
    }

    /** The same, of all fields of whatever the key leads to where {@code ofAllFields} is set. */
    public long visits(@Nullable Object key, boolean ofAllFields) {
        isUnbounded = wide || ofAllFields;
        try {
            return Math.min(limit + 1, visit(key));
        } finally {
            hashed.forget();
            unbounded.forget();
        }
    }

    /** Visits all fields of whatever comes from now on. */
    public void widen() {
        wide = true;
    }

    /** Begins a message of which nothing is known. */
    void clear() {
        wide = false;
        narrowed = false;
        comparesAnything = false;
    }

    /** Whether fields were left out, because their class does not hash them. */
    public boolean isNarrowed() {
        return narrowed && !wide;
    }

    /**
     * Whether fields were left out that nobody may leave out: an object was met which may visit whatever the objects
     * that it is compared with lead to.
     */
    public boolean isTooNarrow() {
        return isNarrowed() && comparesAnything;
    }

    private long visit(@Nullable Object object) {
        if (object == null || object instanceof String || object instanceof Enum<?>) {
            return 1;
        }
        if (object instanceof Number || object instanceof BitSet) {
            return 1 + words(object);
        }
        if (classes.isHashedByIdentity(object.getClass())) {
            return 1;
        }
        Known known = isUnbounded ? unbounded : hashed;
        Long before = known.visits.putIfAbsent(object, WITHIN);
        if (before != null) {
            return before;
        }
        known.walked.add(object);
        long visits = sum(1, partsOf(object));
        known.visits.put(object, visits);
        return visits;
    }

    /** Whether a table compares its keys by code that may visit whatever they lead to. */
    public static boolean isUnbounded(Object table) {
        return switch (table) {
            case SortedMap<?, ?> map -> isUnbounded(map.comparator());
            case SortedSet<?> set -> isUnbounded(set.comparator());
            case PriorityQueue<?> queue -> isUnbounded(queue.comparator());
            default -> false;
        };
    }

    private static boolean isUnbounded(@Nullable Comparator<?> comparator) {
        return comparator != null
                && comparator != Comparator.naturalOrder()
                && comparator != Collections.reverseOrder()
                && comparator != String.CASE_INSENSITIVE_ORDER;
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
        boolean isJdk = ClassFields.isJdk(object.getClass());
        return switch (object) {
            case IdentityHashMap<?, ?> ignored -> 0;
            case Collection<?> elements when isJdk -> visitAll(() -> elements);
            case Map<?, ?> map when isJdk -> sum(visitAll(map::keySet), visitAll(map::values));
            case Map.Entry<?, ?> entry when isJdk -> sum(visit(entry.getKey()), visit(entry.getValue()));
            case Optional<?> optional -> visit(optional.orElse(null));
            default -> isJdk && !Proxy.isProxyClass(object.getClass()) ? 0 : partsOfApplication(object);
        };
    }

    private long partsOfApplication(Object object) {
        HeldReferences held = classes.referencesOf(object.getClass());
        comparesAnything |= held.compareAnything;
        if (isUnbounded || held.areUnbounded) {
            boolean outer = isUnbounded;
            isUnbounded = true;
            long visits = visitUnbounded(object, held);
            isUnbounded = outer;
            return visits;
        }
        narrowed |= held.areSomeLeftOut();
        long[] visits = new long[1];
        held.forEachHashed(object, part -> visits[0] = sum(visits[0], visit(part)));
        return visits[0];
    }

    /** A collection of the application may hash what its fields hold besides its elements, or instead. */
    private long visitUnbounded(Object object, HeldReferences held) {
        if (Proxy.isProxyClass(object.getClass())) {
            return visit(Proxy.getInvocationHandler(object));
        }
        long[] visits = new long[1];
        held.forEach(object, part -> visits[0] = sum(visits[0], visit(part)));
        return switch (object) {
            case Collection<?> elements -> Math.max(visitAll(() -> elements), visits[0]);
            case Map<?, ?> map -> Math.max(sum(visitAll(map::keySet), visitAll(map::values)), visits[0]);
            default -> visits[0];
        };
    }

    private long visitAll(Supplier<Collection<?>> elements) {
        Listing listing = new Listing(elements);
        long visits = 0;
        while (visits <= limit && listing.advance()) {
            visits = sum(visits, visit(listing.element));
        }
        return visits;
    }

    private static long sum(long one, long other) {
        long sum = one + other;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    /** The visits of objects of the key at hand; a walk leaves no garbage behind. */
    private static final class Known {
        private Map<Object, Long> visits = new IdentityHashMap<>();
        private List<Object> walked = new ArrayList<>();

        private void forget() {
            if (walked.size() > RETAINED) {
                visits = new IdentityHashMap<>();
                walked = new ArrayList<>();
            } else {
                walked.forEach(visits::remove);
                walked.clear();
            }
        }
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

    /** What counting the cost of hashes asks of the classes that a codec knows. Thread-safe. */
    public interface HashedClasses {
        /** Whether hashing and comparing an object of a class visits nothing that it refers to. */
        boolean isHashedByIdentity(Class<?> type);

        /** What objects of a class of the application refer to. */
        HeldReferences referencesOf(Class<?> type);
    }
}
