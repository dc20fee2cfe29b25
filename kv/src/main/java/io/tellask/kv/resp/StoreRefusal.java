package io.tellask.kv.resp;

import io.tellask.store.StoreException;
import io.tellask.store.StoreLimitException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** What clients are told when the store refuses: nothing was changed. */
final class StoreRefusal {
    private static final Logger LOG = System.getLogger("io.tellask.kv");

    private StoreRefusal() {}

    static Refusal of(StoreException failure) {
        if (failure instanceof StoreLimitException) {
            return new Refusal("ERR " + failure.getMessage());
        }
        LOG.log(Level.ERROR, "resp: a command failed, " + failure.getMessage());
        return new Refusal("MISCONF " + failure.getMessage());
    }
}
