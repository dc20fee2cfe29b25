package io.tellask.kv.resp;

import io.tellask.store.Durability;
import io.tellask.store.DurableMap;
import io.tellask.store.StoreIoException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where a database has its files. They are given up all at once: the folder is renamed, which a crash cannot cut in two, and what is in it
 * removed afterwards, by the next start if need be. Belongs to the loop.
 */
final class DatabaseFolder {
    /** How the name begins; no named map has an at sign in its name. */
    private static final String PREFIX = "resp@";

    private static final String REMOVED = ".removed";

    private final Settings settings;
    private final Path path;
    private final Path removed;
    private final InstantSource clock;

    DatabaseFolder(Settings settings, int index, InstantSource clock) {
        this.settings = settings;
        this.clock = clock;
        path = settings.directory().resolve(PREFIX + index);
        removed = settings.directory().resolve(PREFIX + index + REMOVED);
        delete();
    }

    boolean exists() {
        return DurableMap.existsIn(path);
    }

    /** Opens the map, made if there is none. Where each write is forced the map does not do it: replies wait for a force that they share. */
    DurableMap<byte[], byte[]> open() {
        boolean forced = settings.durability() == Durability.FORCED;
        return DurableMap.builder(path, byte[].class, byte[].class)
                .durability(forced ? Durability.BUFFERED : settings.durability())
                .limits(settings.storeLimits())
                .clock(clock)
                .open();
    }

    /** Closes the map and removes its files. */
    void remove(DurableMap<byte[], byte[]> map) {
        map.close();
        try {
            Files.move(path, removed, StandardCopyOption.ATOMIC_MOVE);
            try (FileChannel directory = FileChannel.open(settings.directory(), StandardOpenOption.READ)) {
                directory.force(true);
            }
        } catch (IOException failure) {
            throw new Refusal("MISCONF folder=" + path + " cannot be removed: " + StoreIoException.reason(failure)
                    + "; see that the directory may be written");
        }
        delete();
    }

    /** Deletes what was given up. */
    private void delete() {
        if (!Files.exists(removed)) {
            return;
        }
        try (Stream<Path> files = Files.walk(removed)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.delete(file);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
