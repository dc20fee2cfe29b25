package io.tellask.store;

/** Writing to disk failed earlier, so the map refuses changes and stays readable; close it, mend the disk, open it again. */
public final class StoreReadOnlyException extends StoreException {
    StoreReadOnlyException(String message) {
        super(message, null);
    }

    /** A refusal with the failure that made the map read-only. */
    public StoreReadOnlyException(String message, Throwable cause) {
        super(message, cause);
    }
}
