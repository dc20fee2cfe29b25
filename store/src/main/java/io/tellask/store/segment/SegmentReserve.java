package io.tellask.store.segment;

import io.tellask.store.StoreIoException;
import io.tellask.store.file.StoreFiles;
import io.tellask.store.layout.SegmentLayout;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * Room on the disk that only compaction uses: a file of zeros as large as a new segment, allocated while there is room and kept from one open to the
 * next. On a full disk the copies go into it, and what they make superfluous gives the room back. Thread-safe.
 */
public final class SegmentReserve {
    /** The file; a store is whole without it. */
    public static final String FILE = "RESERVE";

    private static final Logger LOGGER = System.getLogger(SegmentReserve.class.getName());

    private final Path file;
    private final StoreFiles files;
    private long wanted;
    private boolean closed;

    SegmentReserve(Path directory, StoreFiles files) {
        file = directory.resolve(FILE);
        this.files = files;
    }

    /** Makes it so large, if there is room; else it stays as it was. */
    synchronized void hold(long bytes) {
        wanted = Math.max(wanted, bytes);
        refill();
    }

    /** Makes it as large again as it was wanted, if there is room. */
    public synchronized void refill() {
        if (closed) {
            return;
        }
        try {
            long held = Files.exists(file) ? Files.size(file) : 0;
            if (held < wanted && !allocated(wanted) && held > 0) {
                boolean _ = allocated(held);
            }
        } catch (IOException e) {
            tell(e);
        }
    }

    /** What there is is lengthened; on failure it is gone. */
    private boolean allocated(long bytes) {
        try {
            files.allocate(file, bytes);
            return true;
        } catch (IOException e) {
            tell(e);
            return false;
        }
    }

    private void tell(IOException failure) {
        LOGGER.log(
                Level.DEBUG,
                () -> "store: file=" + file + ", bytes=" + wanted + " are not kept for compaction, reason="
                        + StoreIoException.reason(failure));
    }

    /** Gives the file away under another name, as room to write into; false if there is none. */
    public synchronized boolean moveTo(Path target) throws IOException {
        boolean usable = Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
        if (!usable || Files.size(file) > SegmentLayout.MAX_BYTES) {
            return false;
        }
        wanted = Math.max(wanted, Files.size(file));
        files.move(file, target);
        return true;
    }

    /** Leaves the file alone from now on; returns when nobody is at work on it. */
    synchronized void close() {
        closed = true;
    }
}
