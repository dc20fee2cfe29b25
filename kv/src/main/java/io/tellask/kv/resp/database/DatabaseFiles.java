package io.tellask.kv.resp.database;

import io.tellask.store.DurableMap;
import io.tellask.store.StoreDamagedException;
import io.tellask.store.StoreIoException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/** The map of a database, made when it is first written to. One that cannot be opened is not served; other databases are. Belongs to the loop. */
final class DatabaseFiles {
    private static final Logger LOG = System.getLogger("io.tellask.kv");

    private final DatabaseFolder folder;
    private @Nullable DurableMap<byte[], byte[]> map;
    private @Nullable DatabaseDamage damage;

    /** Opens the map if the database has been written to before. */
    DatabaseFiles(int index, DatabaseFolder folder) {
        this.folder = folder;
        if (folder.exists()) {
            try {
                map = folder.open();
            } catch (StoreDamagedException | StoreIoException failure) {
                DatabaseDamage found = new DatabaseDamage(index, folder.path(), failure);
                LOG.log(Level.ERROR, "resp: " + found.text());
                damage = found;
            }
        }
    }

    /** Why the database is not served, or null if it is. */
    @Nullable
    DatabaseDamage damage() {
        return damage;
    }

    /** Throws the refusal of every command if the database is not served. */
    void requireServed() {
        if (damage != null) {
            throw damage.refusal();
        }
    }

    /** The map as it is, also for those that serve no command; null if it is not open. */
    @Nullable
    DurableMap<byte[], byte[]> opened() {
        return map;
    }

    /** The map, null if nothing was ever written. */
    @Nullable
    DurableMap<byte[], byte[]> served() {
        requireServed();
        return map;
    }

    /** The most that several changes take which are made as one. */
    int mostBatchBytes() {
        return folder.mostBatchBytes();
    }

    /** The map, made if there is none. */
    DurableMap<byte[], byte[]> made() {
        DurableMap<byte[], byte[]> known = served();
        if (known == null) {
            known = folder.make();
            map = known;
        }
        return known;
    }
}
