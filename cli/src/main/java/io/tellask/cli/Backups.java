package io.tellask.cli;

import io.tellask.store.StoreBackup;

/** Backups in one line. */
final class Backups {
    private Backups() {}

    static Summary summary(String what, StoreBackup backup) {
        return new Summary(what)
                .with("sequence", backup.sequence())
                .with("time", backup.time().toString())
                .with("files", backup.files())
                .with("bytes", backup.bytes());
    }
}
