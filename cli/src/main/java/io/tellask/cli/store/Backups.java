package io.tellask.cli.store;

import io.tellask.cli.terminal.Summary;
import io.tellask.store.StoreBackup;

/** Backups in one line. */
final class Backups {
    private Backups() {}

    static Summary summary(String what, StoreBackup backup) {
        Summary summary = new Summary(what);
        if (!backup.damages().isEmpty()) {
            summary.with("damages", backup.damages().size()).with("remedy", "tellask store repair");
        }
        return summary.with("sequence", backup.sequence())
                .with("time", backup.time().toString())
                .with("files", backup.files())
                .with("bytes", backup.bytes());
    }
}
