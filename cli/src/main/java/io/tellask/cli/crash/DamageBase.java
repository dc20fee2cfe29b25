package io.tellask.cli.crash;

import io.tellask.store.Compaction;
import io.tellask.store.Durability;
import io.tellask.store.DurableMap;
import io.tellask.store.DurableMapBuilder;
import io.tellask.store.StoreException;
import io.tellask.store.StoreKey;
import io.tellask.store.StoreLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A store that is damaged in copies: what it holds, all of which was forced, what each key held before, and its files at an earlier moment.
 *
 * @param current what the map holds
 * @param former every value that a key ever had
 */
record DamageBase(
        String name,
        Path files,
        Path older,
        Map<String, String> current,
        Map<String, Set<String>> former,
        @Nullable StoreKey key) {
    private static final int KEYS = 150;
    private static final int LARGEST_VALUE = 120;

    DamageBase {
        current = Map.copyOf(current);
        former = Map.copyOf(former);
    }

    /** A store of some segments: compacted in between or not, encrypted or not, closed or left by a process that was killed. */
    static DamageBase make(Path folder, SplittableRandom random, boolean compacted, boolean encrypted, boolean closed)
            throws IOException {
        String name = (compacted ? "compacted" : "plain") + (encrypted ? "-encrypted" : "") + (closed ? "" : "-killed");
        Path own = folder.resolve(name + "-source");
        Path older = folder.resolve(name + "-older");
        StoreKey key = null;
        if (encrypted) {
            byte[] bytes = new byte[32];
            random.nextBytes(bytes);
            key = StoreKey.of(bytes);
        }
        Map<String, String> current = new TreeMap<>();
        Map<String, Set<String>> former = new HashMap<>();
        int version = 0;
        for (int session = 0; session < 3; session++) {
            try (DurableMap<String, String> map = open(own, key)) {
                for (int i = 0; i < 150; i++) {
                    change(map, current, former, version++, random);
                }
                if (compacted) {
                    map.compact();
                    change(map, current, former, version++, random);
                }
                map.force().join();
                if (session == 2 && !closed) {
                    Folders.copy(own, folder.resolve(name));
                }
            }
            if (session == 1) {
                Folders.copy(own, older);
            }
        }
        if (closed) {
            Folders.copy(own, folder.resolve(name));
        }
        Folders.delete(own);
        return new DamageBase(name, folder.resolve(name), older, current, former, key);
    }

    private static void change(
            DurableMap<String, String> map,
            Map<String, String> current,
            Map<String, Set<String>> former,
            int version,
            SplittableRandom random) {
        String key = "key-" + random.nextInt(KEYS);
        if (random.nextInt(5) == 0) {
            map.remove(key);
            current.remove(key);
        } else {
            String value = version + "x".repeat(random.nextInt(LARGEST_VALUE));
            map.put(key, value);
            current.put(key, value);
            former.computeIfAbsent(key, _ -> new HashSet<>()).add(value);
        }
    }

    private static DurableMap<String, String> open(Path directory, @Nullable StoreKey key) {
        StoreLimits limits = StoreLimits.defaults()
                .withKeyBytes(64)
                .withFirstSegmentBytes(8192)
                .withSegmentBytes(8192);
        DurableMapBuilder<String, String> builder = DurableMap.builder(directory, String.class, String.class)
                .durability(Durability.BUFFERED)
                .compaction(Compaction.defaults().withAutomatic(false))
                .limits(limits);
        return (key == null ? builder : builder.encryption(key)).open();
    }

    /** What a copy of the store holds. */
    Map<String, String> contents(Path copy) {
        Map<String, String> found = new TreeMap<>();
        try (DurableMap<String, String> map = open(copy, key)) {
            map.forEach(found::put);
            for (String asked : former.keySet()) {
                String value = map.get(asked);
                if (value == null ? found.containsKey(asked) : !value.equals(found.get(asked))) {
                    throw new CrashTestException("damage-test: get and scan differ: key=" + asked);
                }
            }
        }
        return found;
    }

    /** Whether every value is one that its key had at some time. */
    boolean knows(Map<String, String> contents) {
        return contents.entrySet().stream()
                .allMatch(entry -> former.getOrDefault(entry.getKey(), Set.of()).contains(entry.getValue()));
    }

    /** The contents, or null where they are refused. */
    @Nullable
    Map<String, String> contentsUnlessRefused(Path copy) {
        try {
            return contents(copy);
        } catch (StoreException refused) {
            return null;
        }
    }
}
