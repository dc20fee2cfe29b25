package io.tellask.kv.resp.database;

import io.tellask.store.DurableMap;
import java.util.function.Predicate;

/** Who wants to know of a database's changes. Called on the loop. */
public interface DatabaseListener {
    /** A key is about to be changed or removed. */
    void changes(int database, byte[] key);

    /** Every key for which the test holds is about to be removed. */
    void clears(int database, Predicate<byte[]> there);

    /** Something was written to the log of a database. */
    void wrote(int database);

    /**
     * The running command looks at something beyond its arguments and its reply: so many steps, about a nanosecond each. What this throws ends the
     * command.
     */
    void looks(long steps);

    /** A key that had expired was removed. */
    void expired();

    /** A database is to be looked through for keys that expire. */
    void sweeps(Database database, DurableMap<byte[], byte[]> map);

    /** Something is to be looked after as time goes on. */
    void needsCare();
}
