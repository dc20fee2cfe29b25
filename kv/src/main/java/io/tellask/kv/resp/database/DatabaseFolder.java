package io.tellask.kv.resp.database;

import io.tellask.kv.KeyValueOptions;
import io.tellask.kv.resp.message.ErrorReply;
import io.tellask.store.Durability;
import io.tellask.store.DurableMap;
import java.nio.file.Path;
import java.time.InstantSource;

/** Where a database has its files. Belongs to the loop. */
final class DatabaseFolder {
    /** How the name begins; no named map has an at sign in its name. */
    private static final String PREFIX = "resp@";

    private final EngineSettings settings;
    private final Path path;
    private final OpenedDirectory parent;
    private final InstantSource clock;

    DatabaseFolder(EngineSettings settings, int index, InstantSource clock) {
        this.settings = settings;
        this.clock = clock;
        path = settings.directory().resolve(PREFIX + index);
        parent = new OpenedDirectory(settings.directory());
    }

    Path path() {
        return path;
    }

    /** A text without the directory of the server: files are named by the folder of their database. */
    static String shown(String text, Path directory) {
        return text.replace(directory.toAbsolutePath().resolve(PREFIX).toString(), PREFIX)
                .replace(directory.resolve(PREFIX).toString(), PREFIX);
    }

    int mostBatchBytes() {
        return settings.storing().limits().batchBytes();
    }

    boolean exists() {
        return DurableMap.existsIn(path);
    }

    /** Makes the map, unless the directory of the server is not what it was. */
    DurableMap<byte[], byte[]> make() {
        if (!parent.isPresent()) {
            throw new ErrorReply(
                    "MISCONF the server's directory was moved away or replaced, no database is made in its place;"
                            + " move it back, or start the server again");
        }
        return open();
    }

    /** Opens the map, made if there is none. Where each write is forced the map does not do it: replies wait for a force that they share. */
    DurableMap<byte[], byte[]> open() {
        KeyValueOptions storing = settings.storing();
        boolean forced = storing.durability() == Durability.FORCED;
        return storing.encrypted(DurableMap.builder(path, byte[].class, byte[].class))
                .durability(forced ? Durability.BUFFERED : storing.durability())
                .limits(storing.limits())
                .clock(clock)
                .verifyReads(true)
                .open();
    }
}
