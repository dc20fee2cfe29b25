package io.tellask.kv.resp.database;

import io.tellask.kv.resp.message.ErrorReply;
import io.tellask.remote.LogLimiter;
import io.tellask.store.StoreDamagedException;
import io.tellask.store.StoreException;
import io.tellask.store.StoreIoException;
import io.tellask.store.StoreLimitException;
import io.tellask.text.SafeLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.concurrent.CompletionException;

/** What clients are told when the store refuses: nothing was changed. */
final class StoreRefusal {
    private static final Logger LOG = System.getLogger("io.tellask.kv");

    /** A full disk refuses every write. */
    private static final LogLimiter LIMITER = new LogLimiter();

    private StoreRefusal() {}

    /** Why a force failed. */
    static StoreException reason(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause instanceof StoreException known
                ? known
                : new StoreIoException("store: a force failed, reason=" + SafeLog.describe(cause), cause);
    }

    /** Clients are not told where the server has its {@code directory}; its log is. */
    static ErrorReply of(StoreException failure, Path directory) {
        String shown = DatabaseFolder.shown(String.valueOf(failure.getMessage()), directory);
        if (failure instanceof StoreLimitException) {
            return new ErrorReply("ERR " + shown);
        }
        if (!(failure instanceof StoreDamagedException)) { // of that the store itself tells
            LIMITER.log(LOG, Level.ERROR, () -> "resp: a command failed, " + failure.getMessage());
        }
        return new ErrorReply("MISCONF " + shown);
    }
}
