package io.tellask.remote.frame;

import io.tellask.codec.ByteWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Arrays of messages that do not fit one frame, kept for the next ones: the collector gives such arrays regions of their own, and fills them with
 * zeros first.
 *
 * <p>What is kept belongs to no session and is bounded for the process, by {@value #MOST_KEPT_BYTES} bytes or a sixty-fourth of the heap. An
 * array holds what the last message left in it, so a reader must end where its own message does. Thread-safe.
 */
public final class LargeArrays {
    /** Arrays that are no longer than this are neither kept nor made here. */
    public static final int LEAST_BYTES = 64 * 1024 + ByteWriter.SLACK;

    /** Longer ones are not kept. */
    static final int MOST_BYTES = 8 * 1024 * 1024;

    static final int MOST_KEPT_BYTES = 16 * 1024 * 1024;

    private static final LargeArrays SHARED =
            new LargeArrays(Math.min(MOST_KEPT_BYTES, Runtime.getRuntime().maxMemory() / 64));

    private final long mostKeptBytes;
    private final List<byte[]> kept = new ArrayList<>();
    private long keptBytes;

    LargeArrays(long mostKeptBytes) {
        this.mostKeptBytes = mostKeptBytes;
    }

    /** Those of the process. */
    public static LargeArrays shared() {
        return SHARED;
    }

    /** An array of at least so many bytes, at most half as many again and what {@link ByteWriter#arrayLength} adds, with anything in it. */
    public byte[] take(int leastBytes) {
        byte[] fitting = takeKept(leastBytes);
        return fitting != null ? fitting : new byte[ByteWriter.arrayLength(leastBytes, leastBytes)];
    }

    private synchronized byte @Nullable [] takeKept(int leastBytes) {
        int mostBytes = ByteWriter.arrayLength(leastBytes, leastBytes + leastBytes / 2L);
        int best = -1;
        for (int i = 0; i < kept.size(); i++) {
            int length = kept.get(i).length;
            if (length >= leastBytes && length <= mostBytes && (best < 0 || length < kept.get(best).length)) {
                best = i;
            }
        }
        if (best < 0) {
            return null;
        }
        byte[] last = kept.removeLast();
        byte[] taken = best == kept.size() ? last : kept.set(best, last);
        keptBytes -= taken.length;
        return taken;
    }

    /** Takes an array that nobody else refers to any more; one that is too short or too long, or for which there is no room, is dropped. */
    public synchronized void giveBack(byte[] array) {
        int length = array.length;
        if (length > LEAST_BYTES && length <= MOST_BYTES && keptBytes + length <= mostKeptBytes) {
            kept.add(array);
            keptBytes += length;
        }
    }

    synchronized long keptBytes() {
        return keptBytes;
    }
}
