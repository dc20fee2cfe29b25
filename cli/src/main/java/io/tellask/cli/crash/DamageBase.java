package io.tellask.cli.crash;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Streams;
import io.tellask.kv.KeyValue;
import io.tellask.kv.KeyValueMap;
import io.tellask.kv.KeyValueOptions;
import io.tellask.kv.KeyValueService;
import io.tellask.store.Compaction;
import io.tellask.store.Durability;
import io.tellask.store.DurableMap;
import io.tellask.store.DurableMapBuilder;
import io.tellask.store.StoreException;
import io.tellask.store.StoreKey;
import io.tellask.store.StoreLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
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
    private static final StoreLimits LIMITS =
            StoreLimits.defaults().withKeyBytes(64).withFirstSegmentBytes(8192).withSegmentBytes(8192);

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
            try (DurableMap<byte[], byte[]> map = open(own, key)) {
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
            DurableMap<byte[], byte[]> map,
            Map<String, String> current,
            Map<String, Set<String>> former,
            int version,
            SplittableRandom random) {
        String key = "key-" + random.nextInt(KEYS);
        if (random.nextInt(5) == 0) {
            map.remove(bytes(key));
            current.remove(key);
        } else {
            String value = version + "x".repeat(random.nextInt(LARGEST_VALUE));
            map.put(bytes(key), bytes(value));
            current.put(key, value);
            former.computeIfAbsent(key, _ -> new HashSet<>()).add(value);
        }
    }

    private static DurableMap<byte[], byte[]> open(Path directory, @Nullable StoreKey key) {
        DurableMapBuilder<byte[], byte[]> builder = DurableMap.builder(directory, byte[].class, byte[].class)
                .durability(Durability.BUFFERED)
                .compaction(Compaction.defaults().withAutomatic(false))
                .limits(LIMITS);
        return (key == null ? builder : builder.encryption(key)).open();
    }

    /** What a copy of the store holds. */
    Map<String, String> contents(Path copy) {
        Map<String, String> found = new TreeMap<>();
        try (DurableMap<byte[], byte[]> map = open(copy, key)) {
            map.forEach((bytes, value) -> found.put(text(bytes), text(value)));
            for (String asked : former.keySet()) {
                byte[] value = map.get(bytes(asked));
                requireSame(asked, value, found);
            }
        }
        return found;
    }

    private static void requireSame(String asked, byte @Nullable [] value, Map<String, String> scanned) {
        if (!Objects.equals(value == null ? null : text(value), scanned.get(asked))) {
            throw new CrashTestException("damage-test: get and scan differ: key=" + asked);
        }
    }

    /** What a server of a folder with a copy of the store tells its clients, or null where they are refused. */
    @Nullable
    Map<String, String> servedContents(Path served, String name) {
        Map<String, String> found = new TreeMap<>();
        KeyValueOptions options = KeyValueOptions.defaults().withLimits(LIMITS).withEncryption(key);
        try (ActorSystem system = ActorSystem.create();
                KeyValueService service = KeyValueService.open(system, served, options)) {
            KeyValueMap map = service.store().open(name).get();
            for (KeyValue record : Streams.collect(map.scan(new byte[0])).get()) {
                found.put(text(record.key()), text(record.value()));
            }
            for (String asked : former.keySet()) {
                requireSame(asked, map.get(bytes(asked)).get(), found);
            }
            return found;
        } catch (ExecutionException | StoreException refused) {
            return null;
        } catch (InterruptedException e) {
            throw new CrashTestException("damage-test: interrupted");
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
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
