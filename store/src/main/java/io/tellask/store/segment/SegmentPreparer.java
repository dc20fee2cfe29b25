package io.tellask.store.segment;

import io.tellask.store.file.StoreFiles;
import io.tellask.store.layout.SegmentLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Creates segment files: every block is reserved by writing zeros, so that a full disk shows here and not as a fault in the middle of a
 * mapped store. The next file may be prepared by a thread in the background. Used by one thread at a time.
 */
public final class SegmentPreparer {
    /** The file being prepared; left behind by a crash, it is deleted at the next open. */
    public static final String UNUSED = "segment.tmp";

    private static final long BACKGROUND_BYTES = 128 << 10;

    private final Path directory;
    private final StoreFiles files;
    private final SegmentReserve reserve;
    private @Nullable CompletableFuture<Long> prepared;

    SegmentPreparer(Path directory, StoreFiles files) {
        this.directory = directory;
        this.files = files;
        reserve = new SegmentReserve(directory, files);
    }

    SegmentReserve reserve() {
        return reserve;
    }

    static boolean worthPreparing(long bytes) {
        return bytes >= BACKGROUND_BYTES;
    }

    public static Path file(Path directory, int number) {
        return directory.resolve(name(number));
    }

    /** The name of a segment's file. */
    public static String name(int number) {
        return String.format("segment-%08d.log", number);
    }

    /** Starts to allocate a file of so many bytes, and as many in reserve if {@code reserved}. */
    void prepare(long bytes, boolean reserved) {
        CompletableFuture<Long> result = new CompletableFuture<>();
        prepared = result;
        Runnable allocation = () -> {
            try {
                files.allocate(directory.resolve(UNUSED), bytes);
                result.complete(bytes);
                if (reserved) {
                    reserve.hold(bytes);
                }
            } catch (Throwable e) {
                result.completeExceptionally(e);
            }
        };
        try {
            Thread.ofPlatform().daemon().name("tellask-store-segment").start(allocation);
        } catch (Throwable notStarted) {
            result.completeExceptionally(notStarted);
        }
    }

    /** Whether the next file is there; waits for the one that is being prepared. */
    boolean hasNext() {
        return preparedBytes() > 0;
    }

    /** Allocates the next file where there is none. */
    void require(long bytes) throws IOException {
        files.allocate(directory.resolve(UNUSED), bytes);
        prepared = CompletableFuture.completedFuture(bytes);
    }

    /** The file of a segment: the prepared one if it is there and large enough, else a fresh one of {@code bytes}, or more if needed. */
    Path take(int number, long bytes, long needed) throws IOException {
        long least = (needed + SegmentLayout.PAGE_BYTES - 1) & -SegmentLayout.PAGE_BYTES;
        Path unused = directory.resolve(UNUSED);
        if (preparedBytes() < least) {
            prepared = null;
            Files.deleteIfExists(unused);
            files.allocate(unused, Math.max(bytes, least));
        }
        prepared = null;
        Path file = file(directory, number);
        files.move(unused, file);
        return file;
    }

    /** Waits for the preparation; one that failed counts as none, and the next attempt reports why. */
    private long preparedBytes() {
        if (prepared == null) {
            return 0;
        }
        try {
            return prepared.join();
        } catch (CompletionException e) {
            prepared = null;
            return 0;
        }
    }

    void close() {
        preparedBytes();
        prepared = null;
        reserve.close();
        try {
            Files.deleteIfExists(directory.resolve(UNUSED));
        } catch (IOException e) {
            System.getLogger(SegmentPreparer.class.getName())
                    .log(System.Logger.Level.DEBUG, "store: the prepared segment stays until the next open", e);
        }
    }
}
