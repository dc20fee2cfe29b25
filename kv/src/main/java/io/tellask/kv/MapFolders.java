package io.tellask.kv;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.SpawnOptions;
import io.tellask.console.StoreRow;
import io.tellask.kv.resp.database.OpenedDirectory;
import io.tellask.store.Durability;
import io.tellask.store.DurableMap;
import io.tellask.store.RecoveryReport;
import io.tellask.store.StoreClosedException;
import io.tellask.store.StoreDamagedException;
import io.tellask.store.StoreException;
import io.tellask.store.StoreIoException;
import io.tellask.store.StoreStatistics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The maps of one server, each in a folder of the map's name and with an actor of its own. Thread-safe. */
final class MapFolders {
    private static final Logger LOG = System.getLogger("io.tellask.kv");
    private static final int NAMES_LISTED = 10;
    private static final Set<String> UNFINISHED = Set.of("LOCK", "STORE.tmp");

    private record Opened(DurableMap<byte[], byte[]> map, KeyValueMap reference) {}

    private final ActorSystem system;
    private final Path directory;
    private final OpenedDirectory present;
    private final KeyValueOptions options;
    private final Map<String, Opened> opened = new TreeMap<>();
    private final Map<String, StoreException> damaged = new TreeMap<>();

    MapFolders(ActorSystem system, Path directory, KeyValueOptions options) {
        this.system = system;
        this.directory = directory;
        present = new OpenedDirectory(directory);
        this.options = options;
    }

    /** Opens every map that has a folder; other folders are left alone, and damaged maps are kept from being used. */
    void openExisting() {
        try (Stream<Path> folders = Files.list(directory)) {
            folders.filter(DurableMap::existsIn)
                    .map(folder -> folder.getFileName().toString())
                    .filter(MapName::isValid)
                    .forEach(this::openUnlessDamaged);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void openUnlessDamaged(String name) {
        try {
            opened(name);
        } catch (StoreDamagedException | StoreIoException damage) {
            damaged.put(name, damage);
            LOG.log(Level.ERROR, "kv: " + text(name, damage));
        }
    }

    private String text(String name, StoreException damage) {
        Path folder = directory.resolve(name);
        boolean repairable = damage instanceof StoreDamagedException files && files.isRepairable();
        return "map=" + name + " is not served, reason=" + damage.getMessage() + "; 'tellask store check " + folder
                + "' says more" + (repairable ? ", 'tellask store repair " + folder + "' saves what is readable" : "")
                + "; then start the server again";
    }

    /** Why some maps are not served. */
    synchronized List<String> damages() {
        return damaged.entrySet().stream()
                .map(map -> text(map.getKey(), map.getValue()))
                .toList();
    }

    /** The map of a name that is there already. */
    synchronized KeyValueMap find(String name) {
        KeyValueMap known = known(name);
        if (known == null) {
            throw new KeyValueException("no such map: " + name + "; " + listed());
        }
        return known;
    }

    private String listed() {
        List<String> names = names();
        int more = names.size() - NAMES_LISTED;
        return names.isEmpty()
                ? "there are no maps yet"
                : "maps: " + String.join(", ", names.subList(0, Math.min(names.size(), NAMES_LISTED)))
                        + (more > 0 ? " and " + more + " more" : "");
    }

    private @Nullable KeyValueMap known(String name) {
        Opened known = opened.get(MapName.checked(name));
        if (known != null) {
            return known.reference();
        }
        StoreException damage = damaged.get(name);
        if (damage instanceof StoreDamagedException files) {
            throw files.withFolder(directory.resolve(name), name);
        }
        if (damage != null) {
            throw new KeyValueException(
                    "map=" + name + " is not served, its files cannot be opened; the server's log says why");
        }
        return null;
    }

    /** The map of a name, made if there is none. */
    synchronized KeyValueMap open(String name) {
        KeyValueMap known = known(name);
        if (known != null) {
            return known;
        }
        int maps = opened.size() + damaged.size();
        if (maps >= options.maps()) {
            throw new KeyValueException("map refused: maps=" + maps + " >= maps=" + options.maps()
                    + "; use fewer maps, or raise the server's limit");
        }
        if (!present.isPresent()) {
            throw new KeyValueException("map refused: map=" + name
                    + ", the server's directory was moved away or replaced; move it back, or start the server again");
        }
        Path folder = directory.resolve(name);
        requireOwn(name, folder);
        return new MapDamage(name, folder).told(() -> opened(name));
    }

    private synchronized KeyValueMap opened(String name) {
        DurableMap<byte[], byte[]> map = openFolder(directory.resolve(name));
        KeyValueMap reference = system.spawn(
                KeyValueMap.class,
                () -> new MapActor(name, directory.resolve(name), map, options),
                SpawnOptions.dedicatedThread().withName("map-" + name));
        opened.put(name, new Opened(map, reference));
        return reference;
    }

    /**
     * A folder that somebody else has put here is not made a map's; what a crash left of making one is no obstacle. Peers read the
     * message, so the server's folder is not in it.
     */
    private static void requireOwn(String name, Path folder) {
        if (!Files.exists(folder) || DurableMap.existsIn(folder)) {
            return;
        }
        try (Stream<Path> files = Files.list(folder)) {
            if (files.map(file -> file.getFileName().toString()).anyMatch(file -> !UNFINISHED.contains(file))) {
                throw new KeyValueException(
                        "map refused: map=" + name + ", its folder holds other files; choose another name");
            }
        } catch (IOException failure) {
            throw new KeyValueException(
                    "map refused: map=" + name + ", a file of that name is in the server's folder or it cannot be read;"
                            + " choose another name"); // without its cause, whose text is the path
        }
    }

    private DurableMap<byte[], byte[]> openFolder(Path folder) {
        Durability durability = options.durability() == Durability.FORCED ? Durability.BUFFERED : options.durability();
        return options.encrypted(DurableMap.builder(folder, byte[].class, byte[].class))
                .durability(durability)
                .limits(options.limits())
                .verifyReads(true)
                .open();
    }

    synchronized List<String> names() {
        Set<String> names = new TreeSet<>(opened.keySet());
        names.addAll(damaged.keySet());
        return List.copyOf(names);
    }

    /** What opening each map found. */
    synchronized Map<String, RecoveryReport> recoveries() {
        Map<String, RecoveryReport> found = new TreeMap<>();
        opened.forEach((name, map) -> found.put(name, map.map().recovery()));
        return found;
    }

    /** What each map that is served has. */
    synchronized List<StoreRow> rows() {
        List<StoreRow> rows = new ArrayList<>(opened.size());
        opened.forEach((name, map) -> {
            try {
                rows.add(row(name, map.map().statistics()));
            } catch (StoreClosedException closed) {
                LOG.log(Level.DEBUG, "kv: map={0} is closed and left out of a list", name);
            }
        });
        return rows;
    }

    private StoreRow row(String name, StoreStatistics now) {
        return new StoreRow(
                name,
                options.durability().name(),
                now.records(),
                now.liveBytes(),
                now.inertBytes(),
                now.logBytes(),
                now.allocatedBytes(),
                now.segments(),
                now.forces(),
                now.unforcedMillis(),
                now.compactions(),
                now.freedBytes(),
                now.damagedReads(),
                now.readOnly());
    }

    /** Stops the actors, which close their maps, and closes the maps of actors that cannot any more. */
    synchronized void close() {
        opened.values().forEach(map -> system.stop(map.reference()));
        opened.values().forEach(map -> map.map().close());
        opened.clear();
    }
}
