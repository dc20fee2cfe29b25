package io.tellask.kv;

import io.tellask.remote.LogLimiter;
import io.tellask.store.StoreClosedException;
import io.tellask.store.StoreDamagedException;
import io.tellask.store.StoreException;
import io.tellask.store.StoreLimitException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * What peers are told of a map whose files are damaged or cannot be used: the files under the map's name, without the folder of the server, which is in the
 * server's log. Immutable.
 */
record MapDamage(String map, Path folder) {
    private static final Logger LOG = System.getLogger("io.tellask.kv");

    /** A full disk refuses every write. */
    private static final LogLimiter LIMITER = new LogLimiter();

    /** Does something with the map that may meet damage. */
    <T> T told(Supplier<T> access) {
        try {
            return access.get();
        } catch (StoreException failure) {
            throw told(failure);
        }
    }

    /** The failure as peers are told of it. */
    RuntimeException told(StoreException failure) {
        if (failure instanceof StoreDamagedException damage) {
            return damage.withFolder(folder, map);
        }
        if (failure instanceof StoreLimitException tooMuch) {
            return tooMuch; // the caller's to mend, and names no file
        }
        String text = String.valueOf(failure.getMessage());
        Level level = failure instanceof StoreClosedException ? Level.DEBUG : Level.ERROR;
        LIMITER.log(LOG, level, () -> "kv: a call failed, map=" + map + ", " + text);
        return new KeyValueException(
                text.replace(folder.toString(), map)); // without its cause, whose text may be a path
    }
}
