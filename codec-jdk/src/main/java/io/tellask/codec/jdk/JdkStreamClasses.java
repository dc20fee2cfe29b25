package io.tellask.codec.jdk;

import io.tellask.codec.registry.JdkStreamTypes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Classes of the JDK that its own streams name when they hold nothing but built-in types: superclasses, proxies that
 * stand for immutable collections and times, comparators, and locks that old forms of concurrent maps carry.
 */
final class JdkStreamClasses {
    private static final List<String> BESIDE_BUILT_IN = List.of(
            "java.lang.Enum",
            "java.lang.Number",
            "java.lang.Object",
            "java.lang.String$CaseInsensitiveComparator",
            "java.time.Ser",
            "java.util.CollSer",
            "java.util.Collections$ReverseComparator",
            "java.util.Collections$SynchronizedCollection",
            "java.util.Collections$SynchronizedList",
            "java.util.Collections$SynchronizedRandomAccessList",
            "java.util.Collections$UnmodifiableCollection",
            "java.util.Collections$UnmodifiableList",
            "java.util.Collections$UnmodifiableRandomAccessList",
            "java.util.Comparators$NaturalOrderComparator",
            "java.util.EnumSet",
            "java.util.EnumSet$SerializationProxy",
            "java.util.Map$Entry",
            "java.util.concurrent.ConcurrentHashMap$Segment",
            "java.util.concurrent.locks.AbstractOwnableSynchronizer",
            "java.util.concurrent.locks.AbstractQueuedSynchronizer",
            "java.util.concurrent.locks.ReentrantLock",
            "java.util.concurrent.locks.ReentrantLock$NonfairSync",
            "java.util.concurrent.locks.ReentrantLock$Sync");
    private static final Map<String, Class<?>> BY_NAME = byName();

    private JdkStreamClasses() {}

    /**
     * The class of the JDK that may come in under a name without a grant; null for any other.
     */
    static @Nullable Class<?> ofJdk(String name, JdkStreamTypes types) {
        Class<?> builtIn = types.builtInNamed(name);
        return builtIn != null ? builtIn : BY_NAME.get(name);
    }

    private static Map<String, Class<?>> byName() {
        Map<String, Class<?>> named = new HashMap<>();
        for (String name : BESIDE_BUILT_IN) {
            try {
                named.put(name, Class.forName(name, false, null));
            } catch (ClassNotFoundException e) {
                continue; // a JDK that has no such class writes none
            }
        }
        return Map.copyOf(named);
    }
}
