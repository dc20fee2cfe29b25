package io.tellask.codec.text;

import io.tellask.codec.SequenceNode;
import io.tellask.codec.TrustedClasses;
import java.util.AbstractCollection;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * Which class stands for a declared type where the text names none: the one rule by which names are left out and put
 * back.
 */
final class Assumed {
    static final Class<?> ENUM_SET = EnumSet.noneOf(Thread.State.class).getClass();

    /** It shows an array. */
    private static final Class<?> ARRAY_VIEW = Arrays.asList(1).getClass();

    private static final Class<?> COPIES = Collections.nCopies(1, 1).getClass();

    private static final List<Class<?>> SEQUENCES =
            List.of(ArrayList.class, HashSet.class, LinkedHashSet.class, TreeSet.class, ArrayDeque.class);
    private static final List<Class<?>> MAPS = List.of(
            HashMap.class, LinkedHashMap.class, TreeMap.class, ConcurrentHashMap.class, ConcurrentSkipListMap.class);

    private Assumed() {}

    /** The class of a list: itself where it can be one, for an interface the usual one; null where there is none. */
    static @Nullable Class<?> sequence(Class<?> declared) {
        if (declared == EnumSet.class) {
            return ENUM_SET;
        }
        return isAbstract(declared) && !declared.isArray() ? first(SEQUENCES, declared) : declared;
    }

    /** The class of a map. */
    static @Nullable Class<?> map(Class<?> declared) {
        return isAbstract(declared) ? first(MAPS, declared) : declared;
    }

    /** What the element at an index is declared as: of an entry key and value, of {@code nCopies} the count and what is copied. */
    static Declared part(Class<?> type, Declared declared, Declared element, int index) {
        if (Map.Entry.class.isAssignableFrom(type)) {
            return declared.part(index);
        }
        return type == COPIES ? index == 0 ? Declared.of(Integer.class) : declared.element() : element;
    }

    /** What the elements of a sequence are declared as; a view holds the collection that it shows. */
    static Declared element(Class<?> type, Declared declared) {
        if (isView(type)) {
            Class<?> shown = type == ARRAY_VIEW ? Object.class : Collection.class;
            for (Class<?> kind : List.of(Map.class, List.class, Set.class)) {
                shown = kind.isAssignableFrom(type) && type != ARRAY_VIEW ? kind : shown;
            }
            return new Declared(shown, declared.arguments());
        }
        return type == Class.class || TrustedClasses.isStandIn(type) ? Declared.ANY : declared.element();
    }

    /** Whether objects of the class are maps with entries of their own. */
    static boolean isMap(Class<?> type) {
        return Map.class.isAssignableFrom(type)
                && !isView(type)
                && (isAbstract(type) || TrustedClasses.isBuiltIn(type));
    }

    private static boolean isView(Class<?> type) {
        return SequenceNode.isHolder(type)
                && (Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type));
    }

    private static boolean isAbstract(Class<?> declared) {
        return declared == Object.class
                || declared.isInterface()
                || declared == AbstractList.class
                || declared == AbstractCollection.class
                || declared == AbstractMap.class;
    }

    private static @Nullable Class<?> first(List<Class<?>> choices, Class<?> declared) {
        for (Class<?> choice : choices) {
            if (declared.isAssignableFrom(choice)) {
                return choice;
            }
        }
        return null;
    }
}
