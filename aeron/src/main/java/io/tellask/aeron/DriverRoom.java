package io.tellask.aeron;

import io.aeron.ErrorCode;
import io.aeron.exceptions.RegistrationException;
import io.tellask.remote.TransportException;
import io.tellask.remote.TransportException.Problem;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Room on the file system that a media driver has its files on. Files are mapped: where they have no room a process is not told by an
 * exception but by a memory fault, so it is asked for before. Thread-safe.
 */
final class DriverRoom {
    /** What the files of a driver take that nobody uses yet; most of it is for counters. */
    static final long DRIVER_BYTES = 26L * 1024 * 1024;

    private static final int TERMS = 3;
    private static final int LOG_HEAD_BYTES = 4096;

    /** What is said of a number of bytes that the system did not tell. */
    static final long UNKNOWN = -1;

    private DriverRoom() {}

    /** What a connection takes at each of its sides: a log for each direction. */
    static long connectionBytes(int termBytes) {
        return 2 * ((long) TERMS * termBytes + LOG_HEAD_BYTES);
    }

    /** @throws TransportException if the folder's file system has less */
    static void require(String action, URI address, Path folder, long neededBytes) {
        require(action, address, folder, neededBytes, usableBytes(folder));
    }

    static void require(String action, URI address, Path folder, long neededBytes, long usableBytes) {
        if (usableBytes != UNKNOWN && usableBytes < neededBytes) {
            throw new TransportException(Problem.FAILED, text(action, address, folder, neededBytes, usableBytes));
        }
    }

    /** What a driver's refusal of a connection means: null if it is something else than that there is no room. */
    static @Nullable TransportException refusal(
            String action, URI address, Path folder, long neededBytes, @Nullable Throwable refusal) {
        return refusal instanceof RegistrationException known && known.errorCode() == ErrorCode.STORAGE_SPACE
                ? new TransportException(
                        Problem.FAILED, text(action, address, folder, neededBytes, usableBytes(folder)), refusal)
                : null;
    }

    private static String text(String action, URI address, Path folder, long neededBytes, long usableBytes) {
        return action + ": address=" + address + ", no room for files of the media driver: folder=" + folder
                + ", neededBytes=" + neededBytes + " > usableBytes=" + usableBytes
                + "; make the file system larger (a container's /dev/shm: --shm-size), or take smaller termBytes";
    }

    static long usableBytes(Path folder) {
        try {
            return Files.getFileStore(folder).getUsableSpace();
        } catch (IOException untold) {
            return UNKNOWN; // then the driver finds out
        }
    }
}
