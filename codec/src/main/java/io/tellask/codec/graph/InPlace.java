package io.tellask.codec.graph;

import io.tellask.codec.NotInPlaceException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * What is written in place, while the caller holds a lock that others wait for: objects of which nothing runs but our code and
 * that of a few classes of the JDK that call nobody, wait for nobody and hold not too much.
 *
 * <p>Everything else raises {@link NotInPlaceException} before any of it is written: classes that are not listed here,
 * that a session has not announced, or of which the codec has not made what it needs.
 */
final class InPlace {
    /** Heads of one byte of types that hold others; built-in types with heads around these are values and arrays of values. */
    private static final int FIRST_HOLDER = 22;

    private static final int LAST_HOLDER = 53;

    /**
     * Types that are walked without a lock and without a call of their elements, in a time that their size tells. Hash tables
     * are not: one that was large once keeps its length. Nor is what is linked: two threads that change it at once can make a
     * circle of it, which has no end.
     */
    private static final Set<Class<?>> COLLECTIONS = Set.of(
            ArrayList.class,
            ArrayDeque.class,
            CopyOnWriteArrayList.class,
            Collections.emptyList().getClass(),
            Collections.emptySet().getClass(),
            Collections.singletonList(1).getClass(),
            Collections.singleton(1).getClass(),
            List.of(1).getClass(),
            List.of(1, 2, 3).getClass(),
            List.of(1, 2, 3).subList(0, 2).getClass(),
            Set.of(1).getClass(),
            Set.of(1, 2, 3).getClass());

    private static final Set<Class<?>> MAPS = Set.of(
            Collections.emptyMap().getClass(),
            Collections.singletonMap(1, 1).getClass(),
            Map.of(1, 1).getClass(),
            Map.of(1, 1, 2, 2).getClass());

    private InPlace() {}

    static boolean isHolder(int head) {
        return head >= FIRST_HOLDER && head <= LAST_HOLDER;
    }

    /** Lets an object in whose body is about to be written, or raises why not. */
    static void require(GraphWriter out, Object value, TypeCodec codec) {
        int head = codec.head;
        boolean isValue = head >= HeadNumbers.STRING && head < HeadNumbers.EXTENDED && !isHolder(head);
        if (isValue || codec instanceof DescribedCodec) { // which its head let in
            return;
        }
        int size;
        if (COLLECTIONS.contains(value.getClass())) {
            size = ((Collection<?>) value).size();
        } else if (MAPS.contains(value.getClass())) {
            size = ((Map<?, ?>) value).size();
        } else {
            throw NotInPlaceException.CODE;
        }
        requireRoom(out, size);
    }

    /** Refuses what takes more bytes than may be written, before anybody looks at it. */
    static void requireRoom(GraphWriter out, long bytes) {
        if (bytes > out.out.room()) {
            throw NotInPlaceException.LONG;
        }
    }

    /** The codec of a class of which some object was written before. */
    static TypeCodec codecOf(GraphWriter out, Class<?> type) {
        TypeCodec codec = out.table.knownCodecOf(type, out.isWide());
        if (codec == null) {
            throw NotInPlaceException.NEW;
        }
        return codec;
    }
}
