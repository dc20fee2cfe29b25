package io.tellask.kv;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.SpawnOptions;
import io.tellask.store.Durability;
import io.tellask.store.DurableMap;
import io.tellask.store.RecoveryReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The maps of one server, each in a folder of the map's name and with an actor of its own. Thread-safe. */
final class MapFolders {
    private record Opened(DurableMap<byte[], byte[]> map, KeyValueMap reference) {}

    private final ActorSystem system;
    private final Path directory;
    private final KeyValueOptions options;
    private final Map<String, Opened> opened = new TreeMap<>();

    MapFolders(ActorSystem system, Path directory, KeyValueOptions options) {
        this.system = system;
        this.directory = directory;
        this.options = options;
    }

    /** Opens every map that has a folder. */
    void openExisting() {
        try (Stream<Path> folders = Files.list(directory)) {
            folders.filter(Files::isDirectory)
                    .map(folder -> folder.getFileName().toString())
                    .filter(MapName::isValid)
                    .forEach(this::open);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    synchronized KeyValueMap open(String name) {
        Opened known = opened.get(MapName.checked(name));
        if (known != null) {
            return known.reference();
        }
        if (opened.size() >= options.maps()) {
            throw new KeyValueException("map refused: maps=" + opened.size() + " >= maps=" + options.maps()
                    + "; use fewer maps, or raise the server's limit");
        }
        DurableMap<byte[], byte[]> map = openFolder(directory.resolve(name));
        KeyValueMap reference = system.spawn(
                KeyValueMap.class,
                () -> new MapActor(name, map, options.durability()),
                SpawnOptions.dedicatedThread().withName("map-" + name));
        opened.put(name, new Opened(map, reference));
        return reference;
    }

    private DurableMap<byte[], byte[]> openFolder(Path folder) {
        Durability durability = options.durability() == Durability.FORCED ? Durability.BUFFERED : options.durability();
        return DurableMap.builder(folder, byte[].class, byte[].class)
                .durability(durability)
                .limits(options.limits())
                .open();
    }

    synchronized List<String> names() {
        return List.copyOf(opened.keySet());
    }

    /** What opening each map found. */
    synchronized Map<String, RecoveryReport> recoveries() {
        Map<String, RecoveryReport> found = new TreeMap<>();
        opened.forEach((name, map) -> found.put(name, map.map().recovery()));
        return found;
    }

    /** Stops the actors, which close their maps, and closes the maps of actors that cannot any more. */
    synchronized void close() {
        opened.values().forEach(map -> system.stop(map.reference()));
        opened.values().forEach(map -> map.map().close());
        opened.clear();
    }
}
