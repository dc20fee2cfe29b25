package io.tellask.store.file;

import io.tellask.store.StoreDamagedException;
import java.io.Serial;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/** Something else than a file has the name of one of the store's files: a folder, a pipe, a link that leads nowhere. It is not the store's to delete. */
public final class NotAFileException extends FileSystemException {
    @Serial
    private static final long serialVersionUID = 1;

    private static final String REMEDY = "move it away";

    NotAFileException(Path file, String reason) {
        super(file.toString(), null, reason);
    }

    /** The same for the caller of the store, with what helps. */
    public StoreDamagedException damaged() {
        return new StoreDamagedException(getFile(), -1, 0, getReason(), REMEDY);
    }
}
