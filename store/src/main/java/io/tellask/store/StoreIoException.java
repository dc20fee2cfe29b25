package io.tellask.store;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Locale;
import java.util.Objects;

/** The file system refused an operation on the store's directory. */
public final class StoreIoException extends StoreException {
    /** A failure with a message that names the field, its value and the remedy. */
    public StoreIoException(String message) {
        super(message, null);
    }

    /** The same with what led to it. */
    public StoreIoException(String message, Throwable cause) {
        super(message, cause);
    }

    /** What a failed access to the disk is called in a message: words, without the names of classes. */
    public static String reason(IOException failure) {
        return switch (failure) {
            case NoSuchFileException missing -> "no such file or folder";
            case AccessDeniedException denied -> "permission denied";
            case FileAlreadyExistsException file -> "a file of that name is in the way";
            case DirectoryNotEmptyException folder -> "a folder that is not empty is in the way";
            case NotDirectoryException file -> "a file is where a folder has to be";
            case ClosedByInterruptException interrupted -> "the thread is interrupted";
            case FileSystemException other
            when other.getReason() != null -> other.getReason().toLowerCase(Locale.ROOT);
            default -> Objects.requireNonNullElse(failure.getMessage(), "input or output failed");
        };
    }
}
