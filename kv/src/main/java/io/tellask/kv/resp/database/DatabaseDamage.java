package io.tellask.kv.resp.database;

import io.tellask.kv.resp.message.ErrorReply;
import io.tellask.store.StoreDamagedException;
import io.tellask.store.StoreException;
import java.nio.file.Path;

/** Why a database is not served: its files cannot be opened. The others are. */
public record DatabaseDamage(int database, Path folder, StoreException reason) {
    /** What happened, and what to do. */
    public String text() {
        boolean repairable = reason instanceof StoreDamagedException files && files.isRepairable();
        return "database=" + database + " is not served, reason=" + reason.getMessage() + "; 'tellask store check "
                + folder + "' says more"
                + (repairable ? ", 'tellask store repair " + folder + "' saves what is readable" : "")
                + "; then start the server again";
    }

    /** The answer to every command that needs the database, without the directory of the server. */
    ErrorReply refusal() {
        return new ErrorReply("MISCONF " + DatabaseFolder.shown(text(), folder.resolveSibling("")));
    }
}
