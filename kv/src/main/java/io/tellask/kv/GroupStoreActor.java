package io.tellask.kv;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.cluster.ReplicatedMap;
import io.tellask.cluster.ReplicatedMap.Versioned;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The directory of the maps of a group. Their names are one value of it, so that of two that make a map one makes it. */
final class GroupStoreActor implements KeyValueStore {
    private final ActorSystem system;
    private final ReplicatedMap<byte[], byte[]> map;
    private final GroupCopy copy;
    private final KeyValueOptions options;
    private final Map<String, KeyValueMap> references = new ConcurrentHashMap<>();

    GroupStoreActor(ActorSystem system, ReplicatedMap<byte[], byte[]> map, GroupCopy copy, KeyValueOptions options) {
        this.system = system;
        this.map = map;
        this.copy = copy;
        this.options = options;
    }

    @Override
    public Promise<KeyValueMap> open(String name) {
        String checked = MapName.checked(name);
        return GroupMapActor.told(opened(checked));
    }

    private Promise<KeyValueMap> opened(String name) {
        return map.versioned(GroupKeys.CATALOGUE).thenCompose(found -> {
            List<String> names = names(found);
            return names.contains(name) ? Promise.of(reference(name)) : made(name, names, found);
        });
    }

    private Promise<KeyValueMap> made(String name, List<String> names, @Nullable Versioned<byte[]> found) {
        if (names.size() >= options.maps()) {
            return Promise.failed(new KeyValueException("map refused: name=" + name + ", maps=" + names.size()
                    + ", limit=" + options.maps() + "; use one that there is, or raise --maps"));
        }
        List<String> more = new ArrayList<>(names);
        more.add(name);
        Collections.sort(more);
        byte[] lines = String.join("\n", more).getBytes(StandardCharsets.US_ASCII);
        return map.compareAndSet(GroupKeys.CATALOGUE, found == null ? 0 : found.version(), lines)
                .thenCompose(done -> done ? Promise.of(reference(name)) : opened(name));
    }

    private static List<String> names(@Nullable Versioned<byte[]> catalogue) {
        return catalogue == null
                ? List.of()
                : List.of(new String(catalogue.value(), StandardCharsets.US_ASCII).split("\n"));
    }

    private KeyValueMap reference(String name) {
        return references.computeIfAbsent(
                name,
                its -> system.spawn(KeyValueMap.class, () -> new GroupMapActor(its, map, copy, options.answerBytes())));
    }

    @Override
    public Promise<KeyValueMap> find(String name) {
        String checked = MapName.checked(name);
        return names().thenApply(names -> {
            if (!names.contains(checked)) {
                throw new KeyValueException("no such map: " + checked + "; maps: " + String.join(", ", names));
            }
            return reference(checked);
        });
    }

    @Override
    public Promise<List<String>> names() {
        return GroupMapActor.told(map.versioned(GroupKeys.CATALOGUE)).thenApply(GroupStoreActor::names);
    }
}
